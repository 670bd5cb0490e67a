#include "nookc/middle/lower/lower.h"

#include "nook/ops/expand_dims/expand_dims_op.h"
#include "nook/ops/prepare/window.h"
#include "nook/ops/relu/relu_op.h"
#include "nook/ops/reshape/reshape_op.h"
#include "nook/ops/squeeze/squeeze_op.h"
#include "nook/plan/verify.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/middle/search/level.h"
#include "tests/nookc/graphs.h"
#include "tests/test.h"

namespace {

using nookc::Location;
using nookc::TensorId;
using test::GraphBuilder;

nookc::CompileOptions options() {
  nookc::CompileOptions o;
  o.target = nookc::find_target("host");
  return o;
}

nookc::Result<nookc::Program> program(const GraphBuilder& b, const nookc::CompileOptions& o) {
  return nookc::lower_and_place(b.graph, o);
}

// x [1,4,4,2] -> RELU -> t -> RESHAPE -> r [1,32] -> FULLY_CONNECTED -> y [1,4]
GraphBuilder reshape_between() {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 4, 4, 2}), t = b.tensor("t", {1, 4, 4, 2}), r = b.tensor("r", {1, 32});
  const TensorId w = b.weights("w", {4, 32}), y = b.output("y", {1, 4});
  b.node(nook::Relu::Attrs{}, {x}, t);
  b.node(nook::Reshape::Attrs{}, {t}, r);
  b.node(nookc::fully_connected(), {r, w}, y);
  return b;
}

}  // namespace

TEST(a_reshape_between_two_operators_is_another_name_and_no_call) {
  const auto p = program(reshape_between(), options());
  EXPECT(p);
  EXPECT_EQ(p->calls.size(), 2);
  EXPECT_EQ(p->calls[0].out[0].offset, p->calls[1].in[0].offset);
  EXPECT_EQ(p->scratch_bytes, 32);
  EXPECT_EQ(p->calls[0].views.size(), 1);
}

TEST(an_operator_that_only_renames_its_operand_needs_no_call) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 8}), t = b.tensor("t", {1, 8}), s = b.tensor("s", {8});
  const TensorId e = b.tensor("e", {8, 1}), y = b.output("y", {8, 1});
  b.node(nook::Relu::Attrs{}, {x}, t);
  b.node(nook::Squeeze::Attrs{}, {t}, s);
  b.node(nook::ExpandDims::Attrs{}, {s, b.integers("axis", {1}, {1})}, e);
  b.node(nook::Relu::Attrs{}, {e}, y);
  const auto p = program(b, options());
  EXPECT(p);
  EXPECT_EQ(p->calls.size(), 2);
}

TEST(a_reshape_from_input_to_output_is_a_copy) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 8}), y = b.output("y", {2, 4});
  b.node(nook::Reshape::Attrs{}, {x}, y);
  const auto p = program(b, options());
  EXPECT(p);
  EXPECT_EQ(p->calls.size(), 1);
  EXPECT(p->calls[0].in[0].kind == Location::Kind::kInput &&
         p->calls[0].out[0].kind == Location::Kind::kOutput);
}

TEST(an_output_that_is_an_input_gets_a_copy) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 8}), y = b.output("y", {1, 8});
  b.node(nook::Relu::Attrs{}, {x}, y);
  b.outputs(x);
  b.outputs(y);
  const auto p = program(b, options());
  EXPECT(p);
  EXPECT_EQ(p->calls.size(), 3);
}

TEST(an_elementwise_operator_works_in_place_when_its_input_dies) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 64}), t = b.tensor("t", {1, 64}), u = b.tensor("u", {1, 64}, 0.25f);
  const TensorId y = b.output("y", {1, 64});
  b.node(nook::Relu::Attrs{}, {x}, t);
  b.node(nook::Relu::Attrs{}, {t}, u);
  b.node(nook::Relu::Attrs{}, {u}, y);
  const auto p = program(b, options());
  EXPECT(p);
  EXPECT_EQ(p->scratch_bytes, 64);
}

TEST(inputs_and_outputs_go_to_scratch_when_asked) {
  nookc::CompileOptions o = options();
  o.inputs_in_scratch = {"x"};
  o.outputs_in_scratch = {"*"};
  const auto p = program(reshape_between(), o);
  EXPECT(p);
  EXPECT(p->calls[0].in[0].kind == Location::Kind::kScratch);
  EXPECT(p->calls[1].out[0].kind == Location::Kind::kScratch);
  EXPECT(p->input_in_scratch[0] && p->output_in_scratch[0]);
}

TEST(a_plan_that_does_not_fit_reports_the_pool_and_the_shortage) {
  nookc::CompileOptions o = options();
  o.scratch_limit = 31;
  const auto p = program(reshape_between(), o);
  EXPECT(!p);
  EXPECT(p.diag().code == "N1001" && p.diag().exit == nookc::Exit::kDoesNotFit);
  EXPECT(p.diag().what.find("sram has 31 and needs 32 with it, 1 short") != std::string::npos);
  EXPECT(p.diag().hint.find("no plan fits; it fits with sram of 32 bytes; the most scratch is live at") !=
         std::string::npos);
}

TEST(weights_that_two_nodes_share_are_stored_once) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 8}), w = b.weights("w", {8, 8}), t = b.tensor("t", {1, 8});
  const TensorId y = b.output("y", {1, 8});
  b.node(nookc::fully_connected(), {x, w}, t);
  b.node(nookc::fully_connected(), {t, w}, y);
  nookc::CompileOptions o = options();
  o.level = nookc::Level::kSize;  // the reference reads them unpacked
  const auto p = program(b, o);
  EXPECT(p);
  EXPECT_EQ(p->constants.size(), 1);
}

TEST(equal_constants_of_two_tensors_are_stored_once) {
  for (const bool packed : {false, true}) {
    for (const int first : {1, 2}) {
      GraphBuilder b;
      const TensorId x = b.input("x", {1, 8}), w = b.weights("w", {8, 8}), v = b.weights("v", {8, 8}, first);
      const TensorId t = b.tensor("t", {1, 8}), y = b.output("y", {1, 8});
      b.node(nookc::fully_connected(), {x, w}, t);
      b.node(nookc::fully_connected(), {t, v}, y);
      nookc::CompileOptions o = options();
      o.level = packed ? nookc::Level::kTime : nookc::Level::kSize;
      const auto p = program(b, o);
      EXPECT(p);
      EXPECT_EQ(p->constants.size(), static_cast<size_t>(first));
      EXPECT(p->constants[0].packed == packed);
      EXPECT_EQ(p->calls[0].in[1].index == p->calls[1].in[1].index, first == 1);
    }
  }
}

TEST(equal_constants_with_different_pools_or_types_are_stored_separately) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 8}), w = b.weights("w", {8, 8}), v = b.weights("v", {8, 8});
  const TensorId t = b.tensor("t", {1, 8}), y = b.output("y", {1, 8});
  b.node(nookc::fully_connected(), {x, w}, t);
  b.node(nookc::fully_connected(), {t, v}, y);
  b.graph[v].placement.candidates = {"flash"};
  nookc::CompileOptions o = options();
  o.level = nookc::Level::kSize;
  nookc::LoweredNodes nodes(o);
  const auto p = nookc::lower(b.graph, o, {}, {}, nodes);
  EXPECT(p);
  EXPECT_EQ(p->constants.size(), 2);
}

TEST(lowering_names_the_node_the_operand_the_need_and_the_have) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 4, 4, 2}), w = b.weights("w", {3, 3, 3, 2}),
                 y = b.output("y", {1, 3, 3, 3});
  b.node(nookc::conv_2d(), {x, w}, y);
  const auto p = program(b, options());
  EXPECT(!p);
  EXPECT(p.diag().where == "test.tflite: operator 0 CONV_2D 'y'");
  EXPECT(p.diag().what == "version 1: a dimension at output 0 'y': need 2, have 3");
}

namespace {

// x -> CONV_2D -> t -> CONV_2D -> y, both 3 by 3, t [1][size][size][30]: windows of 270 bytes, which the fast
// kernels for DSP instructions gather in scratch.
GraphBuilder two_convolutions(int32_t size, int32_t second_stride) {
  GraphBuilder b;
  const int32_t small = (size + second_stride - 1) / second_stride;
  const TensorId x = b.input("x", {1, size, size, 30}), t = b.tensor("t", {1, size, size, 30});
  const TensorId u = b.tensor("u", {1, small, small, 30}), y = b.output("y", {1, small, small, 30});
  const TensorId v = b.weights("v", {30, 3, 3, 30}), w = b.weights("w", {30, 3, 3, 30}, 2);
  nook::ConvolutionAttrs same;
  same.padding.mode = nook::PadMode::kSame;
  b.node(nookc::conv_2d(same), {x, v}, t);
  same.stride_h = same.stride_w = second_stride;
  b.node(nookc::conv_2d(same), {t, w}, u);
  b.node(nook::Relu::Attrs{}, {u}, y);
  return b;
}

nookc::CompileOptions for_m4(nookc::Level level) {
  nookc::CompileOptions o;
  o.target = nookc::find_target("cortex-m4"), o.level = level, o.rows = false;  // images as a whole
  return o;
}

std::string kernels_of(const nookc::Result<nookc::Program>& p) {
  std::string all;
  for (const nookc::Call& call : p->calls) all += std::string(call.op.symbol) + " ";
  return all;
}

}  // namespace

TEST(a_small_plan_takes_the_scratch_of_kernels_only_where_there_is_room) {
  const std::string fast = "nook_conv2d_s8_dsp ", lean = "nook_conv2d_s8_dsp_rows ";
  const std::string least = "nook_conv2d_s8_ref ", relu = "nook_relu_s8_ref ";
  const GraphBuilder full = two_convolutions(4, 1);  // t and u fill the plan while the second runs
  EXPECT(kernels_of(program(full, for_m4(nookc::Level::kFlash))) == fast + lean + relu);
  // At the default level the time is worth a few bytes.
  EXPECT(kernels_of(program(full, for_m4(nookc::Level::kBalanced))) == fast + fast + relu);
  EXPECT(kernels_of(program(full, for_m4(nookc::Level::kTime))) == fast + fast + relu);
  EXPECT(kernels_of(program(full, for_m4(nookc::Level::kRam))) == lean + lean + relu);
  EXPECT(kernels_of(program(full, for_m4(nookc::Level::kSize))) == least + least + relu);
  EXPECT_EQ(program(full, for_m4(nookc::Level::kFlash))->scratch_bytes,
            program(full, for_m4(nookc::Level::kSize))->scratch_bytes);
  EXPECT(program(full, for_m4(nookc::Level::kTime))->scratch_bytes >
         program(full, for_m4(nookc::Level::kSize))->scratch_bytes);
}

TEST(the_first_operator_does_without_scratch_where_there_is_no_room_as_the_others_do) {
  const std::string fast = "nook_conv2d_s8_dsp ", lean = "nook_conv2d_s8_dsp_rows ",
                    relu = "nook_relu_s8_ref ";
  const GraphBuilder full = two_convolutions(4, 2);  // x and t fill the plan while the first runs
  const auto lent = [](nookc::Level level) {
    nookc::CompileOptions options = for_m4(level);
    options.inputs_in_scratch = {"x"};
    return options;
  };
  EXPECT(kernels_of(program(full, lent(nookc::Level::kBalanced))) == fast + fast + relu);
  EXPECT(kernels_of(program(full, lent(nookc::Level::kTime))) == fast + fast + relu);
  EXPECT(kernels_of(program(full, lent(nookc::Level::kFlash))) == lean + fast + relu);
  // A packed copy of equal weights would be a second one.
  GraphBuilder equal = full;
  equal.graph.nodes[1].in[1] = equal.graph.nodes[0].in[1];
  EXPECT(kernels_of(program(equal, lent(nookc::Level::kBalanced))) == lean + lean + relu);
  EXPECT(kernels_of(program(equal, lent(nookc::Level::kFlash))) == lean + lean + relu);
}

namespace {

// x -> CONV_2D with few inputs -> y with a fused RELU: fast kernels use 16-bit weights.
GraphBuilder few_inputs(int32_t filter, int32_t channels, int32_t outputs, float y_scale = 64) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 16, 16, channels});
  const TensorId w = b.weights("w", {outputs, filter, filter, channels});
  nook::ConvolutionAttrs attrs;
  attrs.padding.mode = nook::PadMode::kSame, attrs.stride_h = attrs.stride_w = 2;
  attrs.activation = nook::Activation::kRelu;
  b.node(nookc::conv_2d(attrs), {x, w}, b.output("y", {1, 8, 8, outputs}, y_scale, -128));
  return b;
}

}  // namespace

TEST(for_flash_no_kernel_needs_much_more_than_the_weights_of_the_model) {
  const GraphBuilder small = few_inputs(3, 2, 4), large = few_inputs(1, 8, 64, 8);
  const std::string wide = "nook_conv2d_s8_dsp_2x4_w16 ", points = "nook_conv2d_s8_dsp_1x1_2x8 ";
  EXPECT(kernels_of(program(small, for_m4(nookc::Level::kBalanced))) == wide);
  EXPECT(kernels_of(program(small, for_m4(nookc::Level::kFlash))) == wide);  // cheaper than another kernel
  EXPECT(kernels_of(program(large, for_m4(nookc::Level::kBalanced))) == points);
  EXPECT(kernels_of(program(large, for_m4(nookc::Level::kFlash))) == "nook_conv2d_s8_dsp_1x1_2x4_strip ");
  const GraphBuilder tiles = few_inputs(3, 3, 64);  // 8-bit weights, unpacked
  EXPECT(kernels_of(program(tiles, for_m4(nookc::Level::kFlash))) == "nook_conv2d_s8_fpu_3x3s2_k27_2x4 ");
  EXPECT(program(large, for_m4(nookc::Level::kFlash))->constant_bytes() <
         program(large, for_m4(nookc::Level::kBalanced))->constant_bytes());
}
