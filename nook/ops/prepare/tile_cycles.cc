#include "nook/ops/prepare/tile_cycles.h"

namespace nook {
namespace {

constexpr double kClamp = 3.5;          // cycles to clamp an output (bytes_dsp.c)
constexpr int64_t kBesideWeights = 16;  // bytes per output that are read once: a bias and a multiplier

int64_t parts(int64_t all, int64_t of) { return (all + of - 1) / of; }

// Pixels of a strip, whole tiles.
int64_t strip_of(const TileCycles& cycles, const TiledLayer& layer) {
  int64_t pixels = cycles.strip > 0 ? cycles.strip : layer.columns;
  if (cycles.strip_inputs > 0 && pixels > cycles.strip_inputs / layer.inputs)
    pixels = cycles.strip_inputs / layer.inputs;
  return pixels > cycles.pixels ? pixels : cycles.pixels;
}

// Number of strips in a row. A remainder of whole tiles that is smaller than a tile belongs to the previous
// strip.
int64_t strips_of(const TileCycles& cycles, const TiledLayer& layer) {
  const int64_t strip = strip_of(cycles, layer), whole = layer.columns / strip;
  const int64_t left = cycles.last < 1 ? layer.columns % cycles.pixels : 0;
  const int64_t strips = whole + (layer.columns % strip > left ? 1 : 0);
  return strips > 0 ? strips : 1;
}

double real(int64_t n) { return static_cast<double>(n); }

}  // namespace

int64_t inside(int64_t in, int64_t out, int64_t stride, int64_t before, int64_t reach) {
  const int64_t first = before > 0 ? parts(before, stride) : 0, room = in - 1 - reach + before;
  const int64_t end = room < 0 ? 0 : room / stride + 1, last = end < out ? end : out;
  return last > first ? last - first : 0;
}

int64_t taps_inside(int64_t in, int64_t out, int64_t stride, int64_t before, int64_t taps, int64_t dilation) {
  int64_t sum = 0;
  for (int64_t tap = 0; tap < taps; ++tap) sum += inside(in, out, stride, before - tap * dilation, 0);
  return sum;
}

KernelWork work_of(const TileCycles& cycles, const TiledLayer& layer, int64_t stream) {
  const int64_t left = layer.columns % cycles.pixels;
  const double rows = real(layer.rows), inputs = real(layer.inputs);
  const double tiles = rows * (real(layer.columns / cycles.pixels) + (left > 0 ? cycles.last : 0));
  const double strips = real(layer.rows * strips_of(cycles, layer));
  const int64_t groups = parts(layer.outputs, cycles.outputs);
  const double results = tiles * real(groups), turns = strips * real(groups);
  KernelWork work;
  work.cycles = rows * cycles.row + tiles * (cycles.tile + inputs * cycles.input) +
                results * (cycles.result + inputs * cycles.mac) + turns * cycles.group +
                real(layer.edge) * cycles.edge +
                (layer.clamps ? rows * real(layer.columns * layer.outputs) * kClamp : 0);
  const bool from_flash = cycles.weights == WeightsFrom::kFlash;
  work.stream = stream;
  work.block = from_flash ? stream : stream / groups - kBesideWeights * cycles.outputs;
  work.times =
      cycles.weights == WeightsFrom::kOutside ? strips : rows * real(parts(layer.columns, cycles.pixels));
  work.times_held = from_flash ? 1 : strips;
  work.code_misses = rows * cycles.row_misses + results * cycles.result_misses + turns * cycles.group_misses;
  return work;
}

}  // namespace nook
