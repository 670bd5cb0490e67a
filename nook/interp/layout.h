// What has to be placed: the buffers of the scratch and when they live.
#pragma once
#include "nook/interp/node.h"
#include "nook/interp/working.h"
#include "nook/plan/problem.h"

namespace nook::interp {

// Step 0 is the entry, operator i is step i + 1, then comes the exit; with several subgraphs control.h has
// the steps. The tables are working memory.
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

// Bit i of the options, for inputs and outputs.
constexpr bool in_scratch(uint32_t bits, uint32_t i) { return i < 32 && (bits >> i & 1) != 0; }

// Notes of every tensor that is used what it is; `places` has a word for each, zero at first, or is null.
// Counts the load.
void find_places(const Model& model, const SubgraphView& graph, uint32_t* places, Workload* load);

// Finds the buffers of those tensors with their lives; their sizes are known when their operators are
// prepared. Tensors in buffers of the application get buffers of 0 bytes, so that the numbers of the others
// don't depend on the options.
Code lay_out(const Model& model, const SubgraphView& graph, const nook_interpreter_options& options,
             uint32_t* places, Layout* layout, nook_interpreter_fault* fault);

}  // namespace nook::interp
