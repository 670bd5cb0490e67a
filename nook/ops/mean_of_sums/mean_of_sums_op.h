#pragma once
#include "nook/ops/contract/custom_options.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/mean_of_sums/mean_of_sums.h"

namespace nook {

// y = for each image and channel, the mean of the elements of which x has sums (NOOK_BLOCK_SUMS): with the
// result of MEAN or, if `pooled`, of AVERAGE_POOL_2D. x is [n][h][w][c] or [n][h][c]; y has n * c elements.
struct MeanOfSums : CustomOp<MeanOfSums, 1035, Role::kData> {
  static constexpr const char* kName = "NOOK_MEAN_OF_SUMS";
  struct Attrs {
    using Op = MeanOfSums;
    int32_t count = 1;                 // elements of a mean, in all of its sums
    bool pooled = false;               // y has the quantization of the elements, and is rounded as in pools
    int32_t least = -128, most = 127;  // y's limits
  };
  static constexpr Option<Attrs> kOptions[] = {
      {"count", &Attrs::count}, {"least", &Attrs::least}, {"most", &Attrs::most}, {"pooled", &Attrs::pooled}};
  using Forms = List<struct MeanOfSumsS8>;
};

// int16 to int8.
struct MeanOfSumsS8 : OpForm<MeanOfSums> {
  NOOK_FORM(nook_mean_of_sums);
};

}  // namespace nook
