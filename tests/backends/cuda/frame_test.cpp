#include "backends/cuda/frame.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <thread>

#include "backends/cuda/child_process.hpp"

namespace tilewright::backends::cuda {
namespace {

struct Pair {
  Descriptor one;
  Descriptor other;
};

Pair connected() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) throw std::runtime_error("no sockets");
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

/// A deadline that has passed: what is there is taken, nothing is waited for.
Deadline now() { return std::chrono::steady_clock::now(); }

FrameFault fault_of(const std::variant<std::string, FrameFault>& received) { return std::get<FrameFault>(received); }

void write_raw(const Descriptor& to, const std::string& bytes) {
  ASSERT_EQ(::write(to.get(), bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
}

RC_GTEST_PROP(Frame, arrives_as_it_was_sent, (const std::vector<std::string>& messages)) {
  const Pair pair = connected();
  for (const std::string& message : messages) {
    RC_ASSERT(send_frame(pair.one.get(), message, kNoDeadline));
    RC_ASSERT(std::get<std::string>(receive_frame(pair.other.get(), kNoDeadline)) == message);
  }
}

TEST(Frame, larger_than_the_socket_holds_arrives_too) {
  const Pair pair = connected();
  const std::string large(5'000'000, 'x');
  std::thread sender([&] { EXPECT_TRUE(send_frame(pair.one.get(), large, kNoDeadline)); });
  EXPECT_EQ(std::get<std::string>(receive_frame(pair.other.get(), kNoDeadline)), large);
  sender.join();
}

TEST(Frame, nothing_and_a_part_are_late) {
  const Pair pair = connected();
  EXPECT_EQ(fault_of(receive_frame(pair.other.get(), now())), FrameFault::timeout);
  write_raw(pair.one, std::string("\5\0", 2));
  EXPECT_EQ(fault_of(receive_frame(pair.other.get(), now())), FrameFault::timeout);
}

TEST(Frame, the_end_of_the_other_side_is_seen_also_within_a_frame) {
  for (const std::string& part : {std::string(), std::string("\5\0\0\0ab", 6)}) {
    Pair pair = connected();
    write_raw(pair.one, part);
    { const Descriptor closed = std::move(pair.one); }
    EXPECT_EQ(fault_of(receive_frame(pair.other.get(), kNoDeadline)), FrameFault::closed);
  }
}

TEST(Frame, a_length_that_nobody_sends_is_broken) {
  const Pair pair = connected();
  write_raw(pair.one, "\xff\xff\xff\xff");
  EXPECT_EQ(fault_of(receive_frame(pair.other.get(), now())), FrameFault::broken);
}

TEST(Frame, sending_to_nobody_is_no_signal) {
  Pair pair = connected();
  { const Descriptor closed = std::move(pair.other); }
  EXPECT_FALSE(send_frame(pair.one.get(), "message", kNoDeadline));
}

TEST(Frame, sending_to_someone_who_does_not_read_ends_at_the_deadline) {
  const Pair pair = connected();
  EXPECT_FALSE(send_frame(pair.one.get(), std::string(5'000'000, 'x'), now()));
}

}  // namespace
}  // namespace tilewright::backends::cuda
