// The size of the working memory, computed from a few counts of the model.
#pragma once
#include "nook/interp/node.h"
#include "nook/interpreter.h"
#include "nook/plan/problem.h"

namespace nook::interp {

// The counts.
struct Workload {
  uint32_t tensors = 0, operators = 0, inputs = 0, outputs = 0;
  uint32_t activations = 0;  // tensors that are given or computed
  uint32_t states = 0;       // variable tensors, and those that stand for variables
  uint32_t read = 0;         // operands of all operators
  uint32_t widest = 0;       // operands and results of one operator
  uint32_t places = 0;       // along all dimensions of one result, of operators that note them
};
Workload workload_of(const Model& model);

// The most that one operator prepares, except 4 bytes per operand: Params, a curve of 256 bytes, strides.
constexpr size_t kMostPrepared = kMostParams + 384;

// The limit for operators that note places, so that no file can ask for any amount of memory.
constexpr uint32_t kMostPlaces = 1u << 15;

// Room for what prepare() makes of one operator, if persistent memory is only counted.
constexpr size_t probe_bytes(const Workload& w) {
  return kMostPrepared + (w.widest + w.places) * sizeof(int32_t);
}

// The TensorInfos of the current operator; for each buffer a Buffer, a tensor, an offset and a place in the
// order; a Separation for each operand; the bytes of scale tables.
constexpr size_t table_bytes(const Workload& w, uint32_t tensor_info = sizeof(TensorInfo)) {
  return w.widest * tensor_info + (w.activations + w.operators) * (sizeof(Buffer) + 3 * sizeof(int32_t)) +
         w.read * sizeof(Separation) + w.operators * sizeof(int32_t);
}

// The above, what is otherwise persistent, and the answer.
constexpr size_t working_bytes(const Workload& w, const Widths& on = {}) {
  return 3 * kBufferAlignment + table_bytes(w, on.tensor_info) + w.tensors * sizeof(uint32_t) +
         (w.inputs + w.outputs) * on.requirement + probe_bytes(w);
}

}  // namespace nook::interp
