// Operators that run together row by row, each only as far as the next one needs, so that no image between
// them is ever held as a whole. Again and again, the last operator that has the rows it reads makes its next
// one.
#pragma once
#include "nook/ops/contract/row_step.h"

namespace nook::interp {

constexpr int32_t kMostStages = 32;    // operators of a chain
constexpr int32_t kMostRowInputs = 8;  // of one of them

// An image that an operator of a chain reads.
struct RowRead {
  int32_t operand, tensor;
  int32_t maker;  // stage that makes its rows; -1: none of the chain, it is there as a whole
  WindowRows window;
  int32_t height, row_bytes;

  int32_t until(int32_t y) const { return window.until(y, height); }
  int32_t first(int32_t y) const { return window.first(y); }
};

// An operator of a chain. All members are integers, so that a host can compute the size for any machine.
struct RowStage {
  uint32_t op;                       // of the model
  int32_t tensor;                    // that it makes
  int32_t turns, height, row_bytes;  // rows to be made (of sums: to be taken), of the output; of one row
  int32_t held;                      // rows of the output that are live at once
  int32_t whole;                     // 1: the output is where its tensor is; 0: in a ring of the scratch
  int32_t offset;                    // of the ring, from the scratch of the chain, which may lie above it
  int32_t first_read, reads;
  int32_t first_operand, operands;  // of the chain's; then comes the output
  int32_t by_window, sum_bytes;
};

// The functions of a stage.
struct RowCode {
  RowInvoke row;  // of a window
  Invoke invoke;  // of operators that see no row but their own
  const void* params;
  const void* packed;  // weights that were laid out; null: the operand
};

// Params of the node that runs a chain: the node of its first operator.
struct RowChain {
  const RowStage* stages;
  const RowRead* reads;
  const RowCode* codes;
  int32_t count;
  int32_t sums;  // offset from the scratch of the chain
};

// Bytes of RowCode and RowChain for pointers of `pointer` bytes.
constexpr uint32_t row_code_bytes(uint32_t pointer) { return 4 * pointer; }
constexpr uint32_t row_chain_bytes(uint32_t pointer) { return 3 * pointer + 8; }
static_assert(sizeof(RowCode) == row_code_bytes(sizeof(void*)), "a host counts for other machines");
static_assert(sizeof(RowChain) == row_chain_bytes(sizeof(void*)), "a host counts for other machines");

// Limits the turns of stages to the rows that are read, and finds the most rows of each output needed at
// once, by simulating the chain without its bytes.
void find_heights(RowStage* stages, const RowRead* reads, int32_t count);

// io.in: the operands of all stages, each followed by the output unless that is a ring.
void run_chain(const void* chain, const Io& io);
// The kernel of the other operators of a chain.
void run_nothing(const void* params, const Io& io);

}  // namespace nook::interp
