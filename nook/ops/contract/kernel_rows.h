// Which rows of a table an engine considers: the only place that decides it. Among the rows that remain, the
// order of the table decides, or estimates of cycles (kernel_cycles.h).
#pragma once
#include <stdint.h>

#include "nook/core/isa.h"

namespace nook {

// The rows that a choice considers. A compiler links the kernels of one model, so it considers each row that
// takes the layer; except for -O time, only if the kernel's code is worth its flash. An interpreter links
// kernels for models that it does not know.
enum class KernelRows : uint8_t {
  kAll,             // -O time
  kWorthTheirCode,  // for these layers
  kWithoutScratch,  // likewise, without scratch, or the reference
  kInterpreted,     // see interpreter_has()
  kReference,       // the last one
};

// Returns the instruction set in `isa` with the fastest kernels for packed weights.
constexpr uint32_t packing_isa(uint32_t isa) {
  constexpr uint32_t kSets[] = {kAvx2, kNeon, kMve, kDsp, kThumb1, kRvv, kRv32};
  for (const uint32_t each : kSets)
    if (has(isa, each)) return each;
  return kRef;
}

// Whether a fast interpreter on a core with `isa` has a row for `row_isa` in addition to the last one. It has
// the rows with packing for one instruction set and for floats, and the rows without packing that the core
// can run, except portable ones if the core has its own.
constexpr bool interpreter_has(uint32_t isa, uint32_t row_isa, bool packs) {
  if (packs)
    return row_isa == packing_isa(isa) || ((row_isa == kFpu || row_isa == kRvvf) && has(isa, row_isa));
  return has(isa, row_isa) && (row_isa != kRef || !has(isa, kDsp));
}

// Whether the engine has the row at all, whatever the layer. `Row` is a KernelEntry.
template <class Row>
constexpr bool engine_has(KernelRows rows, uint32_t isa, const Row& row, bool last) {
  if (rows == KernelRows::kReference && !last) return false;
  if (rows != KernelRows::kInterpreted) return has(isa, row.isa);
  return last || interpreter_has(isa, row.isa, row.packing->bytes != nullptr);
}

// Whether the engine may use the row for a layer, if the kernel is exact for the layer's constants, too.
template <class Row>
inline bool considers(KernelRows rows, uint32_t isa, const Row& row, bool last, const void* params) {
  return engine_has(rows, isa, row, last) && row.accepts(params, rows) &&
         (rows != KernelRows::kWithoutScratch || last || row.scratch(params) == 0);
}

}  // namespace nook
