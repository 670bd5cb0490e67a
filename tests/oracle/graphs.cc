// Writes models for ./dev oracle: nook_oracle_graphs OUT FIRST COUNT SEARCHED
//
// Random graphs with the seeds FIRST, FIRST + 1, ...: OUT/graph_{seed}/model.tflite, and for float graphs
// also the results of nook quantize, OUT/graph_{seed}_{int8|int16|tensor}, each with its run0_input{i}.bin.
// The SEARCHED seeds after these give only graphs with an operator in a variant that few had before. Prints
// the name of each.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <set>

#include "nookc/back/run/golden.h"
#include "nookc/back/run/session.h"
#include "nookc/core/dtype.h"
#include "nookc/core/files.h"
#include "nookc/front/data/elements.h"
#include "nookc/front/export/export.h"
#include "nookc/front/export/op_versions.h"
#include "nookc/study/quantize/quantize_network.h"
#include "tests/generated/random_graph.h"

namespace {

using namespace nookc;
namespace fs = std::filesystem;

constexpr int kSamples = 4;

std::string text_of(const Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Numbers around 1; indices and truth values from 0 on.
Bytes values_for(const Tensor& t, std::mt19937_64& random, int64_t count) {
  std::normal_distribution<double> normal;
  const auto size = static_cast<size_t>(nook::size_of(t.type));
  Bytes bytes(static_cast<size_t>(count) * size);
  const bool counts = !quantized(t) && t.type != nook::DType::kF32;
  for (int64_t i = 0; i < count; ++i)
    put_real(t, counts ? static_cast<double>(random() % 2) : normal(random),
             bytes.data() + static_cast<size_t>(i) * size);
  return bytes;
}

bool write(const fs::path& to, const Graph& graph, const Graph& original, const std::vector<Bytes>& inputs) {
  const Result<std::string> model = export_tflite(graph);
  if (!model) return false;
  Files files = {{"model.tflite", *model}};
  for (size_t i = 0; i < inputs.size(); ++i)
    files.push_back(
        {input_file(0, static_cast<int>(i)),
         text_of(converted_elements(original[original.inputs[i]], inputs[i], graph[graph.inputs[i]]))});
  if (!write_files(to, files)) return false;
  std::printf("%s\n", to.filename().c_str());
  return true;
}

void write_quantized(const fs::path& to, const Graph& graph, const std::vector<Bytes>& inputs,
                     std::mt19937_64& random) {
  const Result<Graph> whole = float_graph(graph);
  if (!whole) return;
  std::vector<NamedArray> arrays;
  for (size_t i = 0; i < whole->inputs.size(); ++i) {
    const Tensor& t = (*whole)[whole->inputs[i]];
    Array array{t.type, {kSamples}, values_for(t, random, t.shape.elements() * kSamples)};
    for (int d = 0; d < t.shape.rank; ++d) array.shape.push_back(t.shape.dim[d]);
    arrays.push_back({"arr_" + std::to_string(i), std::move(array)});
  }
  const Result<Samples> samples = Samples::of_arrays(*whole, std::move(arrays), "samples", {});
  if (!samples) return;
  for (const char* name : {"int8", "int16", "tensor"}) {
    QuantizeOptions options;
    options.convert.activations = std::string_view(name) == "int16" ? Precision::kInt16 : Precision::kInt8;
    options.convert.io = options.convert.activations;
    options.convert.weights.per_tensor = std::string_view(name) == "tensor";
    options.workers.threads = 1;
    const Result<Quantized> made = quantize(*whole, &*samples, {}, nullptr, options);
    if (made) write(to.string() + "_" + name, made->converted.graph, *whole, inputs);
  }
}

// The differences between operators that may matter to TensorFlow Lite.
std::string variant_of(const Graph& graph, const Node& node) {
  const auto of_tensor = [&](TensorId t) -> std::string {
    if (t == TensorId::kNone) return " -";
    const Tensor& tensor = graph[t];
    return std::string(" ") + dtype_name(tensor.type) + (tensor.constant() ? " constant" : "") +
           (tensor.scales.size() > 1 ? " by channel" : "") + (tensor.shape.rank > 4 ? " large" : "");
  };
  std::string text = op_name(node) + " " + std::to_string(version_of(graph, node));
  for (const TensorId t : node.in) text += of_tensor(t);
  text += " ->";
  for (const TensorId t : node.out) text += of_tensor(t);
  return text;
}

struct RandomGraph {
  explicit RandomGraph(uint64_t seed) : random(seed) {
    generated::Choices choose(seed);
    graph = generated::random_graph(choose);
    graph.file = "graph_" + std::to_string(seed);
    for (const TensorId t : graph.inputs)
      inputs.push_back(values_for(graph[t], random, graph[t].shape.elements()));
  }

  bool of_floats() const {
    return std::ranges::all_of(graph.inputs, [&](TensorId t) { return graph[t].type == nook::DType::kF32; });
  }

  std::mt19937_64 random;
  Graph graph;
  std::vector<Bytes> inputs;
};

// Counts the graphs that were written with each variant.
class Variants {
 public:
  // Whether the graph has one that few had; if so, counts it.
  bool take(const Graph& graph) {
    std::set<std::string> all;
    for (const Node& node : graph.nodes) all.insert(variant_of(graph, node));
    const bool rare = std::ranges::any_of(all, [&](const std::string& v) { return seen_[v] < kEach; });
    if (rare)
      for (const std::string& variant : all) ++seen_[variant];
    return rare;
  }

 private:
  static constexpr int kEach = 3;
  std::map<std::string, int> seen_;
};

void write_graphs(const fs::path& out, uint64_t first, uint64_t count, uint64_t searched) {
  Variants variants;
  for (uint64_t seed = first; seed < first + count + searched; ++seed) {
    RandomGraph made(seed);
    const bool rare = variants.take(made.graph), early = seed < first + count;
    if (!rare && !early) continue;
    const fs::path to = out / made.graph.file;
    write(to, made.graph, made.graph, made.inputs);
    if (early && made.of_floats()) write_quantized(to, made.graph, made.inputs, made.random);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fputs("nook_oracle_graphs OUT FIRST COUNT SEARCHED\n", stderr);
    return 2;
  }
  const auto number = [&](int i) { return std::strtoull(argv[i], nullptr, 10); };
  write_graphs(argv[1], number(2), number(3), number(4));
  return 0;
}
