#pragma once
#include "nook/ops/contract/prepare_fast.h"
#include "nook/ops/contract/row_step.h"
#include "nook/ops/table.h"

namespace nook {
namespace detail {

inline int32_t overlap_of(const KernelEntry* kernel, const void* params, int input) {
  return kernel->overlap(params, input);
}

inline void run_by(const KernelEntry& kernel, Prepared* prepared) {
  prepared->kernel = &kernel, prepared->symbol = kernel.symbol, prepared->invoke = kernel.invoke;
  prepared->scratch = kernel.scratch(prepared->params);
}

template <class Form>
void fill_scales_of(void* params, const ScaleSource& scales, void* table) {
  auto* p = static_cast<typename Form::Params*>(params);
  int32_t* const multiplier = static_cast<int32_t*>(table);
  int8_t* const shift = reinterpret_cast<int8_t*>(multiplier + Form::scale_count(*p));
  p->multiplier = multiplier, p->shift = shift;
  Form::fill_scales(scales, *p, {multiplier, shift});
}

template <class Form>
void want_scales(const typename Form::Params& params, Prepared* prepared) {
  if constexpr (kHas<ScaleCount, Form>) {
    prepared->scale_bytes =
        Form::scale_count(params) * static_cast<int32_t>(sizeof(int32_t) + sizeof(int8_t));
    prepared->fill = fill_scales_of<Form>;
  }
}

template <class Form>
void want_state(const typename Form::Params& params, Prepared* prepared) {
  if constexpr (kHas<StateBytes, Form>) prepared->state_bytes = Form::state_bytes(params);
}

template <class Form>
void fill_tables_of(void* params, const ScaleSource&, void* table) {
  Form::fill_tables(*static_cast<typename Form::Params*>(params), table);
}
template <class Form>
using TableBytes = decltype(&Form::table_bytes);
template <class Form>
void want_tables(const typename Form::Params& params, Prepared* prepared) {
  if constexpr (kHas<TableBytes, Form>) {
    prepared->scale_bytes = Form::table_bytes(params);
    prepared->fill = fill_tables_of<Form>, prepared->fills_once = true;
  }
}

template <class Form>
using UnpackedKernels = decltype(Form::unpacked_kernels());
template <class Form>
Span<const KernelEntry> unpacked_kernels() {
  if constexpr (kHas<UnpackedKernels, Form>) return Form::unpacked_kernels();
  return Form::kernels();
}
template <class Form>
using InterpretedKernels = decltype(Form::interpreted_kernels());
template <class Form>
Span<const KernelEntry> interpreted_kernels() {
  if constexpr (kHas<InterpretedKernels, Form>) return Form::interpreted_kernels();
  return unpacked_kernels<Form>();
}

// The data operand is operand 0 or, if that is a shape, which has no scale, operand 2 (nook/interp/scales.cc
// does the same).
inline ScaleSource source_of(const NodeView& node) {
  const TensorInfo& x = node.inputs[node.inputs[0].scales.empty() ? 2 : 0];
  return {x.scale(), node.inputs[1].scales, node.outputs[0].scale()};
}

template <class Form>
using FastKernels = decltype(Form::fast_kernels());

// Whether all operands after the first are constants; sets their bytes.
inline bool constants_of(const NodeView& node, const void** in) {
  for (size_t k = 1; k < node.inputs.size(); ++k) {
    in[k] = node.inputs[k].data;
    if (node.inputs[k].present() && !in[k]) return false;
  }
  return true;
}

// Chooses among kernels for the core. `params` is in the persistent memory.
template <class Form, bool elsewhere, bool by_rows>
Code prepare_fast(int32_t form, typename Form::Params* params, const NodeView& node, PrepareContext& context,
                  Prepared* prepared) {
  prepared->form = form, prepared->params = params, prepared->overlap = overlap_of;
  want_scales<Form>(*params, prepared);
  want_state<Form>(*params, prepared);
  const void* in[kPackedOperands] = {};
  const bool may_pack = kPacks<Form> && context.constants && constants_of(node, in) &&
                        !context.constants->shared(*context.constants, in[1]);
  if (may_pack && prepared->fill) {
    void* const table = context.constants->working->allocate(static_cast<size_t>(prepared->scale_bytes), 4);
    NOOK_REQUIRE(table, Code::kNoMemory);  // working_bytes() of the packer includes this table
    prepared->fill(params, source_of(node), table);
  }
  // A host that counts for other cores needs all rows.
  const Span<const KernelEntry> all = elsewhere ? Form::kernels() : Form::fast_kernels();
  const KernelEntry* const kernel = choose_fast(all, context.isa, may_pack, params, in);
  NOOK_CHECK(context, kernel, Reason::kNoKernel, 0, 1, 0);
  if constexpr (by_rows) {
    if (context.rows)
      note_rows<Form, elsewhere>(*params, static_cast<size_t>(kernel - all.data()), context.rows);
  }
  run_by(*kernel, prepared);
  if constexpr (kPacks<Form>) {
    if (!kernel->packing->bytes) return Code::kOk;
    prepared->fill = nullptr, prepared->scale_bytes = 0;
    return pack_constants<Form>(*kernel, params, in, context, prepared);
  }
  return Code::kOk;
}

// Whether all choices of kernels are equal and Form::kRows is all that is recorded about rows: then one
// instance serves them all.
template <class Form>
constexpr bool kOneChoice =
    !kHas<FastKernels, Form> && !kHas<UnpackedKernels, Form> && !kHas<InterpretedKernels, Form> &&
    (Form::kRows == ByRows::kNone || Form::kRows == ByRows::kSlice);
template <Kernels linked, class... Forms>
constexpr Kernels instance_of(List<Forms...>) {
  return (kOneChoice<Forms> && ...) ? Kernels::kAll : linked;
}

// Checks the node and computes Params in the persistent memory; a refused node takes no memory.
template <class Form, class Attrs>
Code keep_params(const Attrs& attrs, const NodeView& node, PrepareContext& context,
                 typename Form::Params** kept) {
  using Params = typename Form::Params;
  static_assert(sizeof(Params) <= kMostParams, "what counts memory has room for that much");
  const size_t before = context.persistent.used();
  const Result<Params> params = Form::prepare(attrs, node, context);
  context.table_bytes = context.persistent.used() - before;
  if (params) *kept = static_cast<Params*>(context.persistent.allocate(sizeof(Params), alignof(Params)));
  if (!*kept) context.persistent.rewind(before);
  NOOK_REQUIRE(params, params.code());
  NOOK_CHECK(context, *kept, Reason::kPersistent, 0, sizeof(Params), 0);
  **kept = *params;
  return Code::kOk;
}

// The first of `kernels` that the target can run and that accepts `params`. Records `by` for forms whose rows
// need no other information.
Code prepare_first(int32_t form, const void* params, Span<const KernelEntry> kernels, ByRows by,
                   PrepareContext& context, Prepared* prepared);

}  // namespace detail

namespace detail {

// Fills in the rest of Prepared, once Params exist.
template <class Form, Kernels linked>
Code prepare_kernel(int32_t form, typename Form::Params* kept, const NodeView& node, PrepareContext& context,
                    Prepared* prepared) {
  constexpr bool elsewhere = linked == Kernels::kElsewhere, by_rows = linked == Kernels::kRows || elsewhere;
  if constexpr ((linked == Kernels::kFast || by_rows) && kHas<FastKernels, Form>) {
    return prepare_fast<Form, elsewhere, by_rows>(form, kept, node, context, prepared);
  } else {
    Span<const KernelEntry> kernels;
    if constexpr (linked == Kernels::kAll || by_rows) {
      kernels = Form::kernels();
    } else {
      kernels = interpreted_kernels<Form>();
    }
    constexpr ByRows by = Form::kRows == ByRows::kSlice ? ByRows::kSlice : ByRows::kNone;
    NOOK_TRY(prepare_first(form, kept, kernels, by, context, prepared));
    if constexpr (by_rows) {
      if (context.rows)
        note_rows<Form, elsewhere>(*kept, static_cast<size_t>(prepared->kernel - kernels.data()),
                                   context.rows);
    }
    want_scales<Form>(*kept, prepared);
    want_state<Form>(*kept, prepared);
    static_assert(!(kHas<ScaleCount, Form> && kHas<StateBytes, Form>), "an interpreter has one place");
    want_tables<Form>(*kept, prepared);
    return Code::kOk;
  }
}

// Prepares a node with one form: Params, the best kernel for the target, its scratch. kBadType: not this
// form.
template <class Form, Kernels linked, class Attrs>
Code prepare_form(int32_t form, const Attrs& attrs, const NodeView& node, PrepareContext& context,
                  Prepared* prepared) {
  typename Form::Params* params = nullptr;
  NOOK_TRY(keep_params<Form>(attrs, node, context, &params));
  return prepare_kernel<Form, linked>(form, params, node, context, prepared);
}

// Uses the first form whose element types match; kBadType if no form matches.
template <Kernels linked, class Attrs, class... Forms>
Code prepare_forms(List<Forms...>, const Attrs& attrs, const NodeView& node, PrepareContext& context,
                   Prepared* prepared) {
  Code code = Code::kBadType;
  int32_t form = 0;
  (void)((context.refusal = {}, code = prepare_form<Forms, linked>(form++, attrs, node, context, prepared),
          code != Code::kBadType || context.refusal.reason != Reason::kNone) ||
         ...);
  return code;
}

template <class Op, class Forms, Kernels linked>
Code prepare_attrs(const typename Op::Attrs& attrs, const NodeView& node, PrepareContext& context,
                   Prepared* prepared) {
  NOOK_TRY(check_counts(kCounts<Op>, node, context));
  return prepare_forms<instance_of<linked>(Forms())>(Forms(), attrs, node, context, prepared);
}

}  // namespace detail

// Prepares a node after the compiler's passes have edited `attrs`. The interpreter shares all of this except
// the first lines: parse_and_prepare().
template <class Op, class Forms = typename Op::Forms, Kernels linked = Kernels::kAll>
Result<Prepared> prepare_op(const typename Op::Attrs& attrs, const NodeView& node, PrepareContext& context) {
  Prepared prepared;
  NOOK_TRY((detail::prepare_attrs<Op, Forms, linked>(attrs, node, context, &prepared)));
  return prepared;
}

// Computes the scale tables of a prepared node permanently, in the same memory; kNoMemory.
inline Code make_scales(const Prepared& prepared, const NodeView& node, PrepareContext& context) {
  if (!prepared.fill) return Code::kOk;
  void* const table =
      context.persistent.allocate(static_cast<size_t>(prepared.scale_bytes), alignof(int32_t));
  NOOK_CHECK(context, table, Reason::kPersistent, 0, prepared.scale_bytes, 0);
  const ScaleSource scales = prepared.fills_once ? ScaleSource{} : detail::source_of(node);
  prepared.fill(const_cast<void*>(prepared.params), scales, table);
  return Code::kOk;
}

template <class Op, class Forms, Kernels linked = Kernels::kUnpacked>
Code parse_and_prepare(const NodeView& node, PrepareContext& context, Prepared* prepared) {
  const Result<typename Op::Attrs> attrs = Op::parse(node);
  NOOK_REQUIRE(attrs, attrs.code());
  return detail::prepare_attrs<Op, Forms, linked>(*attrs, node, context, prepared);
}

// The forms that an interpreter links: Op::InterpretedForms, if the compiler alone makes others.
template <class Op, class = void>
struct InterpretedForms {
  using type = typename Op::Forms;
};
template <class Op>
struct InterpretedForms<Op, Void<typename Op::InterpretedForms>> {
  using type = typename Op::InterpretedForms;
};

// The name of a custom operator in models; null: it has a number.
template <class Op>
constexpr const char* custom_name() {
  if constexpr (is_custom(Op::kCode)) {
    return Op::kName;
  } else {
    return nullptr;
  }
}

namespace detail {

template <class Op, Kernels linked, class... Named>
constexpr OpEntry entry_of() {
  if constexpr (sizeof...(Named) == 0) {
    using Forms = typename InterpretedForms<Op>::type;
    return {Op::kCode, custom_name<Op>(), parse_and_prepare<Op, Forms, instance_of<linked>(Forms())>};
  } else {
    return {Op::kCode, custom_name<Op>(),
            parse_and_prepare<Op, List<Named...>, instance_of<linked>(List<Named...>())>};
  }
}

}  // namespace detail

// The resolver row of an operator with the named forms, or with all of them; forms that no row names are not
// linked.
template <class Op, class... Forms>
constexpr OpEntry op_entry() {
  return detail::entry_of<Op, Kernels::kUnpacked, Forms...>();
}
// Adds the kernels that are fast on this core: kernels for its instruction set and, if the interpreter has
// memory for constants, kernels with packed weights.
template <class Op, class... Forms>
constexpr OpEntry fast_op_entry() {
  return detail::entry_of<Op, Kernels::kFast, Forms...>();
}
// Also adds the functions for single rows, for an interpreter that runs chains of operators row by row.
template <class Op, class... Forms>
constexpr OpEntry row_op_entry() {
  return detail::entry_of<Op, Kernels::kRows, Forms...>();
}

}  // namespace nook
