#include "backends/cuda/protocol.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tilewright::backends::cuda {
namespace {

template <typename T>
T sent(const Request& request) {
  const Numbered<Request> read = decode_request(encode(Numbered<Request>{7, request}));
  EXPECT_EQ(read.number, 7U);
  return std::get<T>(read.message);
}

template <typename T>
T sent(const Reply& reply) {
  const Numbered<Reply> read = decode_reply(encode(Numbered<Reply>{1ULL << 60, reply}));
  EXPECT_EQ(read.number, 1ULL << 60);
  return std::get<T>(read.message);
}

TEST(Protocol, requests_arrive_as_they_were_sent) {
  EXPECT_NO_THROW(sent<AboutRequest>(Request(AboutRequest{})));
  EXPECT_EQ(sent<OpenRequest>(Request(OpenRequest{-3})).device, -3);
  EXPECT_EQ(sent<OpenRequest>(Request(OpenRequest{0})).build, build_id());
  EXPECT_EQ(sent<OpenRequest>(Request(OpenRequest{0, "other"})).build, "other");
  EXPECT_EQ(sent<ListRequest>(Request(ListRequest{16})).count, 16);
  const auto measure = sent<MeasureRequest>(Request(MeasureRequest{4, 25}));
  EXPECT_EQ(measure.id, 4);
  EXPECT_EQ(measure.count, 25);
}

TEST(Protocol, operands_arrive_whole) {
  const kernels::GemmOperands operands{.shape = {1, 2147483647, 3},
                                       .dtype = gemm::Dtype::bf16,
                                       .a_layout = kernels::Layout::column_major,
                                       .b_layout = kernels::Layout::row_major,
                                       .epilogue = kernels::Epilogue::bias_gelu,
                                       .lda = 5,
                                       .ldb = 1LL << 40,
                                       .ldc = 7,
                                       .a_alignment_bytes = 2,
                                       .b_alignment_bytes = 4};
  const auto request = sent<SetUpRequest>(Request(SetUpRequest{.operands = operands,
                                                               .seed = ~0ULL,
                                                               .method = {Timing::graph, false, 2.5},
                                                               .library_reference = false,
                                                               .helpers = std::string("\0\xfe", 2)}));
  EXPECT_EQ(request.operands, operands);
  EXPECT_EQ(request.seed, ~0ULL);
  EXPECT_EQ(request.method.timing, Timing::graph);
  EXPECT_FALSE(request.method.cold_l2);
  EXPECT_EQ(request.method.warmup_ms, 2.5);
  EXPECT_FALSE(request.library_reference);
  EXPECT_EQ(request.helpers, std::string("\0\xfe", 2));
}

TEST(Protocol, candidates_arrive_with_every_type_of_value) {
  const Config config{{"BM", 64}, {"load", "copy"}, {"real", 2.0}, {"flag", true}};
  const auto request = sent<LoadRequest>(Request(LoadRequest{3, KernelCandidate{config,
                                                                                "\x7f"
                                                                                "ELF"}}));
  EXPECT_EQ(request.id, 3);
  EXPECT_EQ(std::get<KernelCandidate>(request.candidate).config, config);
  EXPECT_EQ(std::get<KernelCandidate>(request.candidate).cubin,
            "\x7f"
            "ELF");
  const auto other = sent<LoadRequest>(Request(LoadRequest{4, LibraryCandidate{2}}));
  EXPECT_EQ(std::get<LibraryCandidate>(other.candidate).index, 2);
}

TEST(Protocol, samples_arrive_to_the_last_bit) {
  const Samples samples{0.1, 1e-300, std::numeric_limits<double>::infinity(), std::nan("")};
  const Conditions conditions{1980, 612.5, 41, 2, true};
  const auto reply = sent<MeasureReply>(Reply(MeasureReply{samples, conditions}));
  ASSERT_EQ(reply.samples_ms.size(), 4U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(reply.samples_ms[i], samples[i]);
  EXPECT_TRUE(std::isnan(reply.samples_ms[3]));
  EXPECT_EQ(reply.conditions, conditions);
}

TEST(Protocol, other_replies_arrive_as_they_were_sent) {
  const DeviceInfo device{.index = 1, .name = "Fake", .compute_capability = 86, .memory_bytes = 1LL << 37};
  EXPECT_EQ(sent<DeviceInfo>(Reply(device)), device);
  EXPECT_EQ(sent<ListReply>(Reply(ListReply{{"a", "b"}})).candidates.size(), 2U);
  EXPECT_EQ(sent<LoadReply>(Reply(LoadReply{1.5, 0.25})).largest_error, 0.25);
  EXPECT_EQ(sent<SetUpReply>(Reply(SetUpReply{"kernel", 2, {}})).reference, "kernel");
  const auto failure = sent<FailureReply>(Reply(FailureReply{FailureKind::wrong_result, "text", true}));
  EXPECT_EQ(failure.kind, FailureKind::wrong_result);
  EXPECT_TRUE(failure.lost);
  EXPECT_EQ(sent<ErrorReply>(Reply(ErrorReply{ErrorKind::not_available, "x"})).kind, ErrorKind::not_available);
  EXPECT_EQ(sent<AboutReply>(Reply(AboutReply{{{"driver", true, "13.0"}}})).components.at(0).text, "13.0");
}

TEST(Protocol, other_bytes_are_refused) {
  const std::string good = encode(Numbered<Request>{1, OpenRequest{0}});
  EXPECT_ANY_THROW(static_cast<void>(decode_request("")));
  EXPECT_ANY_THROW(static_cast<void>(decode_request("nonsense")));
  EXPECT_ANY_THROW(static_cast<void>(decode_request(good.substr(0, good.size() - 1))));
  EXPECT_ANY_THROW(static_cast<void>(decode_request(good + "x")));
}

}  // namespace
}  // namespace tilewright::backends::cuda
