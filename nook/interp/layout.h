// Finds what must be placed: the buffers of the scratch and their live ranges.
#pragma once
#include "nook/interp/node.h"
#include "nook/interp/working.h"
#include "nook/plan/problem.h"

namespace nook::interp {

// Step 0 is the entry, operator i is step i + 1, then comes the exit; control.h defines the steps of several
// subgraphs. The tables are working memory.
struct Layout {
  Buffer* buffers;
  int32_t* tensors;  // per buffer; below 0: scratch of an operator
  Separation* separations;
  int32_t *offsets, *order;
  int32_t* scale_bytes;  // per operator, of tables that are made for each inference
  size_t buffer_count = 0, separation_count = 0;
  int32_t height = 0;
  const int32_t* steps = nullptr;  // per operator, where some share one; null: as above
};

// The buffer of a tensor while the layout is made; null: it has none, or is none.
Buffer* buffer_of(const Layout& layout, const uint32_t* places, int32_t tensor);

// Bit i of an option for inputs or outputs.
constexpr bool in_scratch(uint32_t bits, uint32_t i) { return i < 32 && (bits >> i & 1) != 0; }

// Notes the use of every tensor; `places` has a word for each, initially zero, or is null. Counts the load.
void find_places(const Model& model, const SubgraphView& graph, uint32_t* places, Workload* load);

// Finds the buffers of those tensors and their live ranges; their sizes become known when their operators are
// prepared. Tensors in the application's buffers get buffers of 0 bytes, so that the numbers of the others do
// not depend on the options.
Code lay_out(const Model& model, const SubgraphView& graph, const nook_interpreter_options& options,
             uint32_t* places, Layout* layout, nook_interpreter_fault* fault);

}  // namespace nook::interp
