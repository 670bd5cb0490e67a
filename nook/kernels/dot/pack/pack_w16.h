#pragma once
#include "nook/kernels/dot/pack/pack_2x4.h"
#include "nook/kernels/dot/pack/pack_dots.h"

// Packs weights for dot_2x4_w16_dsp.h, on the host.
namespace nook {

// Whether the kernel accepts this many rows of this size.
bool accepts_w16(int64_t rows, int64_t size);
// Likewise for gathered tiles, whose rows may be shorter than a word.
bool accepts_gather_tiles(int64_t rows, int64_t size);
int64_t w16_bytes(int32_t outputs, const InputRows& inputs);
// Whether fixed_once.h accepts all outputs.
bool takes_w16(const DotWeights& weights);
void pack_w16(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout kW16Dsp = {bytes_by_rows<w16_bytes>, takes_w16, pack_w16};

// The weights of dot_2x4_dsp.h, preceded by the places that nook_unpack_places_dsp() unpacks.
int64_t gather_tiles_bytes(int32_t outputs, const InputRows& inputs);
void pack_gather_tiles(const DotWeights& weights, PackedBytes& to);
inline constexpr WeightLayout kGatherTilesDsp = {bytes_by_rows<gather_tiles_bytes>, takes_2x4,
                                                 pack_gather_tiles};

}  // namespace nook
