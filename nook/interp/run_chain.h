// Operators that run together row by row, each only as far as the next one needs, so that no image between
// them is ever stored as a whole. At each step, the last operator whose input rows are available computes its
// next row.
#pragma once
#include "nook/ops/contract/row_step.h"

namespace nook::interp {

constexpr int32_t kMostStages = 32;    // operators of a chain
constexpr int32_t kMostRowInputs = 8;  // images that one operator reads

// An image that an operator of a chain reads.
struct RowRead {
  int32_t operand, tensor;
  int32_t maker;  // stage that computes its rows; -1: not part of the chain, the whole image is in memory
  WindowRows window;
  int32_t height, row_bytes;

  int32_t until(int32_t y) const { return window.until(y, height); }
  int32_t first(int32_t y) const { return window.first(y); }
};

// An operator of a chain. All members are integers, so that a host can compute the size for any machine.
struct RowStage {
  uint32_t op;     // operator of the model
  int32_t tensor;  // tensor that it computes
  int32_t turns, height,
      row_bytes;   // rows to compute (for sums: to accumulate); rows of the output; bytes of one row
  int32_t held;    // rows of the output that are live at once
  int32_t whole;   // 1: the output has its tensor's place; 0: a ring of the scratch
  int32_t offset;  // offset of the ring from the chain's scratch, which may lie above it
  int32_t first_read, reads;
  int32_t first_operand, operands;  // index among the chain's operands; the output follows
  int32_t by_window, sum_bytes;
};

// The functions of a stage.
struct RowCode {
  RowInvoke row;  // computes a row from a window of rows
  Invoke invoke;  // for operators whose rows are independent
  const void* params;
  const void* packed;  // packed weights; null: weights are an operand
};

// Params of the node that runs a chain: the node of its first operator.
struct ChainParams {
  const RowStage* stages;
  const RowRead* reads;
  const RowCode* codes;
  int32_t count;
  int32_t sums;  // offset from the scratch of the chain
};

// Bytes of RowCode and ChainParams if pointers have `pointer` bytes.
constexpr uint32_t row_code_bytes(uint32_t pointer) { return 4 * pointer; }
constexpr uint32_t chain_params_bytes(uint32_t pointer) { return 3 * pointer + 8; }
static_assert(sizeof(RowCode) == row_code_bytes(sizeof(void*)), "a host counts for other machines");
static_assert(sizeof(ChainParams) == chain_params_bytes(sizeof(void*)), "a host counts for other machines");

// Limits the rows of each stage to the rows that are read, and finds the most rows of each output that are
// needed at once, by simulating the chain without its data.
void find_heights(RowStage* stages, const RowRead* reads, int32_t count);

// io.in: the operands of all stages, each followed by the output unless the output is a ring.
void run_chain(const void* chain, const Io& io);
// The kernel of all operators of a chain except the first.
void run_nothing(const void* params, const Io& io);

}  // namespace nook::interp
