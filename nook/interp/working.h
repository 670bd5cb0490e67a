// Computes the size of the working memory from a few counts of the model.
#pragma once
#include "nook/interp/node.h"
#include "nook/interpreter.h"
#include "nook/plan/problem.h"

namespace nook::interp {

// The counts.
struct Workload {
  uint32_t tensors = 0, operators = 0, inputs = 0, outputs = 0;
  uint32_t activations = 0;  // tensors that are inputs or results
  uint32_t states = 0;       // variable tensors, and tensors that represent variables
  uint32_t read = 0;         // operands of all operators
  uint32_t widest = 0;       // operands and results of one operator
  uint32_t places = 0;       // sum of all dimensions of one result, for operators with place tables
};
Workload workload_of(const Model& model);

// The most memory that one operator prepares, except 4 bytes per operand: Params, a table of 256 bytes,
// strides.
constexpr size_t kMostPrepared = kMostParams + 384;

// The limit for place tables, so that a file cannot request arbitrary amounts of memory.
constexpr uint32_t kMostPlaces = 1u << 15;

// Room for prepare()'s data of one operator, if persistent memory is only counted.
constexpr size_t probe_bytes(const Workload& w) {
  return kMostPrepared + (w.widest + w.places) * sizeof(int32_t);
}

// The tables: the TensorInfos of the current operator; per buffer, a Buffer, a tensor, an offset and a
// position in the order; a Separation per operand; the bytes of scale tables.
constexpr size_t table_bytes(const Workload& w, uint32_t tensor_info = sizeof(TensorInfo)) {
  return w.widest * tensor_info + (w.activations + w.operators) * (sizeof(Buffer) + 3 * sizeof(int32_t)) +
         w.read * sizeof(Separation) + w.operators * sizeof(int32_t);
}

// The tables, the data that is otherwise persistent, and the answer.
constexpr size_t working_bytes(const Workload& w, const Widths& on = {}) {
  return 3 * kBufferAlignment + table_bytes(w, on.tensor_info) + w.tensors * sizeof(uint32_t) +
         (w.inputs + w.outputs) * on.requirement + probe_bytes(w);
}

}  // namespace nook::interp
