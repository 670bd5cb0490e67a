#pragma once
#include <memory>
#include <vector>

#include "nook/ops/table.h"
#include "nookc/graph/graph.h"
#include "nookc/middle/lower/estimate.h"

namespace nookc {

// The kernel rows of its operator that a node may use: all rows, those not reserved for -O time, of these the
// ones without scratch, or the last (the reference).
enum class KernelRows : uint8_t { kAll, kWorthTheirCode, kWithoutScratch, kReference };

// The conditions under which kernels are chosen.
struct KernelChoice {
  const Target* target = nullptr;
  bool may_pack = false;
  KernelRows rows = KernelRows::kAll;
  bool compact = false;  // no row whose packed weights are much larger than the model's own
  Flash flash;           // that the code will run from
};

// A kernel row that is exact for a node's actual constants.
struct Candidate {
  const nook::Kernel* row = nullptr;
  std::optional<Estimate> estimate;
};

// A node's Params, with its scales made, in memory of their size, and the kernel rows that it may use, the
// best first: by their estimated cycles from flash or, where those hardly differ or the first row that
// applies has no estimate, in the order of the operator's rows. `op` has the first.
struct Chosen {
  nook::Result<nook::Prepared> op = nook::Code::kUnsupported;
  nook::Refusal refusal;  // where there is no op
  std::unique_ptr<uint64_t[]> memory;
  size_t bytes = 0;  // of it
  std::vector<Candidate> candidates;
};
Chosen choose_kernel(const Graph& graph, const Node& node, const KernelChoice& choice);

// Makes `op` one of this row.
void take(const nook::Kernel& row, nook::Prepared* op);

// The bytes of a node's operands as Packing wants them; null for operands that are not constants.
std::vector<const void*> constant_operands(const Graph& graph, const Node& node, size_t least);

}  // namespace nookc
