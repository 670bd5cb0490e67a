// nook refuses a graph that it made wrong itself, before any code comes of it: each way in which a graph can
// be wrong, after a pass and made from an ONNX model.
#include "nookc/graph/sound.h"

#include "nook/ops/abs/abs_op.h"
#include "tests/nookc/graphs.h"
#include "tests/test.h"

namespace {

using nookc::Graph;
using nookc::TensorId;
using test::GraphBuilder;

constexpr TensorId kBeyond = TensorId{1000};

// x -> ABS -> t -> ABS -> y, and a constant w.
GraphBuilder chain() {
  GraphBuilder b;
  const TensorId x = b.input("x", {1, 4}), t = b.tensor("t", {1, 4}), y = b.output("y", {1, 4});
  b.weights("w", {1, 4});
  b.node(nook::Abs::Attrs{}, {x}, t);
  b.node(nook::Abs::Attrs{}, {t}, y);
  return b;
}

struct Defect {
  const char* says;
  void (*make)(Graph& graph);
};

const TensorId kX{0}, kT{1}, kY{2}, kW{3};

// y = |x| comes first, t = |y| second.
void late(Graph& g) { g.nodes[0].out[0] = kY, g.nodes[1].in[0] = kY, g.nodes[1].out[0] = kT; }

const Defect kDefects[] = {
    {"an input is not a tensor", [](Graph& g) { g.inputs[0] = kBeyond; }},
    {"tensor 'w' is an input and constant, or an input twice", [](Graph& g) { g.inputs.push_back(kW); }},
    {"tensor 'x' is an input and constant, or an input twice", [](Graph& g) { g.inputs.push_back(kX); }},
    {"reads an index that is not a tensor", [](Graph& g) { g.nodes[1].in[0] = kBeyond; }},
    {"reads tensor 't' before it is written", [](Graph& g) { std::swap(g.nodes[0], g.nodes[1]); }},
    {"reads tensor 't' before it is written", [](Graph& g) { g.nodes.erase(g.nodes.begin()); }},
    {"an operator writes an index that is not a tensor", [](Graph& g) { g.nodes[0].out[0] = kBeyond; }},
    {"writes tensor 't', which is an input", [](Graph& g) { g.nodes[1].out[0] = kT; }},
    {"writes tensor 'x', which is an input", [](Graph& g) { g.nodes[1].out[0] = kX; }},
    {"writes tensor 'w', which is an input", [](Graph& g) { g.nodes[1].out[0] = kW; }},
    {"an output is never written", [](Graph& g) { g.nodes.pop_back(); }},
    {"an output is never written", [](Graph& g) { g.outputs[0] = kBeyond; }},
    {"tensor 'x' of control flow is an input or a constant",
     [](Graph& g) {
       g.regions.joined.push_back({kT, kX});
     }},
    {"of control flow is its own source",
     [](Graph& g) {
       g.regions.joined = {{kT, kY}, {kY, kT}};
     }},
    {"and control flow write tensor 'y'",
     [](Graph& g) {
       g.regions.joined.push_back({kT, kY}), late(g);
     }},
};

void expect_refused(const nookc::Status& status, const char* code, const std::string& what) {
  EXPECT(!status);
  if (status) return;
  const nookc::Diag& diag = status.diag();
  EXPECT(diag.code == code && diag.where == "test.tflite" && diag.exit == nookc::Exit::kUnsupported);
  EXPECT(diag.what.find(what) != std::string::npos);
  EXPECT(diag.hint == "this is a defect of nook: report it with the model");
  if (diag.what.find(what) == std::string::npos)
    printf("need %s, have %s\n", what.c_str(), diag.what.c_str());
}

}  // namespace

TEST(a_pass_that_breaks_the_graph_is_refused_in_each_way_that_a_graph_can_be_wrong) {
  EXPECT(nookc::check_after(chain().graph, "fold-pads"));
  for (const Defect& defect : kDefects) {
    Graph graph = chain().graph;
    defect.make(graph);
    const nookc::Status status = nookc::check_after(graph, "fold-pads");
    expect_refused(status, "N3001", defect.says);
    if (!status) EXPECT(status.diag().what.starts_with("after fold-pads: "));
  }
}

TEST(a_wrong_graph_made_from_an_onnx_model_is_refused) {
  EXPECT(nookc::check_from_onnx(chain().graph));
  for (const Defect& defect : kDefects) {
    Graph graph = chain().graph;
    defect.make(graph);
    expect_refused(nookc::check_from_onnx(graph), "N3034", defect.says);
  }
}
