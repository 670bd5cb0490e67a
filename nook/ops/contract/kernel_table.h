// Parts of a form's table of kernels: the rows that each kind of interpreter links.
#pragma once
#include "nook/ops/contract/kernel_fits.h"
#include "nook/ops/contract/op.h"

namespace nook {

// The rows with unpacked weights, in a table of their own: an interpreter that packs nothing links no other
// kernel. `compiled[i]`: row i is for compiled code only. Plain data, because objects with constructors are
// not always put into flash.
template <size_t N>
struct KernelTable {
  KernelEntry rows[N];
  size_t count;
};
// Tables have the size of their rows: a table with room for all would take flash on every core for each
// kernel of any other.
constexpr bool stays_unpacked(const KernelEntry* all, size_t i, const bool* compiled) {
  return !all[i].packing->bytes && !(compiled && compiled[i]);
}
template <size_t N>
constexpr size_t unpacked_count(const KernelEntry (&all)[N], const bool* compiled = nullptr) {
  size_t count = 0;
  for (size_t i = 0; i < N; ++i) count += stays_unpacked(all, i, compiled);
  return count;
}
template <size_t count, size_t N>
constexpr KernelTable<count> unpacked(const KernelEntry (&all)[N], const bool* compiled = nullptr) {
  KernelTable<count> table{};
  for (size_t i = 0; i < N; ++i)
    if (stays_unpacked(all, i, compiled)) table.rows[table.count++] = all[i];
  return table;
}

// The tables of a form, and of its functions for rows and for sums of rows, which kernel_tables.inc,
// row_tables.inc and sum_tables.inc define.
template <class Form>
struct KernelTables;
template <class Form>
struct RowTables;
template <class Form>
struct SumTables;

// The last row alone, for an interpreter that links one kernel for every layer of a form. Nothing uses its
// name.
template <size_t N>
constexpr KernelTable<1> reference(const KernelEntry (&all)[N]) {
  KernelTable<1> table{{all[N - 1]}, 1};
  table.rows[0].symbol = nullptr;
  return table;
}

// Whether a fast interpreter on the core of this build has row `i`; `compiled[i]`: no interpreter has it.
template <size_t N>
constexpr bool stays_fast(const KernelEntry (&all)[N], size_t i, const bool* compiled) {
  return !(compiled && compiled[i]) && engine_has(KernelRows::kInterpreted, kBuildIsa, all[i], i + 1 == N);
}

// The rows of a fast interpreter on the core of this build. Their symbols are not used.
template <size_t N>
constexpr size_t fast_count(const KernelEntry (&all)[N], const bool* compiled = nullptr) {
  size_t count = 0;
  for (size_t i = 0; i < N; ++i) count += stays_fast(all, i, compiled);
  return count;
}
template <size_t count, size_t N>
constexpr KernelTable<count> fast(const KernelEntry (&all)[N], const bool* compiled = nullptr) {
  KernelTable<count> table{};
  for (size_t i = 0; i < N; ++i) {
    if (!stays_fast(all, i, compiled)) continue;
    table.rows[table.count] = all[i];
    table.rows[table.count++].symbol = nullptr;
  }
  return table;
}

}  // namespace nook

// kernels() and unpacked_kernels() of a form whose rows are `table`.
#define NOOK_FORM_TABLE(F, table)                                             \
  Span<const KernelEntry> F::kernels() { return table; }                      \
  Span<const KernelEntry> F::unpacked_kernels() {                             \
    static constexpr auto kUnpacked = unpacked<unpacked_count(table)>(table); \
    return {kUnpacked.rows, kUnpacked.count};                                 \
  }
