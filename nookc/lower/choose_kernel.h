#pragma once
#include <memory>
#include <vector>

#include "nook/ops/table.h"
#include "nookc/ir/graph.h"

namespace nookc {

// The kernel rows of its operator that a node may use: all rows, those not reserved for -O time, of these the
// ones without scratch or those in portable C, or the last (the reference).
enum class KernelRows : uint8_t { kAll, kWorthTheirCode, kWithoutScratch, kPortable, kReference };

// The conditions under which kernels are chosen.
struct KernelChoice {
  uint32_t isa = 0;
  bool may_pack = false;
  KernelRows rows = KernelRows::kAll;
  bool compact = false;  // no row whose packed weights are much larger than the model's own
};

// A node's Params, with its scales made, in memory of their size, and the first kernel row that is exact for
// the node's actual constants.
struct Chosen {
  nook::Result<nook::Prepared> op = nook::Code::kUnsupported;
  nook::Refusal refusal;  // where there is no op
  std::unique_ptr<uint64_t[]> memory;
  size_t bytes = 0;  // of it
};
Chosen choose_kernel(const Graph& graph, const Node& node, const KernelChoice& choice);

// The bytes of a node's operands as Packing wants them; null for operands that are not constants.
std::vector<const void*> constant_operands(const Graph& graph, const Node& node, size_t least);

}  // namespace nookc
