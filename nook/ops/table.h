#pragma once
#include "nook/ops/contract/op.h"

namespace nook {

// Everything needed to run one node: immutable after prepare().
struct Prepared {
  const void* params = nullptr;         // the form's Params, in the persistent arena
  const KernelEntry* kernel = nullptr;  // the row of the chosen kernel
  Invoke invoke = nullptr;              // null if this build cannot run the chosen kernel
  const char* symbol = nullptr;         // the kernel's C name
  int32_t scratch = 0;                  // bytes that the kernel needs while it runs
  int32_t form = 0;                     // index into Op::Forms
  // KernelEntry::overlap of `kernel` for input i of `params`.
  int32_t (*overlap)(const KernelEntry* kernel, const void* params, int input) = nullptr;
  // Writes the multipliers and shifts to `table`, scale_bytes at a multiple of 4, and points `params` to
  // them: once (make_scales()) or before each run. Null: there are none. Cannot fail: prepare() checked the
  // scales.
  void (*fill)(void* params, const ScaleSource& scales, void* table) = nullptr;
  int32_t scale_bytes = 0;
  int32_t state_bytes = 0;  // state in addition to tensors of the model; initially 0
  // `fill` needs no scales, takes long, and its result is kept: it is called once.
  bool fills_once = false;
};

// The kernels that are linked: kernels for unpacked weights; all kernels, for the compiler; kernels for this
// core, for a fast interpreter; additionally their functions for rows, if it runs chains; kernels for all
// cores, for a host that counts for such an interpreter.
enum class Kernels { kUnpacked, kAll, kFast, kRows, kElsewhere };

struct OpEntry {
  OpCode code;
  const char* name;                                              // the name of a custom operator in models
  Code (*prepare)(const NodeView&, PrepareContext&, Prepared*);  // initially Prepared{}
};

// Whether a string from a model, which may contain anything, equals this name.
inline bool is_named(const char* name, Span<const char> text) {
  size_t same = 0;
  while (same < text.size() && name[same] != 0 && name[same] == text[same]) ++same;
  return same == text.size() && name[same] == 0;
}

// The row for an operator of a model: by its .tflite builtin code or, for CUSTOM, by its custom_code. Null:
// there is none.
inline const OpEntry* find_op(Span<const OpEntry> ops, int32_t code, Span<const char> custom_code) {
  for (const OpEntry& op : ops) {
    const bool same = is_custom(op.code)
                          ? code == static_cast<int32_t>(OpCode::kCustom) && is_named(op.name, custom_code)
                          : static_cast<int32_t>(op.code) == code;
    if (same) return &op;
  }
  return nullptr;
}
// Searches all operators in this build.
const OpEntry* find_op(int32_t code, Span<const char> custom_code);
// All operators, in the order of ops.inc.
Span<const OpEntry> all_ops();

// OpEntry::prepare for an operator with all its forms; instantiated in <op>_op.cc by NOOK_DEFINE_OP.
template <class Op, Kernels linked>
Code prepare_model_node(const NodeView& node, PrepareContext& context, Prepared* prepared);

// The counts that are checked for each node: the least and the most operands, the number of results
// (kAnyNumber: one or more), and bit masks of the required operands and of state operands.
struct Counts {
  uint32_t least, most, results, required, state;
};
constexpr Counts counts_of(const Signature& s) {
  Counts c{static_cast<uint32_t>(s.least()), static_cast<uint32_t>(s.most()),
           static_cast<uint32_t>(s.results), 0, 0};
  for (size_t i = 0; i < s.count; ++i) {
    if (s.operands[i].count != Count::kOptional) c.required |= 1u << i;
    if (s.operands[i].role == Role::kState) c.state |= 1u << i;
  }
  return c;
}
template <class Op>
inline constexpr Counts kCounts = counts_of(Op::kSignature);

// kOperandCount if a node has a different number of operands.
Code check_counts(const Counts& counts, const NodeView& node, PrepareContext& context);

}  // namespace nook
