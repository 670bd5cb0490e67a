#pragma once
#include <memory>
#include <vector>

#include "nook/ops/table.h"
#include "nookc/graph/graph.h"
#include "nookc/middle/lower/estimate.h"

namespace nookc {

using nook::KernelRows;

// The conditions under which kernels are chosen.
struct KernelChoice {
  const Target* target = nullptr;
  bool may_pack = false;
  KernelRows rows = KernelRows::kAll;
  bool compact = false;  // excludes rows whose packed weights are much larger than the model's own
  Flash flash;           // the flash that the code will run from
  bool every = false;    // all rows that are exact, in the operator's order, whether estimated or not
};

// A kernel row that is exact for a node's actual constants.
struct Candidate {
  const nook::KernelEntry* row = nullptr;
  std::optional<Estimate> estimate;
};

// A node's Params with its scales computed, the memory they are in, and the kernel rows that the node may
// use, the best first. Rows are sorted by their estimated cycles from flash; where those hardly differ, or
// the first row that applies has no estimate, they keep the operator's order. `op` has the first row.
struct Chosen {
  nook::Result<nook::Prepared> op = nook::Code::kUnsupported;
  nook::Refusal refusal;  // the reason if there is no `op`
  std::shared_ptr<uint64_t[]> memory;
  size_t bytes = 0;  // size of `memory`, in bytes
  std::vector<Candidate> candidates;
};
Chosen choose_kernel(const Graph& graph, const Node& node, const KernelChoice& choice);

// A kernel row for each node; null: not decided.
using KernelPerNode = std::vector<const nook::KernelEntry*>;

// Switches `op` to this row.
void take(const nook::KernelEntry& row, nook::Prepared* op);

// The flash that packed weights may take at `compact`: the size of the constants they replace plus a quarter,
// the requantization parameters of each output, and the cost of linking one more kernel for a small layer.
int64_t most_packed(const Graph& graph, const Node& node);

// Pointers to the constant operands of a node, as Packing expects them; null for operands that are not
// constants.
std::vector<const void*> constant_operands(const Graph& graph, const Node& node, size_t least);

}  // namespace nookc
