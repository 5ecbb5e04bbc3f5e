#pragma once

#include <optional>

#include "backends/cuda/protocol.hpp"
#include "backends/cuda/worker/bench.hpp"

namespace tilewright::backends::cuda {

/// Answers requests, one after the other. Every fault becomes an answer.
class Server {
 public:
  [[nodiscard]] Reply answer(const Request& request);

 private:
  [[nodiscard]] Reply act(const AboutRequest& request);
  [[nodiscard]] Reply act(const OpenRequest& request);
  [[nodiscard]] Reply act(const SetUpRequest& request);
  [[nodiscard]] Reply act(const ListRequest& request);
  [[nodiscard]] Reply act(const LoadRequest& request);
  [[nodiscard]] Reply act(const MeasureRequest& request);
  [[nodiscard]] Bench& bench();

  DeviceInfo device_;
  std::optional<Clocks> clocks_;
  std::unique_ptr<Bench> bench_;
};

}  // namespace tilewright::backends::cuda
