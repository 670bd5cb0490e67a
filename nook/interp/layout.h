// Finds the buffers of the scratch and their live ranges.
#pragma once
#include "nook/interp/node.h"
#include "nook/interp/working.h"
#include "nook/plan/problem.h"

namespace nook::interp {

// Step 0 is the entry, step i + 1 is operator i, the last step is the exit; control.h defines the steps of
// several subgraphs. The tables are working memory.
struct Layout {
  Buffer* buffers;
  int32_t* tensors;  // per buffer; below 0: scratch of an operator
  Separation* separations;
  int32_t *offsets, *order;
  int32_t* scale_bytes;  // per operator: bytes of tables that each inference computes
  size_t buffer_count = 0, separation_count = 0;
  int32_t height = 0;
  const int32_t* steps = nullptr;  // per operator, if some share a step; null: as above
};

// The buffer of a tensor during layout; null: it has none, or there is no tensor.
Buffer* buffer_of(const Layout& layout, const uint32_t* places, int32_t tensor);

// Bit i of an option for inputs or outputs.
constexpr bool in_scratch(uint32_t bits, uint32_t i) { return i < 32 && (bits >> i & 1) != 0; }

// Records the use of every tensor and counts the load; `places` has one word per tensor, initially zero, or
// is null.
void find_places(const Model& model, const SubgraphView& graph, uint32_t* places, Workload* load);

// Creates the buffers of these tensors with their live ranges; sizes are known after the operators are
// prepared. Tensors in the application's buffers get buffers of 0 bytes, so that other buffers' numbers do
// not depend on the options.
Code lay_out(const Model& model, const SubgraphView& graph, const nook_interpreter_options& options,
             uint32_t* places, Layout* layout, nook_interpreter_fault* fault);

}  // namespace nook::interp
