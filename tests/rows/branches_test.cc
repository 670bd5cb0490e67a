// Networks with branches: passes and rows on the operators between their marks, in a branch and outside of
// it.
#include <algorithm>

#include "nook/ops/relu6/relu6_op.h"
#include "nookc/compile/run_passes.h"
#include "nookc/graph/any_attrs.h"
#include "tests/nookc/graphs.h"
#include "tests/rows/equal_graphs.h"
#include "tests/rows/placed.h"
#include "tests/rows/random_network.h"
#include "tests/sanitized.h"

namespace {

using nookc::Graph;
using nookc::TensorId;
using Kind = nookc::RegionMark::Kind;
using namespace test;

TensorId add_flag(Graph& graph) {
  nookc::Tensor flag;
  flag.name = "flag", flag.type = nook::DType::kBool, flag.shape = {{1}, 1};
  const TensorId t = graph.add(std::move(flag));
  graph.inputs.push_back(t), graph.input_names.emplace_back("flag");
  return t;
}

// Puts some operators of the network in a branch, sometimes with another one in it. The bytes of the outputs
// do not change if all branches are taken.
Graph with_branches(Graph graph, uint32_t seed) {
  Rng rng(seed);
  const auto count = static_cast<int32_t>(graph.nodes.size());
  const TensorId flag = add_flag(graph);
  const int32_t first = rng.in(0, count), last = rng.in(first, count);
  const auto mark = [&](Kind kind, int32_t at) {
    graph.regions.marks.push_back({kind, static_cast<size_t>(at), flag, "IF", -1, {}, {}});
  };
  mark(Kind::kIf, first);
  if (rng.in(0, 2) == 0) {
    const int32_t from = rng.in(first, last), to = rng.in(from, last);
    mark(Kind::kIf, from), mark(Kind::kElse, to), mark(Kind::kEndIf, to);
  }
  mark(Kind::kElse, last), mark(Kind::kEndIf, last);
  return graph;
}

// Whether no branch begins or ends inside of a chain.
bool is_straight(const nookc::Program& program) {
  for (const nookc::RowChain& chain : program.chains)
    for (const nookc::CallMark& mark : program.marks)
      if (static_cast<int32_t>(mark.call) > chain.stages.front().call &&
          static_cast<int32_t>(mark.call) <= chain.stages.back().call)
        return false;
  return true;
}

TEST(passes_and_rows_between_branches_give_the_same_bytes) {
  int changes = 0, chains = 0, smaller = 0;
  for (uint32_t seed = 1; seed <= test::seeds(2000); ++seed) {
    const Graph whole = with_branches(random_network(seed, Operators::kAll), seed);
    Graph graph = whole;
    nookc::CompileOptions options = options_for(seed % 2 ? "cortex-m4" : "rv32");
    options.effort.work = 100000;  // any plan will do
    if (seed % 3) options.inputs_in_scratch = {"*"};
    if (seed % 4) options.outputs_in_scratch = {"*"};
    if (seed % 11 == 0) options.level = nookc::Level::kRam;
    const auto ran = nookc::run_passes(graph, options);
    EXPECT(ran && nookc::verify(graph).empty());
    if (!ran) continue;
    for (const nookc::PassReport& report : ran->reports) changes += report.changes;
    const bool same = equal(whole, graph, seed);
    if (!same) printf("seed %u: other bytes\n", static_cast<unsigned>(seed));
    EXPECT(same);
    const auto program = placed(seed, graph, options);
    if (!program) continue;
    EXPECT(is_straight(*program));
    chains += !program->chains.empty();
    options.rows = false;
    const auto without = nookc::lower_and_place(graph, options);
    EXPECT(without && program->scratch_bytes <= without->scratch_bytes);
    smaller += without && program->scratch_bytes < without->scratch_bytes;
  }
  printf("%d changes, %d networks with chains, %d plans smaller\n", changes, chains, smaller);
  EXPECT(test::kSanitized || (changes > at_least(500) && chains > at_least(200) && smaller > at_least(100)));
}

// Three convolutions, an activation that a pass folds, and a branch that chooses between two results.
Graph classifier_with_branch() {
  GraphBuilder b;
  TensorId x = b.input("x", {1, 64, 16, 4});
  nook::ConvolutionAttrs conv;
  conv.padding.mode = nook::PadMode::kSame;
  for (int i = 0; i < 3; ++i) {
    const std::string name = std::to_string(i);
    const TensorId y = b.tensor("y" + name, {1, 64, 16, 4}), z = b.tensor("z" + name, {1, 64, 16, 4});
    b.node(nookc::conv_2d(conv), {x, b.weights("w" + name, {4, 3, 3, 4}), TensorId::kNone}, y);
    b.node(nook::Relu6::Attrs{}, {y}, z);
    x = z;
  }
  const TensorId flag = add_flag(b.graph);
  conv.stride_h = conv.stride_w = 16;
  const TensorId small = b.tensor("small", {1, 4, 1, 4}), y = b.output("y", {1, 4, 1, 4});
  b.node(nookc::conv_2d(conv), {x, b.weights("w", {4, 3, 3, 4}), TensorId::kNone}, small);
  const size_t first = b.graph.nodes.size();
  const TensorId then = b.tensor("then", {1, 4, 1, 4}), other = b.tensor("other", {1, 4, 1, 4});
  b.node(nook::Relu6::Attrs{}, {small}, then);
  conv.stride_h = conv.stride_w = 1;
  b.node(nookc::conv_2d(conv), {small, b.weights("w_else", {4, 1, 1, 4}), TensorId::kNone}, other);
  b.graph.regions.joined = {{then, y}, {other, y}};
  b.graph.regions.copied = {then, y, other, y};
  b.graph.regions.marks = {{Kind::kIf, first, flag, "IF", -1, {}, {}},
                           {Kind::kElse, first + 1, flag, "", -1, {}, {}},
                           {Kind::kEndIf, first + 2, flag, "", -1, {}, {}}};
  return b.graph;
}

TEST(a_network_with_a_branch_at_its_end_gets_the_line_buffers_that_it_has_without) {
  Graph graph = classifier_with_branch();
  nookc::CompileOptions options = options_for("cortex-m4");
  EXPECT(nookc::run_passes(graph, options));
  EXPECT(names(graph) == "CONV_2D CONV_2D CONV_2D CONV_2D RELU6 CONV_2D");
  const auto program = nookc::lower_and_place(graph, options);
  EXPECT(program && program->chains.size() == 1 && program->chains[0].stages.size() == 4);
  if (program) printf("%d bytes of scratch\n", static_cast<int>(program->scratch_bytes));
  EXPECT(program && program->scratch_bytes < 2000);  // an image has 4,096
}

}  // namespace
