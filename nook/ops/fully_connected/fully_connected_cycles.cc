#include "nook/kernels/dot/pack/fixed_once.h"
#include "nook/ops/fully_connected/fully_connected.h"
#include "nook/ops/prepare/cycles_row.h"

// Cycle models of the kernels of s8.inc.
namespace nook {
namespace {

using Params = nook_fully_connected_s8;

// Negative outputs are clamped, so there is a single rounding.
bool relu(const Params& p, const void* const*) { return has_relu(p.act_min, p.out_zero); }

// Each batch is a pixel.
TiledLayer batches(const Params& p) {
  return {p.batch, 1, (int64_t{p.in} + 3) / 4 * 4, p.out, 0, p.act_min > -128 || p.act_max < 127};
}

#define NOOK_ROWS "nook/ops/fully_connected/s8.inc"
#include "nook/ops/prepare/cycles_table.inc"
#undef NOOK_ROWS

}  // namespace

Span<const KernelCycles> fully_connected_s8_cycles() { return kRows; }

}  // namespace nook
