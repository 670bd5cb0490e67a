#include "nook/ops/conv2d/conv2d_fits.h"
#include "nook/ops/prepare/cycles_row.h"

// Cycle models of the kernels of s8.inc.
namespace nook {
namespace {

using Params = nook_conv2d_s8;

// Tiles round all outputs once, because negative ones are clamped.
bool relu(const Params& p, const void* const* in) { return all_relu_2x4(conv2d_weights(p, in)); }
// Inputs after the last word are unpacked one at a time.
bool relu_bytes(const Params& p, const void* const* in) { return p.in_c % 4 != 0 && relu(p, in); }
// The last pixel of an odd number is cheap.
bool words(const Params& p, const void* const*) { return p.in_c % 4 == 0; }

int64_t whole_words(int64_t inputs) { return (inputs + 3) / 4 * 4; }

TiledLayer rows(const Params& p) { return layer_of_rows(p, whole_words(inputs_of_window(p))); }
// For kernels that process all pixels of an image as one row if they are contiguous.
TiledLayer image(const Params& p) {
  TiledLayer layer = rows(p);
  if (p.filter_h * p.filter_w != 1 || p.stride_h != 1 || p.stride_w != 1) return layer;
  layer.columns *= layer.rows, layer.rows = 1;
  return layer;
}

TiledLayer without_padding(const Params& p) { return layer_without_padding(p, p.filter_c); }
// For kernels with all inputs in registers, at least two words.
TiledLayer two_words(const Params& p) {
  TiledLayer layer = image(p);
  if (layer.inputs < 8) layer.inputs = 8;
  return layer;
}

#define NOOK_ROWS "nook/kernels/window/s8.inc"
#include "nook/ops/prepare/cycles_table.inc"
#undef NOOK_ROWS

}  // namespace

Span<const KernelCycles> conv2d_s8_cycles() { return kRows; }

}  // namespace nook
