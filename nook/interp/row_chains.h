// The operators of a model that run row by row, for the construction of an interpreter.
//
// Metadata "NookRowChains" (`nook plan --engine interpreter --rows`), little-endian int32: version, operators
// of the model, n, then n pairs: the first operator of a chain and its number of operators. Everything else
// follows from the model.
#pragma once
#include "nook/interp/layout.h"
#include "nook/interp/run_chain.h"
#include "nook/ops/contract/prepare.h"

namespace nook::interp {

constexpr int32_t kMostRows = 1 << 14;  // rows of an image

class RowChains {
 public:
  static constexpr bool kAny = true, kFlow = false;

  // Working memory for a model with this many operators, which read this many operands.
  static size_t working_bytes(const Model& model, uint32_t operators, uint32_t read);
  // kUnsupported: the model has no chains.
  Code open(const Model& model, uint32_t operators, uint32_t read, Arena& working,
            nook_interpreter_fault* fault);

  const int32_t* steps() const { return steps_.data(); }
  bool has(uint32_t i) const { return first_[i] >= 0; }
  bool begins(uint32_t i) const { return first_[i] == static_cast<int32_t>(i); }
  bool ends(uint32_t i) const { return has(i) && (i + 1 == first_.size() || first_[i + 1] != first_[i]); }
  uint32_t first(uint32_t i) const { return static_cast<uint32_t>(first_[i]); }
  // The number of operators in the chain that begins with i.
  uint32_t length(uint32_t i) const {
    uint32_t n = 1;
    while (!ends(i + n - 1)) ++n;
    return n;
  }
  // There is room for one stage per operator; the stages of a chain are consecutive.
  RowStage* stage(uint32_t i) const { return stages_.data() + i; }
  const RowRead* reads() const { return reads_.data() + chain_read_; }

  // Adds operator i as the next stage, with rows as `step` specifies; false: it cannot be one.
  bool add(uint32_t i, const IndexList& in, const IndexList& out, const NodeView& node, const RowStep& step,
           int32_t scratch);
  // Working memory for a kernel of the current chain.
  void needs_scratch(int32_t bytes) { kernel_scratch_ = bytes > kernel_scratch_ ? bytes : kernel_scratch_; }
  // Completes the chain that ends with operator i: finds the readers of all rows and the number of rows
  // needed at once, and sets the sizes of their buffers. False: a tensor is computed twice, or read before it
  // is computed.
  bool close(uint32_t i, const uint32_t* places, Layout* layout);

  // State of the current chain.
  int32_t count() const { return count_; }
  uint32_t operands() const { return static_cast<uint32_t>(operands_); }
  int32_t read_count() const { return read_ - chain_read_; }
  int32_t kernel_scratch() const { return kernel_scratch_; }
  int32_t sum_bytes() const { return sum_bytes_; }
  RowCode* codes = nullptr;  // in the persistent memory, if present

 private:
  bool add_window(const NodeView& node, const RowStep& step, RowStage& s);
  bool add_slice(const NodeView& node, RowStage& s);
  bool add_read(int32_t operand, const TensorInfo& x, const WindowRows& window, RowStage& s);
  bool find_makers(const RowStage* stages);

  Span<int32_t> steps_,
      first_;              // per operator: its step; the first operator of its chain, -1: not in a chain
  Span<RowStage> stages_;  // per operator
  Span<RowRead> reads_;
  // State of the current chain.
  int32_t count_ = 0, operands_ = 0, chain_read_ = 0, read_ = 0, kernel_scratch_ = 0, sum_bytes_ = 0;
};

// Reduces the shape to an image of one row.
void shrink_to_row(TensorInfo& t);

}  // namespace nook::interp
