// How much working memory the interpreter takes: by the numbers of a model alone.
#pragma once
#include "nook/interp/node.h"
#include "nook/interpreter.h"
#include "nook/plan/problem.h"

namespace nook::interp {

// What is counted.
struct Workload {
  uint32_t tensors = 0, operators = 0, inputs = 0, outputs = 0;
  uint32_t activations = 0;  // tensors that are given or computed
  uint32_t states = 0;       // variable tensors, and those that stand for variables
  uint32_t read = 0;         // operands of all operators
  uint32_t widest = 0;       // operands and results of one operator
  uint32_t places = 0;       // along all dimensions of one result, of operators that note them
};
Workload workload_of(const Model& model);

// No operator prepares more at once, but for 4 bytes an operand: Params, a curve of 256 bytes, strides.
constexpr size_t kMostPrepared = kMostParams + 384;

// Of operators that note places, so that no file asks for any amount of memory.
constexpr uint32_t kMostPlaces = 1u << 15;

// What prepare() makes of one operator, where persistent memory is only counted.
constexpr size_t probe_bytes(const Workload& w) {
  return kMostPrepared + (w.widest + w.places) * sizeof(int32_t);
}

// The TensorInfos of the operator at hand; for each buffer a Buffer, a tensor, an offset and a place in the
// order; a Separation for each operand; the bytes of scale tables.
constexpr size_t table_bytes(const Workload& w, uint32_t tensor_info = sizeof(TensorInfo)) {
  return w.widest * tensor_info + (w.activations + w.operators) * (sizeof(Buffer) + 3 * sizeof(int32_t)) +
         w.read * sizeof(Separation) + w.operators * sizeof(int32_t);
}

// These, what is persistent otherwise, and the answer.
constexpr size_t working_bytes(const Workload& w, const Widths& on = {}) {
  return 3 * kBufferAlignment + table_bytes(w, on.tensor_info) + w.tensors * sizeof(uint32_t) +
         (w.inputs + w.outputs) * on.requirement + probe_bytes(w);
}

}  // namespace nook::interp
