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
// Which rows of a table another one has.
using StaysInTable = bool(const KernelEntry* all, size_t count, size_t i, const bool* compiled);

// A table has the size of its rows: with room for all it would take flash on every core for each kernel of
// any other.
template <StaysInTable& stays, size_t N>
constexpr size_t count_rows(const KernelEntry (&all)[N], const bool* compiled = nullptr) {
  size_t count = 0;
  for (size_t i = 0; i < N; ++i) count += stays(all, N, i, compiled);
  return count;
}
template <StaysInTable& stays, size_t count, size_t N>
constexpr KernelTable<count> select_rows(const KernelEntry (&all)[N], const bool* compiled = nullptr) {
  KernelTable<count> table{};
  for (size_t i = 0; i < N; ++i)
    if (stays(all, N, i, compiled)) table.rows[table.count++] = all[i];
  return table;
}

constexpr bool stays_unpacked(const KernelEntry* all, size_t, size_t i, const bool* compiled) {
  return !all[i].packing->bytes && !(compiled && compiled[i]);
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

// Whether row `i` is never chosen on the core of this build: rows of kNofp precede rows of kThumb1 for the
// same layers.
constexpr bool is_replaced(const KernelEntry* all, size_t i, const bool* compiled) {
  if (!has(kBuildIsa, kNofp) || all[i].isa != kThumb1) return false;
  for (size_t k = 0; k < i; ++k)
    if (all[k].isa == kNofp && !(compiled && compiled[k])) return true;
  return false;
}

// Whether a fast interpreter on the core of this build has row `i`; `compiled[i]`: no interpreter has it.
constexpr bool stays_fast(const KernelEntry* all, size_t count, size_t i, const bool* compiled) {
  return !(compiled && compiled[i]) && !is_replaced(all, i, compiled) &&
         engine_has(KernelRows::kInterpreted, kBuildIsa, all[i], i + 1 == count);
}

// The rows of a fast interpreter on the core of this build. Their symbols are not used.
template <size_t count, size_t N>
constexpr KernelTable<count> fast(const KernelEntry (&all)[N], const bool* compiled = nullptr) {
  KernelTable<count> table = select_rows<stays_fast, count>(all, compiled);
  for (KernelEntry& row : table.rows) row.symbol = nullptr;
  return table;
}

}  // namespace nook

// kernels() and unpacked_kernels() of a form whose rows are `table`.
#define NOOK_FORM_TABLE(F, table)                                                                            \
  Span<const KernelEntry> F::kernels() { return table; }                                                     \
  Span<const KernelEntry> F::unpacked_kernels() {                                                            \
    static constexpr auto kUnpacked = select_rows<stays_unpacked, count_rows<stays_unpacked>(table)>(table); \
    return {kUnpacked.rows, kUnpacked.count};                                                                \
  }
