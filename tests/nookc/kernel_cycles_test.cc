// Cycle models of kernels: every kernel that is chosen by cycles has a model, and the choice depends on the
// flash.
#include "nook/ops/contract/kernel_cycles.h"

#include <algorithm>
#include <cstdio>
#include <set>
#include <string>

#include "nook/ops/contract/op_row.h"
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"
#include "nook/ops/prepare/tile_cycles.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/middle/search/level.h"
#include "tests/nookc/graphs.h"
#include "tests/test.h"

namespace {

using nookc::TensorId;
using test::GraphBuilder;

// Forms whose Cortex-M4 kernels have a model. The int16 forms have Params of the same type.
const std::set<std::string> kDescribed = {"nook_conv2d_s8", "nook_depthwise_conv2d_s8",
                                          "nook_fully_connected_s8"};
// Their kernels without a model: for several groups, which no other fast kernel supports, and for cores
// without kernels of their own, where the order decides.
const std::set<std::string> kOneChoice = {"nook_conv2d_s8_dsp_groups",
                                          "nook_conv2d_s8_c_1x2_groups",
                                          "nook_conv2d_s8_c_1x1_lanes",
                                          "nook_conv2d_s8_c_lanes",
                                          "nook_depthwise_conv2d_s8_c_3x3_strip",
                                          "nook_depthwise_conv2d_s8_c_3x3s2_strip",
                                          "nook_fully_connected_s8_c_pairs"};

std::set<std::string> rows_of_cortex_m4() {
  std::set<std::string> all;
  for (const nook::OpRowOf row : nook::op_rows())
    for (const nook::FormRow& form : row().forms)
      for (const nook::KernelEntry& kernel : form.kernels())
        if (kDescribed.contains(form.type) && nook::has(nook::kDsp | nook::kFpu, kernel.isa) &&
            std::string(kernel.symbol).starts_with(std::string(form.type) + "_"))
          all.insert(kernel.symbol);
  return all;
}

std::set<std::string> described() {
  std::set<std::string> all;
  for (const nook::KernelCyclesOf of : nook::kernel_cycles())
    for (const nook::KernelCycles& row : of())
      if (row.layers[0].applies) all.insert(row.symbol);
  return all;
}

// Names the entries that one has and the other lacks.
bool has_all(const std::set<std::string>& one, const std::set<std::string>& other, const char* text) {
  bool fine = true;
  for (const std::string& symbol : other)
    if (!one.contains(symbol)) fine = false, std::printf("%s: %s\n", symbol.c_str(), text);
  return fine;
}

// x [1][8][8][8] -> CONV_2D of 1x1 -> y: few inputs, so that one kernel unpacks a pixel's inputs once and
// reads 16-bit weights for each pixel, while another reads 8-bit weights for two.
GraphBuilder few_inputs() {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 8, 8, 8});
  const TensorId w = b.weights("w", {16, 1, 1, 8});
  b.node(nookc::conv_2d(), {x, w}, b.output("y", {1, 8, 8, 16}, 64));
  return b;
}

nookc::Call only_call(const GraphBuilder& b, const char* target, nookc::Flash flash) {
  nookc::CompileOptions o;
  o.target = nookc::find_target(target), o.level = nookc::Level::kTime, o.flash = flash;
  const auto program = nookc::lower_and_place(b.graph, o);
  EXPECT(program);
  return program->calls[0];
}

nookc::Flash wait(int states) {
  nookc::Flash flash;
  flash.wait_states = states;
  return flash;
}

}  // namespace

TEST(every_kernel_of_a_described_operator_has_a_cost_on_a_cortex_m4) {
  std::set<std::string> said = described();
  said.insert(kOneChoice.begin(), kOneChoice.end());
  EXPECT(has_all(said, rows_of_cortex_m4(), "add NOOK_CYCLES to its row (docs/add-a-kernel.md)"));
  EXPECT(has_all(rows_of_cortex_m4(), said, "there is no such kernel"));
}

TEST(weights_that_are_read_often_belong_in_memory_without_wait_states) {
  const GraphBuilder b = few_inputs();
  EXPECT(only_call(b, "cortex-m33", wait(0)).op.symbol == std::string("nook_conv2d_s8_dsp_1x1_k16"));
  EXPECT(only_call(b, "cortex-m33", wait(5)).op.symbol == std::string("nook_conv2d_s8_dsp_1x1_2x4"));
}

TEST(an_estimate_from_flash_is_that_without_wait_states_and_the_waits) {
  const GraphBuilder b = few_inputs();
  const nookc::Call now = only_call(b, "cortex-m4", wait(0)), later = only_call(b, "cortex-m4", wait(5));
  EXPECT(now.estimate && now.estimate->core == now.estimate->flash);
  EXPECT(later.estimate && later.estimate->core < later.estimate->flash);
}

TEST(cores_without_descriptions_have_no_estimate) {
  for (const char* target : {"host", "cortex-m0", "cortex-m7", "cortex-m55", "rv32"})
    EXPECT(!only_call(few_inputs(), target, wait(5)).estimate);
}

// An edge pixel is one with a tap outside of the image.
TEST(pixels_at_an_edge_are_counted) {
  test::Rng rng(5);
  const auto one_of = [&](int32_t most) { return rng.in(1, most); };
  for (int i = 0; i < 2000; ++i) {
    nook_conv2d_s8 p{};
    p.batch = one_of(2), p.in_h = one_of(12), p.in_w = one_of(12), p.out_h = one_of(10), p.out_w = one_of(10);
    p.filter_h = one_of(4), p.filter_w = one_of(4), p.stride_h = one_of(3), p.stride_w = one_of(3);
    p.dilation_h = one_of(3), p.dilation_w = one_of(3), p.pad_top = rng.in(0, 5), p.pad_left = rng.in(0, 5);
    const auto outside = [](int32_t at, int32_t stride, int32_t pad, int32_t taps, int32_t dilation,
                            int32_t in) {
      bool any = false;
      for (int32_t tap = 0; tap < taps; ++tap) {
        const int32_t place = at * stride - pad + tap * dilation;
        any = any || place < 0 || place >= in;
      }
      return any;
    };
    int64_t edge = 0;
    for (int32_t y = 0; y < p.out_h; ++y)
      for (int32_t x = 0; x < p.out_w; ++x)
        edge += outside(y, p.stride_h, p.pad_top, p.filter_h, p.dilation_h, p.in_h) ||
                outside(x, p.stride_w, p.pad_left, p.filter_w, p.dilation_w, p.in_w);
    EXPECT_EQ(nook::layer_of_rows(p, 1).edge, edge * p.batch);
  }
}

TEST(a_depthwise_kernel_counts_rows_of_up_to_four_pixels_by_themselves) {
  int few = 0;
  for (const nook::KernelCycles& row : nook::depthwise_conv2d_s8_cycles()) {
    const auto first = [&](int32_t out_w) {
      nook_depthwise_conv2d_s8 p{};
      p.out_w = out_w;
      return row.layers[0].applies && row.layers[0].applies(&p, nullptr);
    };
    if (!row.layers[1].applies || first(100)) continue;  // all layers count alike, or others differ
    ++few;
    EXPECT(first(3) && first(4) && !first(5));
  }
  EXPECT(few > 0);
}

TEST(a_kernel_that_saves_less_than_its_code_is_worth_is_not_linked) {
  GraphBuilder b;  // nearly all of the time, plus a few multiply-accumulates
  const TensorId x = b.input("x", {1, 24, 24, 16}), few = b.input("few", {1, 1, 1, 64});
  nook::ConvolutionAttrs same;
  same.padding.mode = nook::PadMode::kSame;
  b.node(nookc::conv_2d(same), {x, b.weights("v", {16, 3, 3, 16})}, b.output("y", {1, 24, 24, 16}, 64));
  b.node(nookc::conv_2d(), {few, b.weights("w", {2, 1, 1, 64})}, b.output("z", {1, 1, 1, 2}, 64));
  nookc::CompileOptions o;
  o.target = nookc::find_target("cortex-m4"), o.level = nookc::Level::kTime;
  const auto fast = nookc::lower_and_place(b.graph, o);
  o.level = nookc::Level::kBalanced;
  const auto balanced = nookc::lower_and_place(b.graph, o);
  EXPECT(fast && balanced);
  EXPECT(fast->calls[1].op.symbol == std::string("nook_conv2d_s8_dsp_1x1"));
  EXPECT(balanced->calls[1].op.symbol == std::string("nook_conv2d_s8_ref"));
  EXPECT(fast->calls[0].op.symbol == balanced->calls[0].op.symbol);
  EXPECT(fast->calls[1].estimate->flash < balanced->calls[1].estimate->flash);
}
