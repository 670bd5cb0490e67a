// What a kernel takes that makes tiles of pixels and outputs, as numbers, which tools/kernel_cycles.py fits
// to the cycles of many layers.
#pragma once
#include "nook/ops/contract/kernel_cycles.h"

namespace nook {

// What a kernel sees of a layer.
struct TiledLayer {
  int64_t rows, columns;  // of pixels
  int64_t inputs;         // of an output
  int64_t outputs;        // of a pixel
  int64_t edge;           // pixels with taps outside of the image
  bool clamps;            // all outputs once more, because their range is smaller than int8
};

// Where weights are from one tile to the next.
enum class WeightsFrom {
  kFlash,    // all of them are read again for each tile
  kBuffer,   // those of a tile's outputs are used for a whole strip; the flash's buffer may hold them
  kOutside,  // the same, but registers or the stack hold them
};

struct TileCycles {
  int32_t pixels, outputs;  // of a tile
  double last;              // what is left of a row behind whole tiles takes this part of one
  WeightsFrom weights;
  int32_t strip;         // pixels; 0: a row
  int32_t strip_inputs;  // of all pixels of a strip together, at the most; 0: any number
  double row;            // cycles for a row
  double tile, input;    // for the pixels of a tile, and for each input of one of them
  double result, mac;    // for the outputs of a tile, and for each input of one of them
  double group;          // for the outputs of a tile in all pixels of a strip together
  double edge;           // for a pixel at an edge
  double row_misses, result_misses, group_misses;  // lines of code that are waited for, likewise
};

KernelWork work_of(const TileCycles& cycles, const TiledLayer& layer, int64_t stream);

// Positions of a filter along an axis that have all taps inside; `reach`: from the first tap to the last.
int64_t inside(int64_t in, int64_t out, int64_t stride, int64_t before, int64_t reach);

// The taps of all positions that are inside.
int64_t taps_inside(int64_t in, int64_t out, int64_t stride, int64_t before, int64_t taps, int64_t dilation);

// Of Params of a convolution, whose outputs are sums of so many inputs.
template <class Params>
TiledLayer layer_of_rows(const Params& p, int64_t inputs) {
  const int64_t rows = inside(p.in_h, p.out_h, p.stride_h, p.pad_top, int64_t{p.filter_h - 1} * p.dilation_h);
  const int64_t columns =
      inside(p.in_w, p.out_w, p.stride_w, p.pad_left, int64_t{p.filter_w - 1} * p.dilation_w);
  const int64_t edge = p.batch * (int64_t{p.out_h} * p.out_w - rows * columns);
  return {int64_t{p.batch} * p.out_h, p.out_w, inputs, p.out_c, edge, p.act_min > -128 || p.act_max < 127};
}

// The same of a portable kernel, which clamps each output at once and skips taps in the padding: inputs are
// those of a pixel on average, of so many channels.
template <class Params>
TiledLayer layer_without_padding(const Params& p, int64_t channels) {
  const int64_t down = taps_inside(p.in_h, p.out_h, p.stride_h, p.pad_top, p.filter_h, p.dilation_h);
  const int64_t across = taps_inside(p.in_w, p.out_w, p.stride_w, p.pad_left, p.filter_w, p.dilation_w);
  TiledLayer layer = layer_of_rows(p, down * across * channels / (int64_t{p.out_h} * p.out_w));
  layer.clamps = false;
  return layer;
}

}  // namespace nook
