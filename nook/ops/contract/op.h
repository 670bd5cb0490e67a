// The contract between an operator and everything that uses operators (interpreter, compiler, tests, bench).
//
// An operator is one folder nook/ops/<name>/ and one line in nook/ops/ops.inc. It provides two kinds of
// struct:
//
//   <Op>          describes the operator in models, for the compiler's passes
//     kCode                its number in the .tflite format, or in ops.inc for a custom operator
//     kName                only for custom operators: the name in models
//     kSignature           the role of each operand, and the number of results (nook/ops/contract/operand.h)
//     Attrs                plain data from the model; passes edit it. `using Op` names the operator
//     parse(NodeView)      model bytes -> Attrs
//     Forms                List<...>: the element types that it supports, tried in order
//
//   <Op><Type>    one form of the operator: its kernels for one element type
//     Params, kType        plain C struct and its C name; pointers only to tables of constants
//     prepare(Attrs, NodeView, PrepareContext&)  -> Params, or kBadType: not this form. All checks are here
//     fields(f, Params)    lists every field once, for code emission, printing and comparison
//     macs(Params)         multiply-accumulates of one inference, padding included
//     kernels()            the rows of <type>.inc, best first; the last one is the reference
//     unpacked_kernels()   the rows without packing; only if some rows have one
//     interpreted_kernels()  the rows that an interpreter links, if they differ; none has a packing
//     fast_kernels()       the rows for this core; only if rows have a packing or are for
//                          a core; see kernel_rows.h
//     scale_count(Params), fill_scales(ScaleSource, Params, ScaleTables)
//                          only for forms with `multiplier` and `shift` tables, which can be
//                          computed at any time
//     state_bytes(Params)  only for forms that keep data between calls outside the model's tensors: its size.
//                          It is initially zero and aligned to 8; the kernel receives it as `void* state`
//                          before its scratch
//     kMayWait             only for forms with state_bytes() whose kernels may need several calls for one
//                          result. They return an int: nonzero ends the run without a result
//     table_bytes(Params), fill_tables(Params&, void*)
//                          only for forms with tables that need no scales and are too large for prepare():
//                          filled once, at a multiple of 4, in memory that lives as long as the Params
//     kRows                how to compute a single row of the output; see ByRows
//     pieces(Params)       only for forms that copy tensors which may be contiguous pieces of a larger one,
//                          so that a compiler can avoid the copy. For operators with many operands, the
//                          pieces are the operands and the larger tensor is the result; for others the pieces
//                          are the results and the larger tensor is the first operand of Role::kData. Returns
//                          the byte offset of the first piece; the others follow without gaps. -1: not
//                          possible with these Params
//     row_kernels()        for forms with kWindow: for each row of fast_kernels(), or else of kernels(), the
//                          function for one image row. sum_kernels() likewise for forms with sum_bytes(), and
//                          sum_rows(Params), the number of input rows
//     sum_bytes(Params)    only for forms whose output can be computed from one row of the input at a time:
//                          bytes of the sums, to which `<symbol>_accumulate(params, x_row, iy, sums)` adds a
//                          row, and from which `<symbol>_finish(params, sums, y)` computes y; 0: not with
//                          these Params
//
// At the end of <op>_op.cc, NOOK_DEFINE_OP(<Op>) defines the rows through which other code finds the operator
// (nook/ops/contract/define_op.h).
//
// Kernels are plain functions `k(const Params*, operands..., results..., void* scratch)`. They receive the
// operands that the signature lists for kernels, in its order; many operands or many results are one array of
// pointers. Because the order is fixed, neither the interpreter nor the C emitter contains code for any
// specific operator. State is either an operand of Role::kState, a pointer that the kernel may write through,
// or bytes private to the operator (state_bytes). Inputs and outputs start at any multiple of their element
// size: they may be parts of larger tensors, or rows of images.
#pragma once
#include <float.h>
#include <stdint.h>

#include "nook/core/isa.h"
#include "nook/core/meta.h"
#include "nook/core/reason.h"
#include "nook/core/span.h"
#include "nook/core/status.h"
#include "nook/core/tensor.h"
#include "nook/memory/arena.h"
#include "nook/model/table.h"
#include "nook/ops/contract/kernel_rows.h"
#include "nook/ops/contract/op_code.h"
#include "nook/ops/contract/operand.h"

namespace nook {

class OperatorView;  // nook/model/model.h

struct NodeView {
  OpCode code;
  int32_t version = 1;
  Table options;  // the node's builtin options; missing fields read as their defaults
  Span<const TensorInfo> inputs, outputs;
  float largest =
      FLT_MAX;  // bound of float results: FLT_MAX, as in TensorFlow Lite; infinity for ONNX models
  const OperatorView* in_model = nullptr;  // null for a node that the compiler created or edited

  // An operand that may be missing: null if it is.
  const TensorInfo* given(size_t i) const {
    return i < inputs.size() && inputs[i].present() ? &inputs[i] : nullptr;
  }
  // The options of a custom operator, as bytes; see nook/model/option_map.h.
  Span<const uint8_t> custom_options() const;
};

constexpr size_t kMostParams = 256;  // bytes

// The base of an operator: its number, and the roles of its operands if a list suffices.
template <OpCode op_code, Role... roles>
struct OptionsOp {
  static constexpr OpCode kCode = op_code;
  static constexpr Signature kSignature = operands(roles...);
};
// The base of an operator without options.
template <class Operator, OpCode op_code, Role... roles>
struct PlainOp : OptionsOp<op_code, roles...> {
  struct Attrs {
    using Op = Operator;
  };
  static Result<Attrs> parse(const NodeView&) { return Attrs{}; }
};
// Operators with one operand, and with two.
template <class Operator, OpCode op_code>
using UnaryOp = PlainOp<Operator, op_code, Role::kData>;
template <class Operator, OpCode op_code>
using BinaryOp = PlainOp<Operator, op_code, Role::kData, Role::kData>;

// Form `number` of an operator, for generated code: the index of its type in Op::Forms.
template <class Op, size_t number>
using FormAt = typename At<number, typename Op::Forms>::type;

// How a form computes one row of its output (dimension 1 of [batch, height, width, channels]) without the
// others.
enum class ByRows : uint8_t {
  kNone,
  kWindow,  // `<symbol>_row(params, rows, oy, ..., y_row, scratch)` reads the rows of window(Params) or,
            // without that function, the rows under its filter
  kSlice,   // the operator itself, on the same row of each input
  kSums,    // single rows are not possible, but the whole output can be computed from sums; see sum_bytes
};

// The base of forms of this operator without multiply-accumulates.
template <class Operator, ByRows rows = ByRows::kNone>
struct OpForm {
  using Op = Operator;
  static constexpr ByRows kRows = rows;
  template <class P>
  static int64_t macs(const P&) {
    return 0;
  }
};
// PlainForm including its Params, for families, whose forms are templates.
template <class Operator, class P, ByRows rows = ByRows::kNone>
struct FormOf : OpForm<Operator, rows> {
  using Params = P;
};

struct ConstantStore;  // nook/ops/contract/constant_store.h
class PackedBytes;     // nook/kernels/dot/pack/packed_bytes.h
class ParamsVisitor;   // nook/ops/contract/params_visitor.h
struct RowStep;        // nook/ops/contract/row_step.h

struct PrepareContext {
  Arena& persistent;       // tables of Params are allocated here; they live as long as the network
  uint32_t isa;            // instruction sets of the target, not of this machine
  bool may_pack;           // whether kernels with packed weights may be chosen
  Refusal refusal;         // why prepare() refused the node
  size_t table_bytes = 0;  // bytes that prepare() took from the persistent memory before the Params
  // The memory into which an interpreter packs weights for its kernels; null: weights stay unpacked.
  ConstantStore* constants = nullptr;
  // Where prepare() stores how rows are computed, for an interpreter that runs chains; may be null.
  RowStep* rows = nullptr;
  const void* variables = nullptr;  // nook_variables of an interpreter, which runs CALL_ONCE; null: none
  bool scales_stay = false;         // the scales of its tensors live as long as the network
};

// The inputs of the multipliers and shifts of an operator with weights.
struct ScaleSource {
  float x;
  Span<const float> w;  // one, or one per channel
  float y;
};

// The destination of `count` multipliers and shifts: 5 bytes each, in the format of nook_rescale().
struct ScaleTables {
  int32_t* multiplier;
  int8_t* shift;
};

// Records why prepare() refuses the node, and returns the code of the reason. prepare() calls it often, so
// calls are kept short: reason and operand share one number, a constant in most calls.
Code reject(PrepareContext& context, uint32_t reason_and_operand, int32_t need, int32_t have);
constexpr uint32_t at_operand(Reason why, int32_t operand) {
  return static_cast<uint32_t>(why) | static_cast<uint32_t>(static_cast<uint8_t>(operand)) << 8;
}

// Returns from prepare() with the code of `why`, and records operand, need and have in the context.
#define NOOK_CHECK(context, condition, why, operand, needed, had)                                \
  do {                                                                                           \
    if (!(condition))                                                                            \
      return nook::reject(context, nook::at_operand(why, (int32_t)(operand)), (int32_t)(needed), \
                          (int32_t)(had));                                                       \
  } while (0)

struct Io {
  const void* const* in;  // operands of Role::kState are writable despite the const
  void* const* out;
  void* scratch;
  void* state = nullptr;  // for forms with state_bytes()
  bool* waits = nullptr;  // for forms with kMayWait: set to true if there is no result yet
};

using Invoke = void (*)(const void* params, const Io& io);

// The layout of constant operands (the weights, operand 1, and later ones) that a kernel requires. The kernel
// then receives the packed bytes as operand 1 and null for the later ones. All functions are portable: the
// host packs for other targets. `as_is` does not pack. Packed bytes start at a multiple of 16.
template <class Params>
struct Packing {
  int32_t (*bytes)(const Params&) = nullptr;
  // in[i]: the bytes of operand i, or null if it is missing or not constant. Writes bytes() bytes, or fewer
  // if the size depends on the constants.
  void (*pack)(const Params&, const void* const* in, PackedBytes& to) = nullptr;
  // Whether the kernel is exact with these constants (and scales, which are known by then), in[] as above;
  // null: always. If not, packing falls back to a later row.
  bool (*takes)(const Params&, const void* const* in) = nullptr;
};

// An `overlap` value: input and output must not share any byte.
constexpr int32_t kDisjoint = INT32_MAX;

// Packing for any Params: the functions to which a row of a kernel table points.
struct PackingRow {
  int32_t (*bytes)(const void* params) = nullptr;
  void (*pack)(const void* params, const void* const* in, PackedBytes& to) = nullptr;
  bool (*takes)(const void* params, const void* const* in) = nullptr;
};

// One row of an operator's <type>.inc; `params` is the form's Params. Everything except `invoke` is portable,
// because the compiler evaluates rows for targets on which it does not run.
struct KernelEntry {
  const char* symbol;
  uint32_t isa;
  bool (*accepts)(const void* params, KernelRows rows);
  int32_t (*scratch)(const void* params);  // bytes, at a multiple of 16 from a 16-aligned base
  // The least D such that the kernel is exact if (start of the input) - (start of the output) >= D bytes; 0:
  // it works in place; kDisjoint: no overlap. At most the output's size unless kDisjoint.
  int32_t (*overlap)(const void* params, int input);
  const PackingRow* packing;
  Invoke invoke;  // null if this build cannot run `isa`
};

template <class P>
bool always(const P&) {
  return true;
}
template <class P>
int32_t no_scratch(const P&) {
  return 0;
}
template <class P>
int32_t disjoint(const P&, int) {
  return kDisjoint;
}
template <class P>
int32_t in_place(const P&, int) {
  return 0;
}
// y may be in the memory of the first operand, not of the others.
template <class P>
int32_t first_in_place(const P&, int input) {
  return input == 0 ? 0 : kDisjoint;
}
// as_is for any Params.
struct AsIs {
  decltype(nullptr) bytes = nullptr;
};
inline constexpr AsIs as_is{};

// The first row that the target can run and that accepts these arguments, or null.
inline const KernelEntry* choose(Span<const KernelEntry> kernels, const PrepareContext& context,
                                 const void* params) {
  for (const KernelEntry& k : kernels) {
    if (k.packing->bytes && !context.may_pack) continue;
    if (considers(KernelRows::kAll, context.isa, k, false, params)) return &k;
  }
  return nullptr;
}

namespace detail {

struct AnyPtr {
  const void* p;
  template <class T>
  operator T*() const {
    return static_cast<T*>(const_cast<void*>(p));
  }
};

// Converts the functions of a row, which take the Params of their form, to functions for any Params.
template <class P, bool (*accepts)(const P&)>
bool accepts_any(const void* params, KernelRows) {
  return accepts(*static_cast<const P*>(params));
}
template <class P, int32_t (*scratch)(const P&)>
int32_t scratch_any(const void* params) {
  return scratch(*static_cast<const P*>(params));
}
template <class P, int32_t (*overlap)(const P&, int)>
int32_t overlap_any(const void* params, int input) {
  return overlap(*static_cast<const P*>(params), input);
}
template <class P, const auto& typed>
struct PackingAny {
  static int32_t bytes(const void* params) { return typed.bytes(*static_cast<const P*>(params)); }
  static void pack(const void* params, const void* const* in, PackedBytes& to) {
    typed.pack(*static_cast<const P*>(params), in, to);
  }
  static bool takes(const void* params, const void* const* in) {
    return typed.takes(*static_cast<const P*>(params), in);
  }
  static constexpr PackingRow row = {typed.bytes ? bytes : nullptr, typed.pack ? pack : nullptr,
                                     typed.takes ? takes : nullptr};
};
inline constexpr PackingRow kAsIs{};
template <class P, const auto& typed>
constexpr const PackingRow* packing_row() {
  if constexpr (typed.bytes == nullptr) {
    return &kAsIs;
  } else {
    return &PackingAny<P, typed>::row;
  }
}

template <class Form>
using ScaleCount = decltype(&Form::scale_count);
template <class Form>
using StateBytes = decltype(&Form::state_bytes);
template <class Form>
using MayWait = decltype(Form::kMayWait);

// Calls a kernel with its tensors, and with the state if its form has one.
template <class Form, auto Fn, class... Tensors>
void call_kernel(const void* params, const Io& io, Tensors... tensors) {
  const auto* const p = static_cast<const typename Form::Params*>(params);
  if constexpr (kHas<MayWait, Form>) {
    *io.waits = Fn(p, tensors..., io.state, io.scratch) != 0;
  } else if constexpr (kHas<StateBytes, Form>) {
    Fn(p, tensors..., io.state, io.scratch);
  } else {
    Fn(p, tensors..., io.scratch);
  }
}

// Kernels with one argument per operand and result, and kernels with arrays.
template <class Form, auto Fn, class R, class P, class... Args, size_t... I, size_t... O>
void invoke_fixed(R (*)(const P*, Args...), const void* params, const Io& io, Indices<I...>, Indices<O...>) {
  constexpr const Signature& s = Form::Op::kSignature;
  static_assert(sizeof...(Args) == sizeof...(I) + sizeof...(O) + 1 + kHas<StateBytes, Form>,
                "kernel(params, operands..., results..., [state,] scratch)");
  call_kernel<Form, Fn>(params, io, AnyPtr{io.in[s.argument(I)]}..., AnyPtr{io.out[O]}...);
}
template <class Form, auto Fn, size_t... I>
void invoke_many_results(const void* params, const Io& io, Indices<I...>) {
  call_kernel<Form, Fn>(params, io, AnyPtr{io.in[Form::Op::kSignature.argument(I)]}..., io.out);
}

}  // namespace detail

// The function that calls kernel Fn of a form, or null if this build lacks the instructions (then Fn need not
// exist).
template <class Form, uint32_t isa, auto Fn>
constexpr Invoke linked() {
  using Op = typename Form::Op;
  constexpr const Signature& s = Op::kSignature;
  if constexpr (!has(kBuildIsa, isa)) {
    return nullptr;
  } else if constexpr (s.many_inputs()) {
    static_assert(s.count == 1 && s.results == 1, "kernel(params, in, y, scratch)");
    return
        [](const void* params, const Io& io) { detail::call_kernel<Form, Fn>(params, io, io.in, io.out[0]); };
  } else if constexpr (s.many_results()) {
    return [](const void* params, const Io& io) {
      detail::invoke_many_results<Form, Fn>(params, io, indices<Op::kSignature.handed_count()>());
    };
  } else {
    return [](const void* params, const Io& io) {
      detail::invoke_fixed<Form, Fn>(Fn, params, io, indices<Op::kSignature.handed_count()>(),
                                     indices<Op::kSignature.results>());
    };
  }
}

}  // namespace nook

// A row in a `constexpr KernelEntry rows[]` of form F. The columns are in the .inc files; `accepts`,
// `scratch` and `overlap` are functions of the form's Params, or templates of such functions; `packing` is a
// Packing of the Params.
#define NOOK_KERNEL_ROW(F, symbol, isa, accepts, scratch, overlap, packing) \
  {#symbol,                                                                 \
   isa,                                                                     \
   nook::detail::accepts_any<typename F::Params, accepts>,                  \
   nook::detail::scratch_any<typename F::Params, scratch>,                  \
   nook::detail::overlap_any<typename F::Params, overlap>,                  \
   nook::detail::packing_row<typename F::Params, packing>(),                \
   linked<F, isa, symbol>()},

// Declares the functions of a form that its operator's .cc defines. NOOK_FORM is the whole body of most
// forms; a form that differs from its base only in checks and kernels uses NOOK_FORM_FUNCTIONS.
#define NOOK_FORM(P)                                      \
  using Params = P;                                       \
  static constexpr const char* kType = #P;                \
  static void fields(nook::ParamsVisitor& f, const P& p); \
  NOOK_FORM_FUNCTIONS
// The tables that kernel_tables.inc defines.
#define NOOK_KERNEL_TABLES \
  static nook::Span<const nook::KernelEntry> unpacked_kernels(), interpreted_kernels(), fast_kernels()
#define NOOK_FORM_FUNCTIONS                                                               \
  static nook::Result<Params> prepare(const Op::Attrs& attrs, const nook::NodeView& node, \
                                      nook::PrepareContext& context);                     \
  static nook::Span<const nook::KernelEntry> kernels()

// The body of a kernels() whose only row is a portable kernel without scratch or packing.
#define NOOK_ONE_KERNEL(F, symbol, overlap)                                  \
  static constexpr KernelEntry kRows[] = {                                   \
      NOOK_KERNEL_ROW(F, symbol, kRef, always, no_scratch, overlap, as_is)}; \
  return kRows
// kernels() of the form in the last argument; for a form of a family, precede it with `template <>`.
#define NOOK_FORM_KERNEL(symbol, overlap, ...)     \
  Span<const KernelEntry> __VA_ARGS__::kernels() { \
    using Form = __VA_ARGS__;                      \
    NOOK_ONE_KERNEL(Form, symbol, overlap);        \
  }
