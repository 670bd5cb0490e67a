#include "nookc/middle/lower/choose_kernel.h"

#include <algorithm>
#include <map>

#include "nookc/middle/lower/prepare_node.h"

namespace nookc {
namespace {

constexpr size_t kFirstArena = 512, kLastArena = size_t{1} << 26;
constexpr int64_t kCompactPart = 4, kCompactSlack = 1024;
constexpr int64_t kFactorBytes = 5;  // multiplier and shift of a scale, which 4-bit weights do not hide
constexpr int64_t kAlike = 16;       // estimates that differ by less than 1/16 count as equal

// Decides which kernels are exact for a node's constants. Rows that share a packing ask it once, because it
// examines all weights.
class Taking {
 public:
  Taking(bool may_pack, const void* params, const std::vector<const void*>& constants)
      : may_pack_(may_pack), params_(params), constants_(constants) {}

  bool takes(const nook::KernelEntry& row) {
    const nook::PackingRow& packing = *row.packing;
    if (!packing.bytes) return true;
    if (!may_pack_ || !packing.takes) return may_pack_;
    const auto [known, fresh] = taken_.try_emplace(&packing, false);
    if (fresh) known->second = packing.takes(params_, constants_.data());
    return known->second;
  }

 private:
  bool may_pack_;
  const void* params_;
  const std::vector<const void*>& constants_;
  std::map<const nook::PackingRow*, bool> taken_;
};

// Rows without an estimate come last.
bool faster(const Candidate& a, const Candidate& b) {
  if (!a.estimate || !b.estimate) return a.estimate.has_value() && !b.estimate;
  return a.estimate->flash < b.estimate->flash;
}

// Sorts by estimated cycles; rows that are about as fast keep the order of the operator's rows.
std::vector<Candidate> in_order(std::vector<Candidate> rows) {
  std::ranges::stable_sort(rows, faster);
  const int64_t least = rows.empty() || !rows.front().estimate ? 0 : rows.front().estimate->flash;
  auto first = rows.begin();
  for (auto row = rows.begin(); row != rows.end(); ++row)
    if (row->estimate && row->estimate->flash - least <= least / kAlike && row->row < first->row) first = row;
  std::rotate(rows.begin(), first, first == rows.end() ? first : first + 1);
  return rows;
}

std::vector<Candidate> candidates(const Graph& graph, const Node& node, const nook::PrepareContext& context,
                                  const KernelChoice& choice, const nook::Prepared& prepared) {
  const int64_t most = choice.compact ? most_packed(graph, node) : INT64_MAX;
  const nook::OpRow& op = op_row(node);
  const void* const params = prepared.params;
  const auto constants = constant_operands(graph, node, op.signature.reach(node.in.size()));
  const nook::Span<const nook::KernelEntry> all = op.forms[static_cast<size_t>(prepared.form)].kernels();
  std::vector<Candidate> found;
  Taking taking(context.may_pack, params, constants);
  for (const nook::KernelEntry& row : all) {
    const bool last = &row == all.end() - 1;  // the reference kernel accepts every node
    if (!nook::considers(choice.rows, context.isa, row, last, params)) continue;
    if (row.packing->bytes && row.packing->bytes(params) > most) continue;
    if (!taking.takes(row)) continue;
    found.push_back({&row, estimate(row, params, constants.data(), *choice.target, choice.flash)});
    if (!choice.every && !found.front().estimate) return found;  // the order of the rows decides
  }
  return choice.every ? found : in_order(std::move(found));
}

}  // namespace

int64_t most_packed(const Graph& graph, const Node& node) {
  int64_t bytes = 0;
  for (TensorId t : node.in) {
    if (t == TensorId::kNone || !graph[t].constant()) continue;
    bytes += static_cast<int64_t>(graph[t].data->size());
    if (graph[t].type == nook::DType::kS4)
      bytes += kFactorBytes * static_cast<int64_t>(graph[t].scales.size());
  }
  return bytes + bytes / kCompactPart + kCompactSlack;
}

std::vector<const void*> constant_operands(const Graph& graph, const Node& node, size_t least) {
  std::vector<const void*> in;
  for (TensorId t : node.in)
    in.push_back(t == TensorId::kNone || !graph[t].constant() ? nullptr : graph[t].data->data());
  in.resize(std::max(in.size(), least));
  return in;
}

void take(const nook::KernelEntry& row, nook::Prepared* op) {
  op->kernel = &row, op->invoke = row.invoke, op->symbol = row.symbol;
  op->scratch = row.scratch(op->params);
}

Chosen choose_kernel(const Graph& graph, const Node& node, const KernelChoice& choice) {
  for (size_t bytes = kFirstArena;; bytes *= 2) {
    auto memory = std::make_unique_for_overwrite<uint64_t[]>(bytes / 8);
    nook::Arena arena({reinterpret_cast<uint8_t*>(memory.get()), bytes});
    nook::PrepareContext context{arena, choice.target->isa, choice.may_pack, {}};
    const auto prepared = prepare_node(graph, node, context);
    if (!prepared) {
      if (context.refusal.reason == nook::Reason::kPersistent && bytes < kLastArena) continue;
      return {prepared.code(), context.refusal, nullptr, 0, {}};
    }
    nook::Prepared op = *prepared;
    std::vector<Candidate> rows = candidates(graph, node, context, choice, op);
    if (!rows.empty()) take(*rows.front().row, &op);
    return {op, {}, std::move(memory), bytes, std::move(rows)};
  }
}

}  // namespace nookc
