// Cycle model of a kernel that computes tiles of pixels and outputs; tools/kernel_cycles.py fits its
// coefficients to the cycles of many layers.
#pragma once
#include "nook/ops/contract/kernel_cycles.h"

namespace nook {

// The properties of a layer on which the cycles depend.
struct TiledLayer {
  int64_t rows, columns;  // rows and columns of pixels
  int64_t inputs;         // inputs of one output
  int64_t outputs;        // outputs of one pixel
  int64_t edge;           // number of pixels with taps outside of the image
  bool clamps;            // outputs are clamped in a second pass, because their range is smaller than int8
};

// Where the weights are between two tiles.
enum class WeightsFrom {
  kFlash,    // in flash: read again for each tile
  kBuffer,   // used for a whole strip; the flash's buffer may hold the weights of a tile's outputs
  kOutside,  // used for a whole strip, in registers or on the stack
};

struct TileCycles {
  int32_t pixels, outputs;  // size of a tile
  double last;              // cost of a partial last tile, as a fraction of a full one
  WeightsFrom weights;
  int32_t strip;         // pixels of a strip; 0: a row
  int32_t strip_inputs;  // the most inputs of all pixels of a strip together; 0: no limit
  double row;            // cycles per row
  double tile, input;    // cycles for the pixels of a tile, and per input of one of them
  double result, mac;    // cycles for the outputs of a tile, and per input of one of them
  double group;          // cycles for the outputs of a tile, for all pixels of a strip together
  double edge;           // cycles per pixel at an edge
  double row_misses, result_misses, group_misses;  // lines of code that miss the buffer, likewise
};

KernelWork work_of(const TileCycles& cycles, const TiledLayer& layer, int64_t packed);

// Positions of a filter along an axis that have all taps inside; `reach`: distance from the first tap to the
// last.
int64_t inside(int64_t in, int64_t out, int64_t stride, int64_t before, int64_t reach);

// The taps of all positions that are inside.
int64_t taps_inside(int64_t in, int64_t out, int64_t stride, int64_t before, int64_t taps, int64_t dilation);

// The layer of a convolution whose outputs are sums of `inputs` inputs.
template <class Params>
TiledLayer layer_of_rows(const Params& p, int64_t inputs) {
  const int64_t rows = inside(p.in_h, p.out_h, p.stride_h, p.pad_top, int64_t{p.filter_h - 1} * p.dilation_h);
  const int64_t columns =
      inside(p.in_w, p.out_w, p.stride_w, p.pad_left, int64_t{p.filter_w - 1} * p.dilation_w);
  const int64_t edge = p.batch * (int64_t{p.out_h} * p.out_w - rows * columns);
  return {int64_t{p.batch} * p.out_h, p.out_w, inputs, p.out_c, edge, p.act_min > -128 || p.act_max < 127};
}

// The layer for a portable kernel, which clamps each output immediately and skips taps in the padding: the
// inputs are a pixel's average number, with `channels` channels.
template <class Params>
TiledLayer layer_without_padding(const Params& p, int64_t channels) {
  const int64_t down = taps_inside(p.in_h, p.out_h, p.stride_h, p.pad_top, p.filter_h, p.dilation_h);
  const int64_t across = taps_inside(p.in_w, p.out_w, p.stride_w, p.pad_left, p.filter_w, p.dilation_w);
  TiledLayer layer = layer_of_rows(p, down * across * channels / (int64_t{p.out_h} * p.out_w));
  layer.clamps = false;
  return layer;
}

}  // namespace nook
