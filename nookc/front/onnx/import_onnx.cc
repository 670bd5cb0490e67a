#include "nookc/front/onnx/import_onnx.h"

#include <set>

#include "nookc/front/export/export.h"
#include "nookc/front/onnx/functions.h"
#include "nookc/front/onnx/normalize.h"
#include "nookc/front/onnx/old_forms.h"
#include "nookc/front/onnx/state_values.h"
#include "nookc/middle/passes/few_bits/few_bits.h"
#include "nookc/middle/passes/floats/simplify_report.h"

namespace nookc::onnx {
namespace {

// A node of the file may have become several, each with its reason: "node 3 Add 'y': ...".
Diag refusal(const std::vector<std::string>& refused, size_t count, const std::string& file) {
  std::set<std::string> nodes;
  for (const std::string& why : refused) nodes.insert(why.substr(0, why.find(' ', why.find(' ') + 1)));
  const bool of_nodes = refused[0].starts_with("node ");
  std::string what = of_nodes ? std::to_string(nodes.size()) + " of " + std::to_string(count) +
                                    (count == 1 ? " node" : " nodes")
                              : "the interface";
  what += " can't be mapped";
  for (const std::string& why : refused) what += "\n  " + why;
  return {Exit::kUnsupported, "N3033", file, what,
          of_nodes ? "`nook supported-ops --onnx` lists what nook maps, and how"
                   : "give open dimensions with --input-shape, or export the model with fixed ones"};
}

}  // namespace

Result<Graph> import_onnx(std::span<const std::byte> bytes, const std::string& file, const Borders& borders,
                          const ReadExternal& external, Stated* stated, std::vector<PassReport>* passes) {
  Result<OnnxModel> model = read_onnx(bytes, file, external);
  if (!model) return model.diag();
  if (const Status done = state_values(*model, borders); !done) return done.diag();
  const size_t count = model->nodes.size();
  std::vector<std::string> refused = inline_functions(*model);
  if (refused.empty()) refused = renew_attributes(*model);
  if (!refused.empty()) return refusal(refused, count, file);
  normalize(*model);
  Mapper mapper(*model, borders);
  refused = mapper.run();
  if (!refused.empty()) return refusal(refused, count, file);
  Result<Graph> graph = mapper.take(file);
  if (!graph) return graph;
  if (stated) *stated = mapper.stated_interface();
  refused = mapper.unsupported(*graph);
  if (refused.empty() && !borders.unsimplified.contains(std::string(kFewBits))) {
    PassReport report = run_and_report(*graph, kFewBits, [](Graph& all) { return few_bits(all); });
    if (passes) passes->push_back(std::move(report));
  }
  for (Node& node : graph->nodes) node.source = -1;
  if (!refused.empty()) return refusal(refused, count, file);
  return graph;
}

Result<std::vector<std::byte>> onnx_to_tflite(std::span<const std::byte> bytes, const std::string& file,
                                              const Borders& borders, const ReadExternal& external) {
  const Result<Graph> graph = import_onnx(bytes, file, borders, external);
  if (!graph) return graph.diag();
  return export_bytes(*graph);
}

}  // namespace nookc::onnx
