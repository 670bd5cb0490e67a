// The compiler's final result: every kernel with its arguments, every constant, the place of every byte.
// Emission and reports only read it.
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nook/ops/table.h"
#include "nook/ops/window_rows.h"
#include "nook/plan/problem.h"
#include "nookc/graph/graph.h"
#include "nookc/middle/lower/estimate.h"
#include "nookc/middle/lower/work.h"
#include "nookc/target/target.h"

namespace nookc {

// Where the bytes of a tensor are while the model runs.
struct Location {
  enum class Kind : uint8_t {
    kNone,      // an operand that is not there, or a tensor that is no longer used
    kConstant,  // Program::constants[index]
    kScratch,   // scratch of Program::scratch_pools[index], `offset` bytes from its start
    kInput,     // the application's buffer of input `index`
    kOutput,    // the application's buffer of output `index`
    kKept,      // persistent memory in Program::scratch_pools[index], `offset` bytes from its start
  };
  Kind kind = Kind::kNone;
  int32_t index = 0;
  int32_t offset = 0;

  friend bool operator==(const Location&, const Location&) = default;
};

// A constant as it is stored: in the model's layout, or packed for a kernel.
struct Constant {
  std::string name;   // of the tensor
  TensorId tensor;    // where it comes from
  nook::DType type;   // packed ones are kU8
  nook::Shape shape;  // packed ones have rank 1
  int32_t alignment;  // bytes
  std::shared_ptr<const Bytes> bytes;
  bool packed = false;
  int32_t pool = 0;    // of Program::constant_pools
  int32_t offset = 0;  // in the plan of the pool; what is passed by pointer is there in its image
};

// An image of which a call that runs row by row reads some rows for each row that it makes.
struct RowRead {
  size_t operand = 0;                 // of the call
  TensorId tensor = TensorId::kNone;  // the one whose bytes it is (storage.h)
  nook::WindowRows window;
  int32_t height = 0, row_bytes = 0;  // of the image

  int32_t first(int32_t y) const { return window.first(y); }
  int32_t until(int32_t y) const { return window.until(y, height); }
};

// A call that runs row by row.
struct RowStage {
  int32_t call = 0;  // of Program::calls
  nook::ByRows by = nook::ByRows::kNone;
  std::vector<RowRead> reads;
  TensorId out = TensorId::kNone;  // the one whose bytes it writes
  int32_t turns = 0;               // rows to be made; of sums: rows to be taken
  int32_t row_bytes = 0;           // of the output
  int32_t held = 0;                // rows of the output that are live at once: all, or a ring of the last
  int32_t height = 0;              // of the output
  int32_t into = -1;               // stage whose rows are made where this one's are, in place; -1: none
  int32_t sum_bytes = 0;           // of the sums that stand for the input's rows; 0: none
};

// An input that the application delivers row by row, in rows of its own shape, kept in a ring.
struct RowStream {
  TensorId tensor = TensorId::kNone;  // none: all inputs are there as a whole
  int32_t height = 0, row_bytes = 0;  // of the image
  int32_t held = 0;                   // rows in the ring
  Location ring, made;  // in the scratch: the rows, and an int32 per stage and for the input, the rows so far
};

// Consecutive calls that run together: again and again, the last call whose input rows are ready makes its
// next row, so that no image between them is ever held as a whole. A chain is one step of the plan.
struct RowChain {
  std::vector<RowStage> stages;            // in the order of the calls, without a gap
  std::vector<size_t> order;               // of the stages; the last that can makes a row
  std::vector<nook::Separation> overlaps;  // upper and lower are tensors: an input and an output
  RowStream stream;
};

// One kernel call.
struct Call {
  NodeId node;  // of Program::graph
  nook::OpCode code;
  nook::Prepared op;              // params, kernel row, symbol, scratch bytes, form
  std::string params_type;        // C type of *op.params
  std::string header;             // that declares its kernel
  std::vector<Location> in, out;  // per operand up to the last that the kernel is handed, and per result
  std::vector<TensorId> in_tensors, out_tensors;  // likewise; kNone for operands that it is not handed
  int32_t step = 0;            // of the plan: 0 is the entry, call i is i + 1, those of a chain are its first
  int32_t scratch_pool = 0;    // of Program::scratch_pools
  int32_t scratch_offset = 0;  // of the kernel's own scratch in the pool; op.scratch bytes
  Location state;              // what it keeps beside tensors: op.state_bytes bytes
  int64_t macs = 0;
  std::optional<Estimate> estimate;  // of its kernel, with CompileOptions::flash
  // Tensors that are other names for bytes that are complete after this call (RESHAPE). For the first call,
  // also names for bytes of the inputs.
  std::vector<TensorId> views, views_before;
};

// One buffer of the plan.
struct Planned {
  std::string name;  // of the tensor, or "scratch of <operator>"
  nook::Buffer
      buffer;        // size, alignment, first and last step, kind; step 0 is the entry, call i is step i + 1
  int32_t pool = 0;  // of Program::scratch_pools
  int32_t offset = 0;                 // in the pool
  TensorId tensor = TensorId::kNone;  // none: scratch of a kernel
  int32_t rows = 0;                   // of the tensor, held in a ring; 0: all of it
};

// State that survives from one run to the next: a variable tensor, or an operator's own state.
struct Kept {
  std::string name;                   // of the tensor, or "state of <operator>"
  TensorId tensor = TensorId::kNone;  // none: the operator's own
  int32_t call = 0;                   // the first that uses it
  int32_t bytes = 0;
  int32_t pool = 0, offset = 0;  // of Program::scratch_pools
  // The initial value: the bytes of a constant or, if that is -1, `fill` in every byte.
  int32_t first = -1;  // of Program::constants
  uint8_t fill = 0;
};

// A pool and the bytes that the model takes of it.
struct PoolUse {
  MemoryPool pool;
  int32_t bytes = 0;                           // height of the plan
  int64_t lower_bound = 0;                     // no plan with the same buffers in the pool is lower
  int32_t alignment = nook::kBufferAlignment;  // that its start needs
  int32_t kept_bytes = 0;                      // beside the plan: what is kept from one run to the next
};

struct PassReport {
  std::string name;
  int changes = 0;  // nodes folded, dropped, ...
  Work before, after;
};

// Where a region of control flow begins or ends.
struct CallMark {
  RegionMark::Kind kind;
  size_t call;  // before which it stands
  TensorId tensor;
  Location condition;
  std::string label;
  int32_t source = -1;                 // of kDone: the operator of the model,
  std::vector<TensorId> results = {};  // and what it gives
};

struct Program {
  Graph graph;
  const Target* target = nullptr;
  std::vector<Constant> constants;
  std::vector<Call> calls;         // in execution order
  std::vector<RowChain> chains;    // of calls that run row by row, in execution order
  std::vector<Location> location;  // per tensor of the graph
  std::vector<Planned> buffers;    // scratch of all pools
  std::vector<Kept> kept;          // persistent memory, in the order of the calls
  std::vector<CallMark> marks;     // of control flow, in order
  int64_t while_limit = 0;         // turns of all loops that one run may take; 0: any number
  std::vector<PassReport> passes;
  std::vector<std::string> units;  // beside the cpu, those that have calls; in the order of the options

  std::vector<PoolUse> scratch_pools, constant_pools;  // each in order of preference; one at least
  int32_t arguments_pool = 0;  // of constant_pools: where the kernels' arguments and tables are
  std::string solver;          // that made the plan
  std::vector<nook::Separation> separations;  // of `buffers`

  int32_t scratch_bytes = 0;        // height of the plan, of all pools together
  bool scratch_optimal = false;     // no plan of these buffers is better, which was proved
  int32_t scratch_lower_bound = 0;  // no plan of whole tensors without overlap can be below: the busiest step
  std::vector<bool> input_in_scratch, output_in_scratch;  // per input and output

  std::string model_sha256;  // of the file, lowercase hex
  int64_t model_bytes = 0;

  std::shared_ptr<void> arena;  // keeps the Params alive

  int64_t macs() const;
  int64_t constant_bytes() const;  // constants and the Params' tables, as they are stored; images as a whole
  int64_t constant_bytes(int32_t pool) const;
  int64_t argument_bytes() const;  // the Params and their tables alone
  int64_t input_bytes() const;     // of the application's own buffers and those in scratch alike
  int64_t output_bytes() const;
  int64_t kept_bytes() const;
};

// The operator and the form of a call.
const nook::OpRow& op_row(const Call& call);
const nook::FormRow& form_of(const Call& call);

}  // namespace nookc
