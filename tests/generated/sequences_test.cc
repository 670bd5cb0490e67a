// Chains of strips whose operators make different numbers of pixels at once.
#include <algorithm>
#include <span>

#include "nook/ops/concatenation/concatenation_op.h"
#include "nook/ops/conv2d/conv2d_op.h"
#include "nook/ops/sub/sub_op.h"
#include "nook/ops/tanh/tanh_op.h"
#include "nookc/front/export/export.h"
#include "nookc/graph/any_attrs.h"
#include "tests/generated/check.h"
#include "tests/nookc/graphs.h"
#include "tests/test.h"

namespace {

using nookc::TensorId;

// Convolutions, of 16 pixels at once, with TANH between them, of as many as divide the line; the result is
// written several times, which takes more memory than long strips.
test::GraphBuilder repeated(int32_t steps, int32_t times) {
  test::GraphBuilder b;
  const TensorId x = b.input("x", {1, 1, steps, 1}), t = b.tensor("t", {1, 1, steps, 1}, 1.0f / 128);
  const TensorId c = b.tensor("c", {1, 1, steps, 1}, 0.02f), d = b.tensor("d", {1, 1, steps, 1}, 0.02f);
  b.node(nookc::conv_2d({}), {x, b.weights("w", {1, 1, 1, 1}, 90), TensorId::kNone}, c);
  b.node(nook::Tanh::Attrs{}, {c}, t);
  b.node(nookc::conv_2d({}), {t, b.weights("v", {1, 1, 1, 1}, 80), TensorId::kNone}, d);
  const TensorId last = b.tensor("last", {1, 1, steps, 1}), y = b.output("y", {times, 1, steps, 1});
  b.node(nook::Sub::Attrs{}, {d, x}, last);  // the input's last reader is in the chain
  b.node(nook::Concatenation::Attrs{}, std::vector<TensorId>(static_cast<size_t>(times), last), y);
  return b;
}

// Whether a line is never whole, and its last strip is shorter.
bool is_uneven(const nookc::RowChain& chain) {
  return std::ranges::any_of(
      chain.stages, [](const nookc::RowStage& s) { return s.held < s.height && s.turns % s.at_once != 0; });
}

// The last strip of a convolution may have 4 of 16 pixels, while TANH has made 10 of the 16 before it and
// waits for 10 more.
TEST(a_shorter_last_strip_needs_less_room) {
  generated::Variant variant = generated::plain();
  variant.options.rows = true, variant.options.level = nookc::Level::kRam;
  variant.options.stream_input = true, variant.options.outputs_in_scratch = {"*"};
  generated::Counts counts;
  int64_t uneven = 0;
  for (const int32_t steps : {18, 20, 22, 24, 26, 28, 30, 36, 38, 40})
    for (int32_t times = 2; times < 14; ++times) {
      const auto tflite = nookc::export_tflite(repeated(steps, times).graph);
      EXPECT(tflite);
      generated::Subject subject(*tflite, 1);
      EXPECT(subject.prepare(counts).empty());
      const std::string wrong = subject.check(variant, counts);
      if (!wrong.empty()) printf("     %d steps, %d times: %s\n", steps, times, wrong.c_str());
      EXPECT(wrong.empty());
      const auto bytes = std::as_bytes(std::span(tflite->data(), tflite->size()));
      const auto program = nookc::compile(bytes, "net.tflite", variant.options);
      EXPECT(program);
      if (program) uneven += std::ranges::count_if(program->chains, is_uneven);
    }
  printf("%lld chains with uneven strips\n", static_cast<long long>(uneven));
  EXPECT(uneven > 3);
}

}  // namespace
