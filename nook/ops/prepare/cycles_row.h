// The lines of <type>_cycles.inc:
//
//   NOOK_CYCLES(kernel, layers, view, numbers)
//
// `layers` is a function of Params and constants: whether the line applies to such a layer. `view` converts
// Params to a TiledLayer. The numbers are the members of a TileCycles. The including file defines the type
// Params.
#pragma once
#include "nook/ops/prepare/tile_cycles.h"

#define NOOK_CYCLES(symbol, layers, view, pixels, outputs, last, weights, ...)              \
  {#symbol,                                                                                 \
   [](const void* params, const void* const* in) {                                          \
     return layers(*static_cast<const Params*>(params), in);                                \
   },                                                                                       \
   [](const void* params, int64_t packed) {                                                 \
     return nook::work_of({pixels, outputs, last, nook::WeightsFrom::weights, __VA_ARGS__}, \
                          view(*static_cast<const Params*>(params)), packed);               \
   }},
