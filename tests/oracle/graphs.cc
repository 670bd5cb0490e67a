// Writes models for ./dev oracle: nook_oracle_graphs OUT FIRST COUNT
//
// Random graphs with the seeds FIRST, FIRST + 1, ...: OUT/graph_{seed}/model.tflite, and for float graphs
// also the results of nook quantize, OUT/graph_{seed}_{int8|int16|tensor}, each with its run0_input{i}.bin.
// Prints a line for each: its name, a tab, and nook's note about TensorFlow Lite.
#include <cstdio>
#include <cstdlib>
#include <random>

#include "nookc/back/run/golden.h"
#include "nookc/back/run/session.h"
#include "nookc/core/files.h"
#include "nookc/front/data/elements.h"
#include "nookc/front/export/export.h"
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

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("nook_oracle_graphs OUT FIRST COUNT\n", stderr);
    return 2;
  }
  const uint64_t first = std::strtoull(argv[2], nullptr, 10), count = std::strtoull(argv[3], nullptr, 10);
  for (uint64_t seed = first; seed < first + count; ++seed) {
    generated::Choices choose(seed);
    Graph graph = generated::random_graph(choose);
    graph.file = "graph_" + std::to_string(seed);
    std::mt19937_64 random(seed);
    std::vector<Bytes> inputs;
    for (const TensorId t : graph.inputs)
      inputs.push_back(values_for(graph[t], random, graph[t].shape.elements()));
    const fs::path to = fs::path(argv[1]) / graph.file;
    write(to, graph, graph, inputs);
    bool floats = true;
    for (const TensorId t : graph.inputs) floats &= graph[t].type == nook::DType::kF32;
    if (floats) write_quantized(to, graph, inputs, random);
  }
  return 0;
}
