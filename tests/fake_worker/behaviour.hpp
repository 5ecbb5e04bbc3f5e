#pragma once

namespace tilewright::fake_worker {

/// What the fake worker does when it is asked to measure the library's candidate of that index.
enum Behaviour : int {
  kGood,          ///< answers: as many samples as asked for, each index + 1
  kHangs,         ///< never answers
  kAborts,        ///< dies by a signal
  kExits,         ///< ends with code 7
  kAnswersLate,   ///< answers the request before once more, with other samples, then this one
  kAnswersAhead,  ///< answers a request that was never made
  kNonsense,      ///< sends bytes that are no message
  kHalfAnswer,    ///< sends half a frame, then nothing
  kFails,         ///< answers that the result is wrong
  kLosesContext,  ///< answers that it crashed and is of no more use
};

/// Devices that it has besides 0, the good one.
enum Device : int {
  kNoSuchDevice = 1,    ///< answers with an error
  kTooSmall = 2,        ///< the operands do not fit
  kDiesAtSetUp = 3,     ///< dies when it is set up
  kOpensOnce = 4,       ///< can be opened by one worker of a parent only: the one that replaces it gets an error
  kLosesFourWarps = 5,  ///< dies when it measures a kernel of 4 warps
  kOneCandidate = 6,    ///< its library has one candidate only, a good one
};

/// Set in the environment, the worker says that its device works; else that there is none.
inline constexpr const char* kHasDevice = "FAKE_WORKER_HAS_DEVICE";

}  // namespace tilewright::fake_worker
