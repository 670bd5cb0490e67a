#include "nookc/graph/sound.h"

namespace nookc {
namespace {

Status refuse_own(const Graph& graph, const char* code, const std::string& maker) {
  const std::string wrong = verify(graph);
  if (wrong.empty()) return Done{};
  return Diag{Exit::kUnsupported, code, graph.file, maker + ": " + wrong,
              "this is a defect of nook: report it with the model"};
}

}  // namespace

Status check_after(const Graph& graph, const std::string& stage) {
  return refuse_own(graph, "N3001", "after " + stage);
}

Status check_from_onnx(const Graph& graph) {
  return refuse_own(graph, "N3034", "the graph made from it is invalid");
}

}  // namespace nookc
