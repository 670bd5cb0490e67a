// The parts of an inference, inlined into both functions that run one.
#pragma once
#include <string.h>

#include "nook/interp/address.h"
#include "nook/interp/scales.h"

namespace nook::interp {

// Runs one operator; returns whether it has no result yet. `graph` provides the scales if tables are computed
// in each run.
[[gnu::always_inline]] inline bool run_node(const nook_interpreter& self, const SubgraphView& graph,
                                            const Node& node) {
  const void* few[kFewOperands] = {};  // kernels may read an optional operand past in_count
  void* few_out[kFewOperands];
  uint8_t* const scratch = self.scratch + node.scratch;
  const void** const in =
      node.in_count > kFewOperands ? reinterpret_cast<const void**>(scratch) - node.in_count : few;
  void** const out = node.out_count > kFewOperands
                         ? reinterpret_cast<void**>(scratch - pointer_bytes(node.in_count)) - node.out_count
                         : few_out;
  for (uint32_t k = 0; k < node.in_count; ++k) in[k] = address(self, node.in[k]);
  // Results are not constant: build() checked results, and prepare() checked operands that are kept.
  for (uint32_t k = 0; k < node.out_count; ++k) out[k] = const_cast<void*>(address(self, node.out[k]));
  void* const table = const_cast<void*>(at(self, node.table));
  if (node.fill) node.fill(node.params, scales_of(graph, node), table);
  bool waits = false;
  node.invoke(node.params, {in, out, scratch, table, &waits});
  return waits;
}

// Copies outputs that are inputs, constants, or outputs twice.
[[gnu::always_inline]] inline void copy_outputs(const nook_interpreter& self, const IndexList& outputs) {
  for (uint32_t i = 0; i < outputs.size(); ++i) {
    const uint32_t place = self.places[outputs[i]];
    if (!self.outputs[i] || place == placed(Place::kOutput, i)) continue;
    memcpy(self.outputs[i], at(self, place), size_of_tensor(self, outputs[i]).bytes);
  }
}

}  // namespace nook::interp
