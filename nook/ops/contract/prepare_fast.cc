#include "nook/ops/contract/prepare_fast.h"

#include "nook/ops/contract/kernel_table.h"

namespace nook::detail {

int32_t packed_overlap_of(const KernelEntry* kernel, const void* run, int input) {
  return kernel->overlap(static_cast<const PackedRun*>(run)->params, input);
}

const KernelEntry* choose_fast(Span<const KernelEntry> all, uint32_t isa, bool may_pack, const void* params,
                               const void* const* in) {
  for (const KernelEntry& row : all) {
    const bool packs = row.packing->bytes != nullptr, last = &row == all.end() - 1;
    if (!considers(KernelRows::kInterpreted, isa, row, last, params)) continue;
    if (!packs || (may_pack && (!row.packing->takes || row.packing->takes(params, in)))) return &row;
  }
  return nullptr;
}

void run_packed(const void* params, const Io& io) {
  const PackedRun& run = *static_cast<const PackedRun*>(params);
  const void* const in[kPackedOperands] = {io.in[0], run.packed, nullptr};
  run.invoke(run.params, {in, io.out, io.scratch});
}

}  // namespace nook::detail
