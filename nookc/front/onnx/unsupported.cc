// Operators that nook has, but not with the types or shapes in a model.
#include <set>

#include "nookc/front/import/unsigned.h"
#include "nookc/front/onnx/mapper.h"
#include "nookc/middle/lower/node_memory.h"
#include "nookc/middle/lower/prepare_node.h"
#include "nookc/middle/lower/refusal.h"

namespace nookc::onnx {
namespace {

// Why nook can't run an operator with its types and shapes; empty: it can.
std::string reason_against(const Graph& graph, const Node& node, NodeMemory& memory) {
  nook::Arena arena = memory.arena();
  nook::PrepareContext context{arena, nook::kRef, false, {}};
  const auto prepared = prepare_node(graph, node, context);
  if (prepared || prepared.code() == nook::Code::kNoMemory) return {};
  return op_name(node) + " " + refusal(graph, node, prepared.code(), context.refusal).what;
}

}  // namespace

// Notes the operators from index `from` on that nook could not run unchanged.
void Mapper::doubt(const OnnxNode& node, size_t from) {
  NodeMemory memory;
  for (size_t i = from; i < graph_.nodes.size(); ++i) {
    Node& made = graph_.nodes[i];
    if (made.source >= 0) continue;  // belongs to an inner node
    const std::string why = reason_against(graph_, made, memory);
    if (why.empty()) continue;
    const auto [found, first] = doubted_.try_emplace(&node, static_cast<int32_t>(doubts_.size()));
    if (first) doubts_.push_back(within_ + named(node) + ": as " + why);
    made.source = found->second;
  }
}

std::vector<std::string> Mapper::unsupported(const Graph& graph) const {
  std::vector<std::string> reasons;
  if (doubts_.empty()) return reasons;
  Graph imported = graph;
  make_signed(imported);
  std::set<int32_t> noted;
  NodeMemory memory;
  for (const Node& node : imported.nodes)
    if (!node.erased() && node.source >= 0 && !noted.count(node.source) &&
        !reason_against(imported, node, memory).empty()) {
      noted.insert(node.source);
      reasons.push_back(doubts_[static_cast<size_t>(node.source)]);
    }
  return reasons;
}

}  // namespace nookc::onnx
