#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"
#include "nook/ops/prepare/cycles_row.h"

// Cycle models of the kernels of s8.inc.
namespace nook {
namespace {

using Params = nook_depthwise_conv2d_s8;

// In rows of few pixels, code more often misses the flash's buffer.
bool of_few(const Params& p, const void* const*) { return p.out_w <= 4; }

// A channel's output is a sum of taps.
TiledLayer rows(const Params& p) { return layer_of_rows(p, int64_t{p.filter_h} * p.filter_w); }
TiledLayer without_padding(const Params& p) { return layer_without_padding(p, 1); }

#define NOOK_ROWS "nook/ops/depthwise_conv2d/s8.inc"
#include "nook/ops/prepare/cycles_table.inc"
#undef NOOK_ROWS

}  // namespace

Span<const KernelCycles> depthwise_conv2d_s8_cycles() { return kRows; }

}  // namespace nook
