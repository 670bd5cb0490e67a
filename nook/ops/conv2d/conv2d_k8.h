#pragma once
#include "nook/kernels/dot/pack/pack_products.h"

// Packs weights for dot_2x4_k8_fpu.h, whose words of inputs are unpacked to even and odd inputs.
namespace nook {

inline constexpr TwoInputs kTwosOfK8[] = {{0, 2}, {1, 3}, {4, 6}, {5, 7}};
inline constexpr InputWords kWordsOfK8 = {kTwosOfK8, 4};

}  // namespace nook
