// Parts of a form's table of kernels: the rows that each kind of interpreter links.
#pragma once
#include "nook/ops/contract/op.h"

namespace nook {

// The rows with unpacked weights, in a table of their own: an interpreter that packs nothing links no other
// kernel. Plain data, because objects with constructors are not always put into flash.
template <size_t N>
struct KernelTable {
  KernelEntry rows[N];
  size_t count;
};
template <size_t N>
constexpr KernelTable<N> unpacked(const KernelEntry (&all)[N]) {
  KernelTable<N> table{};
  for (const KernelEntry& k : all)
    if (!k.packing->bytes) table.rows[table.count++] = k;
  return table;
}

// The tables of a form, and of its functions for rows, which kernel_tables.inc and row_tables.inc define.
template <class Form>
struct KernelTables;
template <class Form>
struct RowTables;

// The last row alone, for an interpreter that links one kernel for every layer of a form. Nothing uses its
// name.
template <size_t N>
constexpr KernelTable<1> reference(const KernelEntry (&all)[N]) {
  KernelTable<1> table{{all[N - 1]}, 1};
  table.rows[0].symbol = nullptr;
  return table;
}

// Returns the instruction set in `isa` with the fastest kernels for packed weights.
constexpr uint32_t strongest(uint32_t isa) {
  constexpr uint32_t kSets[] = {kAvx2, kMve, kDsp, kThumb1, kRv32};
  for (const uint32_t each : kSets)
    if (has(isa, each)) return each;
  return kRef;
}

// Whether a fast interpreter on a core with `isa` has this row in addition to the last one. It has the rows
// with packing for one instruction set, and the rows without packing that the core can run, except portable
// ones if the core has its own.
constexpr bool is_fast(uint32_t isa, uint32_t row, bool packs) {
  if (packs) return row == strongest(isa);
  return has(isa, row) && (row != kRef || !has(isa, kDsp));
}

template <size_t N>
constexpr bool stays_fast(const KernelEntry (&all)[N], size_t i) {
  if (all[i].packing->worth) return false;
  return i + 1 == N || is_fast(kBuildIsa, all[i].isa, all[i].packing->bytes != nullptr);
}

// The rows of a fast interpreter on the core of this build. Their symbols are not used.
template <size_t N>
constexpr KernelTable<N> fast(const KernelEntry (&all)[N]) {
  KernelTable<N> table{};
  for (size_t i = 0; i < N; ++i) {
    if (!stays_fast(all, i)) continue;
    table.rows[table.count] = all[i];
    table.rows[table.count++].symbol = nullptr;
  }
  return table;
}

}  // namespace nook

// kernels() and unpacked_kernels() of a form whose rows are `table`.
#define NOOK_FORM_TABLE(F, table)                        \
  Span<const KernelEntry> F::kernels() { return table; } \
  Span<const KernelEntry> F::unpacked_kernels() {        \
    static constexpr auto kUnpacked = unpacked(table);   \
    return {kUnpacked.rows, kUnpacked.count};            \
  }
