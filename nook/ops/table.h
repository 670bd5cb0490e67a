#pragma once
#include "nook/ops/op.h"

namespace nook {

// Everything needed to run one node: immutable after prepare().
struct Prepared {
  const void* params = nullptr;    // the form's Params, in the persistent arena
  const Kernel* kernel = nullptr;  // the row
  Invoke invoke = nullptr;         // null when this build cannot run the chosen kernel
  const char* symbol = nullptr;    // the kernel's C name
  int32_t scratch = 0;             // bytes that the kernel needs while it runs
  int32_t form = 0;                // index into Op::Forms
  // Kernel::overlap of `kernel` for input i of `params`.
  int32_t (*overlap)(const Kernel* kernel, const void* params, int input) = nullptr;
  // Makes the multipliers and shifts in `table`, scale_bytes at a multiple of 4, and points `params` to them:
  // once (make_scales()) or before each run. Null: there are none. Cannot fail: prepare() has checked the
  // scales.
  void (*fill)(void* params, const ScaleSource& scales, void* table) = nullptr;
  int32_t scale_bytes = 0;
};

// Which kernels are linked: those that take weights as they are; all, for the compiler; those of the core,
// for an interpreter that is to be fast, and their rows, where it runs chains; those of all cores, for a host
// that counts for such a one.
enum class Kernels { kUnpacked, kAll, kFast, kRows, kElsewhere };

struct OpEntry {
  OpCode code;
  const char* name;  // of the struct: "Conv2D"
  Result<Prepared> (*prepare)(const NodeView&, PrepareContext&);
};

// The row for a .tflite builtin code, or null.
inline const OpEntry* find_op(Span<const OpEntry> ops, int32_t code) {
  for (const OpEntry& op : ops)
    if (static_cast<int32_t>(op.code) == code) return &op;
  return nullptr;
}
// Of all operators that this build was given.
const OpEntry* find_op(int32_t code);
// All of them, in the order of ops.inc.
Span<const OpEntry> all_ops();

// OpEntry::prepare of an operator with all its forms; instantiated in <op>_op.cc by NOOK_DEFINE_OP.
template <class Op, Kernels linked>
Result<Prepared> prepare_model_node(const NodeView& node, PrepareContext& context);

// As many operands and results as the signature says; kOperandCount.
Code check_counts(const Signature& signature, const NodeView& node, PrepareContext& context);

}  // namespace nook
