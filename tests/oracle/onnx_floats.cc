// Runs ONNX models for ./dev oracle: nook_oracle_onnx FOLDER...
//
// Each folder has model.onnx and input.bin, floats. Writes its first output as the simplified model computes
// it, have.bin, and as the model is, plain.bin. Prints a line for each: its name, and by how many operators
// the simplified one is smaller; or why nook refuses it.
#include <cstdio>

#include "nookc/core/files.h"
#include "nookc/core/read_file.h"
#include "nookc/front/import/import.h"
#include "nookc/front/onnx/model_file.h"
#include "nookc/middle/passes/floats/simplify_floats.h"
#include "nookc/study/quantize/network.h"

namespace {

using namespace nookc;
namespace fs = std::filesystem;

size_t operators_of(const Graph& graph) {
  size_t count = 0;
  for (const Node& node : graph.nodes) count += !node.erased();
  return count;
}

// The number of operators.
Result<size_t> run(const fs::path& folder, const std::set<std::string>& without, const char* to) {
  onnx::Borders borders;
  borders.unsimplified = without;
  const Result<onnx::ModelFile> model = onnx::read_model(folder / "model.onnx", borders);
  if (!model) return model.diag();
  const Result<Graph> graph = import_tflite(model->bytes, folder.string());
  if (!graph) return graph.diag();
  const Result<Network> network = Network::make(*graph);
  if (!network) return network.diag();
  const Result<std::vector<std::byte>> input = read_file(folder / "input.bin");
  if (!input) return input.diag();
  Run inference(*network);
  if (const Status ran = inference.run({*input}); !ran) return ran.diag();
  const std::span<const float> y = inference.real(graph->outputs[0]);
  std::string bytes(reinterpret_cast<const char*>(y.data()), y.size() * sizeof(float));
  if (const Status written = write_files(folder, {{to, std::move(bytes)}}); !written) return written.diag();
  return operators_of(*graph);
}

}  // namespace

int main(int argc, char** argv) {
  std::set<std::string> all;
  for (const Simplification& pass : simplifications()) all.emplace(pass.name);
  for (int i = 1; i < argc; ++i) {
    const Result<size_t> plain = run(argv[i], all, "plain.bin"), have = run(argv[i], {}, "have.bin");
    if (plain && have)
      std::printf("%s %d\n", argv[i], static_cast<int>(*plain) - static_cast<int>(*have));
    else
      std::printf("%s refused: %s\n", argv[i], to_string((plain ? have : plain).diag()).c_str());
  }
}
