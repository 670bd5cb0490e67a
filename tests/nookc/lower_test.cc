#include "nookc/lower/lower.h"

#include "nook/plan/verify.h"
#include "nookc/plan/place.h"
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
  auto lowered = nookc::lower(b.graph, o);
  if (!lowered) return lowered.diag();
  if (const auto placed = nookc::place(*lowered, o); !placed) return placed.diag();
  return lowered;
}

// x [1,4,4,2] -> RELU -> t -> RESHAPE -> r [1,32] -> FULLY_CONNECTED -> y [1,4]
GraphBuilder reshape_between() {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 4, 4, 2}), t = b.tensor("t", {1, 4, 4, 2}), r = b.tensor("r", {1, 32});
  const TensorId w = b.weights("w", {4, 32}), y = b.output("y", {1, 4});
  b.node(nook::Relu::Attrs{}, {x}, t);
  b.node(nook::Reshape::Attrs{}, {t}, r);
  b.node(nook::FullyConnected::Attrs{}, {r, w}, y);
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

TEST(a_plan_that_does_not_fit_says_where_and_by_how_much) {
  nookc::CompileOptions o = options();
  o.scratch_limit = 31;
  const auto p = program(reshape_between(), o);
  EXPECT(!p);
  EXPECT(p.diag().code == "N1001" && p.diag().exit == nookc::Exit::kDoesNotFit);
  EXPECT(p.diag().what.find("sram has 31 and needs 32 with it, 1 short") != std::string::npos);
  EXPECT(p.diag().hint.find("no plan fits; it would with sram of 32 bytes; the most scratch is alive at") !=
         std::string::npos);
}

TEST(weights_that_two_nodes_share_are_stored_once) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 8}), w = b.weights("w", {8, 8}), t = b.tensor("t", {1, 8});
  const TensorId y = b.output("y", {1, 8});
  b.node(nook::FullyConnected::Attrs{}, {x, w}, t);
  b.node(nook::FullyConnected::Attrs{}, {t, w}, y);
  nookc::CompileOptions o = options();
  o.pack = false;
  const auto p = program(b, o);
  EXPECT(p);
  EXPECT_EQ(p->constants.size(), 1);
}

TEST(lowering_names_the_node_the_operand_the_need_and_the_have) {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 4, 4, 2}), w = b.weights("w", {3, 3, 3, 2}),
                 y = b.output("y", {1, 3, 3, 3});
  b.node(nook::Conv2D::Attrs{}, {x, w}, y);
  const auto p = program(b, options());
  EXPECT(!p);
  EXPECT(p.diag().where == "test.tflite: operator 0 CONV_2D 'y'");
  EXPECT(p.diag().what == "version 1: a dimension at output 0: need 2, have 3");
}
