#include "nookc/front/borders/few_bits_file.h"

#include <algorithm>
#include <set>

#include "nook/model/model.h"
#include "nook/ops/contract/op_code.h"
#include "nookc/front/export/export.h"
#include "nookc/front/import/import.h"
#include "nookc/middle/passes/drop_dead.h"
#include "nookc/middle/passes/few_bits/few_bits.h"
#include "nookc/middle/passes/few_bits/straight_through.h"
#include "nookc/middle/passes/floats/simplify_report.h"
#include "nookc/middle/passes/fold_pads.h"

namespace nookc {
namespace {

using nook::OpCode;

// Whether the operators could make levels: most files need not be read for this.
bool may_round(const nook::Model& model) {
  if (model.subgraph_count() != 1) return false;
  std::set<int32_t> codes;
  const nook::SubgraphView all = model.subgraph(0);
  for (uint32_t i = 0; i < all.operator_count(); ++i) codes.insert(all.op(i).code());
  const auto has = [&](OpCode code) { return codes.contains(static_cast<int32_t>(code)); };
  const bool layer = has(OpCode::kConv2D) || has(OpCode::kDepthwiseConv2D) || has(OpCode::kFullyConnected);
  const bool compares = has(OpCode::kCast) && (has(OpCode::kGreater) || has(OpCode::kGreaterEqual));
  return layer && (has(OpCode::kRound) || has(OpCode::kFloor) || has(OpCode::kCeil) || compares ||
                   (has(OpCode::kQuantize) && has(OpCode::kDequantize)));
}

int integers_of_levels(Graph& graph) {
  straight_through(graph);
  drop_dead(graph);
  fold_pads(graph);
  return few_bits(graph, true);
}

}  // namespace

std::vector<std::byte> with_few_bits(std::vector<std::byte> bytes, const std::string& file,
                                     std::vector<PassReport>* passes) {
  const auto model = nook::Model::open({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
  if (!model || !may_round(*model)) return bytes;
  Result<Graph> graph = import_tflite(bytes, file);
  const auto initial = [](const Tensor& t) { return t.first != nullptr; };
  if (!graph || std::ranges::any_of(graph->tensors, initial)) return bytes;
  PassReport report = run_and_report(*graph, kFewBits, integers_of_levels);
  if (report.changes == 0) return bytes;
  Result<std::vector<std::byte>> made = export_bytes(*graph);
  if (!made) return bytes;
  passes->push_back(std::move(report));
  return *std::move(made);
}

}  // namespace nookc
