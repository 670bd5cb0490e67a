// The column of cycles in the rows of <type>.inc: nothing, or entries of which the first that applies to a
// layer counts. Only <op>_cycles.cc evaluates it, for the compiler; everything else that includes the rows
// ignores it.
//
//   NOOK_CYCLES(view, numbers)
//   NOOK_CYCLES_IF(layers, view, numbers)
//
// `view` converts Params to a TiledLayer. The numbers are the members of a TileCycles: pixels, outputs, last,
// weights, strip, strip_inputs; row, tile, input, result, mac, group, edge, row_misses, result_misses,
// group_misses. `layers` is a function of Params and constants: whether the entry applies to such a layer.
// The including file defines the type Params.
#pragma once
#include "nook/ops/prepare/tile_cycles.h"

#define NOOK_CYCLES_OF(applies, view, pixels, outputs, last, weights, ...)                   \
  {                                                                                          \
    applies, [](const void* params, int64_t packed) {                                        \
      return nook::work_of({pixels, outputs, last, nook::WeightsFrom::weights, __VA_ARGS__}, \
                           view(*static_cast<const Params*>(params)), packed);               \
    }                                                                                        \
  }
#define NOOK_CYCLES(...) NOOK_CYCLES_OF(nook::any_constants, __VA_ARGS__)
#define NOOK_CYCLES_IF(layers, ...)                                        \
  NOOK_CYCLES_OF(([](const void* params, const void* const* in) {          \
                   return layers(*static_cast<const Params*>(params), in); \
                 }),                                                       \
                 __VA_ARGS__)

// A row's entries, after its packing.
#define NOOK_CYCLES_ROW(symbol, ...)     {#symbol, {NOOK_AFTER_PACKING(__VA_ARGS__, {})}},
#define NOOK_AFTER_PACKING(packing, ...) __VA_ARGS__

namespace nook {

inline bool any_constants(const void*, const void* const*) { return true; }

}  // namespace nook
