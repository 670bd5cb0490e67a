// The compiler's final result: every kernel call with its arguments, every constant, and the location of
// every byte. Emission and reports only read it.
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nook/ops/contract/window_rows.h"
#include "nook/ops/table.h"
#include "nook/plan/problem.h"
#include "nookc/graph/graph.h"
#include "nookc/middle/lower/estimate.h"
#include "nookc/middle/lower/hop_facts.h"
#include "nookc/middle/lower/stored_weights.h"
#include "nookc/middle/lower/work.h"
#include "nookc/target/target.h"

namespace nookc {

// Where the bytes of a tensor are while the model runs.
struct Location {
  enum class Kind : uint8_t {
    kNone,      // a missing operand, or a tensor that is no longer used
    kConstant,  // Program::constants[index]
    kScratch,   // scratch of Program::scratch_pools[index], `offset` bytes from its start
    kInput,     // the application's buffer of input `index`
    kOutput,    // the application's buffer of output `index`
    kKept,      // persistent memory in Program::scratch_pools[index], `offset` bytes from its start
    kStored,    // Program::stored.chunks[index] in the staging, `offset` bytes from the start of the chunk
  };
  Kind kind = Kind::kNone;
  int32_t index = 0;
  int32_t offset = 0;

  friend bool operator==(const Location&, const Location&) = default;
};

// A constant as it is stored: in the model's layout, or packed for a kernel.
struct Constant {
  std::string name;   // the tensor's name
  TensorId tensor;    // the tensor that it was
  nook::DType type;   // kU8 if packed
  nook::Shape shape;  // rank 1 if packed
  int32_t alignment;  // in bytes
  std::shared_ptr<const Bytes> bytes;
  bool packed = false;
  int32_t pool = 0;    // index into Program::constant_pools
  int32_t offset = 0;  // in the plan of the pool; for constants passed by pointer, in the pool's image
};

// An input image read by a row-wise call: the window of rows per output row.
struct RowRead {
  size_t operand = 0;                 // operand of the call
  TensorId tensor = TensorId::kNone;  // the tensor that owns the bytes (storage.h)
  nook::WindowRows window;
  int32_t height = 0, row_bytes = 0;  // size of the image

  int32_t first(int32_t y) const { return window.first(y); }
  int32_t until(int32_t y) const { return window.until(y, height); }
};

// A call that runs row by row.
struct RowStage {
  int32_t call = 0;  // index into Program::calls
  nook::ByRows by = nook::ByRows::kNone;
  std::vector<RowRead> reads;
  TensorId out = TensorId::kNone;  // the tensor that owns the bytes it writes
  int32_t turns = 0;               // output rows to compute; for sums: input rows to consume
  int32_t row_bytes = 0;           // output row
  int32_t held = 0;                // output rows that are live at once: all, or the size of the ring
  int32_t height = 0;              // output rows
  int32_t into = -1;               // stage whose row buffer this stage writes to, in place or, in a chain of
                                   // strips, while it is empty; -1: none
  int32_t sum_bytes = 0;           // size of the running sums that replace the input's rows; 0: none
  // In chains of strips, whose rows are pixels:
  int32_t at_once = 1;  // rows computed in one step
  int32_t span = 0;     // pixels from the first tap of a filter to the last; 0: no filter
};

// An input that the application delivers row by row, in rows of its own shape, into a ring.
struct RowStream {
  TensorId tensor = TensorId::kNone;  // kNone: all inputs are available as a whole
  int32_t height = 0, row_bytes = 0;  // size of the image
  int32_t held = 0;                   // rows in the ring
  Location ring, made;  // in the scratch: the ring, and the int32 row counters of each stage and of the input
};

// Consecutive calls that run interleaved: in each step, the last call whose input rows are ready computes its
// next row, so no image between them is ever stored as a whole. A chain is one step of the plan.
struct RowChain {
  std::vector<RowStage> stages;            // in the order of the calls, without gaps
  std::vector<size_t> order;               // indices of stages; the last stage that is ready computes a row
  std::vector<nook::Separation> overlaps;  // upper and lower are tensors: an input and an output
  RowStream stream;
  // Whether the images are lines of pixels that are computed a few pixels at a time: each pixel is a row, and
  // instead of a ring, a buffer holds the pixels that are still to be read, from its start on
  // (nook/core/strips.h).
  bool strips = false;
  bool even = false;  // whether stages that read nothing of the chain go on evenly (lower/row_stage.h)
};

// One kernel call.
struct Call {
  NodeId node;  // index into Program::graph
  nook::OpCode code;
  nook::Prepared op;              // params, kernel row, symbol, scratch bytes, form
  std::string params_type;        // C type of *op.params
  std::string header;             // header that declares its kernel
  std::vector<Location> in, out;  // per operand up to the last that the kernel receives, and per result
  // Likewise; kNone for operands that the kernel does not receive.
  std::vector<TensorId> in_tensors, out_tensors;
  int32_t step = 0;  // step of the plan: 0 is the entry, call i is i + 1; calls of a chain, and two calls
                     // that run at once, have the step of the first
  int32_t core = 0;  // core that runs it
  int32_t scratch_pool = 0;    // index into Program::scratch_pools
  int32_t scratch_offset = 0;  // offset of the kernel's own scratch (op.scratch bytes) in the pool
  Location state;              // the operator's own state, op.state_bytes bytes, without variable tensors
  int64_t macs = 0;
  std::optional<Estimate> estimate;  // cycles of its kernel, if CompileOptions::flash is given
  // Views (RESHAPE) whose bytes are complete after this call. The first call also lists views of the inputs.
  std::vector<TensorId> views, views_before;
};

// One buffer of the plan.
struct Planned {
  std::string name;  // the tensor's name, or "scratch of <operator>"
  nook::Buffer
      buffer;        // size, alignment, first and last step, kind; step 0 is the entry, call i is step i + 1
  int32_t pool = 0;  // index into Program::scratch_pools
  int32_t offset = 0;                 // in the pool
  TensorId tensor = TensorId::kNone;  // kNone: scratch of a kernel
  int32_t rows = 0;                   // rows of the tensor held in a ring; 0: the whole tensor
};

// State that survives from one run to the next: a variable tensor, or an operator's own state.
struct Kept {
  std::string name;                   // the tensor's name, or "state of <operator>"
  TensorId tensor = TensorId::kNone;  // kNone: the operator's own state
  int32_t call = 0;                   // the first call that uses it
  int32_t bytes = 0;
  int32_t pool = 0, offset = 0;  // index into Program::scratch_pools; bytes from its start
  // The initial value: the bytes of a constant or, if `first` is -1, `fill` in every byte.
  int32_t first = -1;    // index into Program::constants
  int32_t first_at = 0;  // where these bytes begin: a variable is a part of its window
  uint8_t fill = 0;
};

// A pool and the number of bytes that the model uses in it.
struct PoolUse {
  MemoryPool pool;
  int32_t bytes = 0;                           // height of the plan
  int64_t lower_bound = 0;                     // proved: no plan with the same buffers in the pool is lower
  int32_t alignment = nook::kBufferAlignment;  // alignment that its start needs
  int32_t kept_bytes = 0;                      // persistent state, in addition to the plan
};

struct PassReport {
  std::string name;
  int changes = 0;  // number of changes: nodes folded, dropped, ...
  Work before, after;
};

// Where a region of control flow begins or ends.
struct CallMark {
  RegionMark::Kind kind;
  size_t call;  // call that follows the mark
  TensorId tensor;
  Location condition;
  std::string label;
  int32_t source = -1;                 // for kDone: the operator of the model,
  std::vector<TensorId> results = {};  // and its results
};

struct Program {
  Graph graph;
  const Target* target = nullptr;
  std::vector<Constant> constants;
  std::vector<Call> calls;         // in execution order
  std::vector<RowChain> chains;    // chains of calls that run row by row, in execution order
  std::vector<Location> location;  // per tensor of the graph
  std::vector<Planned> buffers;    // scratch of all pools
  std::vector<Kept> kept;          // persistent memory, in the order of the calls
  std::vector<CallMark> marks;     // marks of control flow, in order
  int64_t while_limit = 0;         // limit on the iterations of all loops in one run; 0: none
  int32_t cores = 1;               // that run the calls
  std::vector<PassReport> passes;
  HopFacts hop;
  StoredWeights stored;
  std::vector<std::string> units;  // units other than the cpu that have calls, in the order of the options

  std::vector<PoolUse> scratch_pools, constant_pools;  // each in order of preference; at least one
  int32_t arguments_pool = 0;  // index into constant_pools: the pool of the kernels' arguments and tables
  std::string solver;          // solver that made the plan
  std::vector<nook::Separation> separations;  // indices into `buffers`

  Location handover;                // with two cores: the pointers that the first gives to the second
  int32_t scratch_bytes = 0;        // height of the plan, summed over all pools
  bool scratch_optimal = false;     // proved: no plan of these buffers is better
  int32_t scratch_lower_bound = 0;  // the busiest step: no plan of whole tensors without overlap can be lower
  std::vector<bool> input_in_scratch, output_in_scratch;  // per input and output

  std::string model_sha256;  // hash of the file, lowercase hex
  int64_t model_bytes = 0;

  std::shared_ptr<void> arena;  // keeps the Params alive

  int64_t macs() const;
  // Bytes of constants and of the Params' tables as stored; images count as a whole.
  int64_t constant_bytes() const;
  int64_t constant_bytes(int32_t pool) const;
  int64_t argument_bytes() const;  // bytes of the Params and their tables alone
  int64_t input_bytes() const;     // bytes of all inputs, in the application's buffers or in scratch
  int64_t output_bytes() const;
  int64_t kept_bytes() const;
};

// The operator and the form of a call.
const nook::OpRow& op_row(const Call& call);
const nook::FormRow& form_of(const Call& call);

}  // namespace nookc
