#include "tests/generated/samples.h"

#include <set>

#include "nookc/front/export/export.h"
#include "tests/generated/random_graph.h"

namespace generated {

std::map<nook::OpCode, std::string> samples() {
  constexpr uint64_t kGraphs = 60000;
  std::map<nook::OpCode, std::string> smallest;
  for (uint64_t seed = 1; seed <= kGraphs; ++seed) {
    Choices choices(seed);
    const nookc::Graph graph = random_graph(choices);
    std::set<nook::OpCode> operators;
    for (const nookc::Node& node : graph.nodes) operators.insert(nookc::op_code(node));
    const auto tflite = nookc::export_tflite(graph);
    if (!tflite) continue;
    for (const nook::OpCode code : operators) {
      std::string& best = smallest[code];
      if (best.empty() || tflite->size() < best.size()) best = *tflite;
    }
  }
  return smallest;
}

}  // namespace generated
