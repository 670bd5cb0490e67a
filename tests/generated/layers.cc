// Layers of all operators, for counts of their kernels (bench/speed.py): nook_layers FOLDER.
//
// Writes models of independent layers, layers_N.tflite, and layers_N.csv with the number, the kind and the
// sizes of each operator. Every step of the random graphs gets inputs of several types and sizes, so a new
// operator has layers as soon as random graphs have it.
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "nook/ops/contract/op_row.h"
#include "nookc/core/dtype.h"
#include "nookc/core/files.h"
#include "nookc/front/export/export.h"
#include "nookc/graph/users.h"
#include "tests/generated/op_steps.h"
#include "tests/generated/steps.h"

namespace {

using generated::Choices;
using generated::Ints;
using generated::Live;
using generated::Sketch;
using generated::Step;
using nook::DType;
using nookc::Graph;
using nookc::TensorId;

constexpr int kDraws = 60;  // draws by each step, for a type and a rank
constexpr int kEnough = 4;  // layers for an operator and its types; more if it has many kernels
constexpr int kKernelsOfLayer = 4;
constexpr size_t kMostNodes = 4;        // a step may add helpers
constexpr int64_t kMostBytes = 250000;  // a board holds all tensors and constants of a model
constexpr size_t kMostLayers = 150;     // in a model

// How many layers of an operator and its types there are.
using Counts = std::map<std::pair<nook::OpCode, std::string>, int>;

struct Inputs {
  TensorId x;
  Live live;
};

// Sizes grow from draw to draw: small layers show the cost of a call, large ones the cost of an element.
Ints shape_of(Choices& choose, int rank, int draw) {
  static constexpr int32_t kSides[] = {2, 4, 8, 12};
  const int32_t side = kSides[draw % 4], channels = draw % 8 == 0 ? choose.in(1, 9) : 4 * choose.in(1, 8);
  if (rank == 1) return {side * channels};
  if (rank == 2) return {choose.in(1, side), 8 * channels};
  if (rank == 3) return {1, 4 * side, channels};
  return {1, side, choose.chance(80) ? side : 1, channels};
}

TensorId tensor_of(Sketch& s, DType type, const Ints& shape, float times) {
  if (type == DType::kF32) return s.real(shape);
  return type == DType::kS16 ? s.wide(shape, 0.0001f * times) : s.quantized(shape, 0.02f * times, 3);
}

// A tensor, another of its shape, and one with a value for each channel.
Inputs inputs_of(Sketch& s, DType type, const Ints& shape) {
  const TensorId x = tensor_of(s, type, shape, 1);
  return {x, {tensor_of(s, type, shape, 1.5f), tensor_of(s, type, {shape.back()}, 0.7f), x}};
}

bool reads(const Graph& graph, size_t first, TensorId t) {
  const auto begin = graph.nodes.begin() + static_cast<ptrdiff_t>(first);
  return std::any_of(begin, graph.nodes.end(),
                     [&](const nookc::Node& node) { return std::ranges::find(node.in, t) != node.in.end(); });
}

int64_t bytes_of(const Graph& graph) {
  int64_t bytes = 0;
  for (const nookc::Tensor& t : graph.tensors)
    bytes += t.data ? static_cast<int64_t>(t.data->size()) : t.bytes();
  return bytes;
}

// The types of the first two operands: activations, and weights or another operand.
std::string types_of(const Graph& graph, const nookc::Node& node) {
  std::string types;
  for (size_t i = 0; i < std::min<size_t>(2, node.in.size()); ++i)
    if (node.in[i] != TensorId::kNone) types += nookc::dtype_name(graph[node.in[i]].type) + " ";
  return types;
}

int enough_of(nook::OpCode code) {
  size_t kernels = 0;
  for (const nook::OpRowOf row : nook::op_rows())
    if (row().code == code)
      for (const nook::FormRow& form : row().forms) kernels += form.kernels().size();
  return std::max(kEnough, static_cast<int>(kernels) / kKernelsOfLayer);
}

// Operators at which an inference may end, so that the others do not run, or whose result is a variable,
// which lasts from one inference to the next.
bool cannot_stand_alone(const Graph& graph, size_t first) {
  return std::any_of(graph.nodes.begin() + static_cast<ptrdiff_t>(first), graph.nodes.end(),
                     [](const nookc::Node& node) {
                       const std::string name = nookc::op_name(node);
                       return name == "CIRCULAR_BUFFER" || name == "NOOK_SLIDE_WINDOW";
                     });
}

// Adds a layer to the model, if there are not enough of all its operators.
void add(Sketch& s, Counts& counts, Step step, DType type, const Ints& shape) {
  const Sketch::Mark mark = s.mark();
  const Inputs inputs = inputs_of(s, type, shape);
  const size_t first = s.graph.nodes.size();
  step(s, inputs.live, inputs.x);
  Counts more;
  for (size_t i = first; i < s.graph.nodes.size(); ++i)
    ++more[{nookc::op_code(s.graph.nodes[i]), types_of(s.graph, s.graph.nodes[i])}];
  const bool wanted =
      std::ranges::any_of(
          more, [&](const auto& each) { return counts[each.first] < enough_of(each.first.first); }) &&
      !cannot_stand_alone(s.graph, first);
  if (!wanted || s.graph.nodes.size() - first > kMostNodes) return s.undo(mark);
  for (const auto& [key, count] : more) counts[key] += count;
  for (const TensorId t : inputs.live)
    if (reads(s.graph, first, t)) s.graph.inputs.push_back(t);
}

void name_interface(Graph& graph) {
  const nookc::Users users(graph);
  for (const nookc::Node& node : graph.nodes)
    for (const TensorId t : node.out)
      if (users.uses(t) == 0) graph.outputs.push_back(t);
  for (const TensorId t : graph.inputs) graph.input_names.push_back(graph[t].name);
  for (const TensorId t : graph.outputs) graph.output_names.push_back(graph[t].name);
}

int64_t largest(const Graph& graph, const std::vector<TensorId>& tensors) {
  int64_t most = 0;
  for (const TensorId t : tensors)
    if (t != TensorId::kNone && !graph[t].constant())
      most = std::max<int64_t>(most, graph[t].shape.elements());
  return most;
}

std::string sizes_of(const Graph& graph) {
  std::string text = "node,kind,types,result,largest\n";
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const nookc::Node& node = graph.nodes[i];
    const int64_t result = largest(graph, node.out);
    text += std::to_string(i) + "," + nookc::op_name(node) + "," + types_of(graph, node) + "," +
            std::to_string(result) + "," + std::to_string(std::max(result, largest(graph, node.in))) + "\n";
  }
  return text;
}

bool write(const std::string& folder, int number, Graph graph) {
  name_interface(graph);
  const auto bytes = nookc::export_tflite(graph);
  if (!bytes) return false;
  const std::string name = "layers_" + std::to_string(number);
  return static_cast<bool>(
      nookc::write_files(folder, {{name + ".tflite", *bytes}, {name + ".csv", sizes_of(graph)}}));
}

std::vector<Step> steps() {
  using namespace generated;
  std::vector<Step> all = {relu,        unary,     binary,    arithmetic, requantize, reshape,  pad,
                           slice,       mean,      transpose, dense,      reduction,  softmax,  concatenation,
                           convolution, depthwise, pool,      older,      normalized, streaming};
  all.insert(all.end(), std::begin(kOpSteps), std::end(kOpSteps));
  return all;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  int models = 0, written = 0;
  uint64_t seed = 1;
  Choices choices(seed);
  Sketch s(choices);
  Counts counts;
  const auto finish = [&] {
    written += write(arguments[1], models++, std::move(s.graph));
    s.graph = {};
    s.graph.file = "layers.tflite";
  };
  for (const Step step : steps())
    for (const DType type : {DType::kS8, DType::kS16, DType::kF32})
      for (const int rank : {4, 3, 2, 1})
        for (int draw = 0; draw < kDraws; ++draw) {
          add(s, counts, step, type, shape_of(choices, rank, draw));
          if (bytes_of(s.graph) > kMostBytes || s.graph.nodes.size() > kMostLayers) finish();
        }
  finish();
  std::printf("%d of %d models of layers\n", written, models);
  return written == models ? 0 : 1;
}
