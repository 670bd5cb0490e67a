// How an interpreter computes an operator's output row by row.
#pragma once
#include "nook/ops/contract/kernel_table.h"
#include "nook/ops/contract/window_rows.h"

namespace nook {

// Computes row `y` from rows of the data operand; the other operands, io.in[k], are constants, and io.out[0]
// is the row. With sums instead of rows: adds row `y` of the operand to the sums, io.scratch, and after the
// last row computes the whole output, io.out[0].
using RowInvoke = void (*)(const void* params, const nook_rows* x, int32_t y, const Io& io);

// Describes how rows are computed; prepare() fills it in if the PrepareContext requests it.
struct RowStep {
  ByRows by = ByRows::kNone;
  RowInvoke row = nullptr;  // for kWindow; null if this build cannot run it
  int32_t operand = 0;      // index of the data operand
  WindowRows window;        // rows of that operand
  int32_t sum_bytes = 0;    // above 0: sums instead of rows; each row is read once
};

namespace detail {

// The operand of constant `k` among those passed to a kernel of rows: all except the data.
constexpr size_t constant_argument(const Signature& s, size_t k) {
  size_t i = 0;
  while (s.argument(i) == s.first(Role::kData) || k-- > 0) ++i;
  return s.argument(i);
}

template <class Form, auto Fn, class P, class X, class... Args, size_t... I>
void row_fixed(void (*)(const P*, X, int32_t, Args...), const void* params, const nook_rows* x, int32_t y,
               const Io& io, Indices<I...>) {
  static_assert(sizeof...(Args) == sizeof...(I) + 2,
                "kernel_row(params, rows, y, constants..., row, scratch)");
  Fn(static_cast<const P*>(params), x, y, AnyPtr{io.in[constant_argument(Form::Op::kSignature, I)]}...,
     AnyPtr{io.out[0]}, io.scratch);
}

template <class Params>
using Dilation = decltype(Params::dilation_h);
template <class Params>
int32_t extent_of(const Params& p) {
  if constexpr (kHas<Dilation, Params>) {
    return (p.filter_h - 1) * p.dilation_h + 1;
  } else {
    return p.filter_h;
  }
}
// The rows under a filter, unless the form has a window().
template <class Form>
using Window = decltype(&Form::window);
template <class Form>
WindowRows window_of(const typename Form::Params& p) {
  if constexpr (kHas<Window, Form>) {
    return Form::window(p);
  } else {
    return {p.stride_h, p.pad_top, extent_of(p) - p.pad_top};
  }
}
template <class Form>
using SumBytes = decltype(&Form::sum_bytes);
template <class Form>
int32_t sums_of(const typename Form::Params& p) {
  if constexpr (kHas<SumBytes, Form>) return Form::sum_bytes(p);
  return 0;
}
template <class Form>
RowInvoke sum_kernel(size_t row) {
  if constexpr (kHas<SumBytes, Form>) return Form::sum_kernels()[row];
  return nullptr;
}

// Records how the kernel in that row of the table computes image rows of a form; `elsewhere`: does not record
// it.
template <class Form, bool elsewhere>
void note_rows(const typename Form::Params& p, size_t row, RowStep* step) {
  *step = {};
  step->by = Form::kRows;
  if constexpr (Form::kRows == ByRows::kSums) {
    step->sum_bytes = sums_of<Form>(p);
    if (step->sum_bytes == 0) step->by = ByRows::kNone;
    if constexpr (!elsewhere) step->row = sum_kernel<Form>(row);
  }
  if constexpr (Form::kRows == ByRows::kWindow) {
    step->sum_bytes = sums_of<Form>(p);
    step->operand = static_cast<int32_t>(Form::Op::kSignature.first(Role::kData));
    if (step->sum_bytes == 0) step->window = window_of<Form>(p);
    if (!step->window.exists()) step->by = ByRows::kNone;
    if constexpr (!elsewhere)
      step->row = step->sum_bytes > 0 ? sum_kernel<Form>(row) : Form::row_kernels()[row];
  }
}

}  // namespace detail

// The function that calls a kernel's `<symbol>_row`, or null if this build lacks the instructions.
template <class Form, uint32_t isa, auto Fn>
constexpr RowInvoke linked_row() {
  if constexpr (!has(kBuildIsa, isa)) {
    return nullptr;
  } else {
    return [](const void* params, const nook_rows* x, int32_t y, const Io& io) {
      detail::row_fixed<Form, Fn>(Fn, params, x, y, io, indices<Form::Op::kSignature.handed_count() - 1>());
    };
  }
}

// Likewise for `<symbol>_accumulate` and `<symbol>_finish`.
template <class Form, uint32_t isa, auto Accumulate, auto Finish>
constexpr RowInvoke linked_sums() {
  if constexpr (!has(kBuildIsa, isa)) {
    return nullptr;
  } else {
    return [](const void* params, const nook_rows* x, int32_t y, const Io& io) {
      const auto* const p = static_cast<const typename Form::Params*>(params);
      Accumulate(p, detail::AnyPtr{nook_row(x, y)}, y, io.scratch);
      if (y == Form::sum_rows(*p) - 1) Finish(p, io.scratch, detail::AnyPtr{io.out[0]});
    };
  }
}

// One function for each row of a table of kernels.
template <size_t N>
struct RowTable {
  RowInvoke rows[N];
};

// For the rows that fast() selects.
template <size_t count, size_t N>
constexpr RowTable<count> fast(const KernelEntry (&all)[N], const RowInvoke (&rows)[N],
                               const bool* compiled = nullptr) {
  RowTable<count> table{};
  size_t next = 0;
  for (size_t i = 0; i < N; ++i)
    if (stays_fast(all, N, i, compiled)) table.rows[next++] = rows[i];
  return table;
}

}  // namespace nook
