#pragma once
#include "nook/ops/block_sums/block_sums.h"
#include "nook/ops/contract/custom_options.h"
#include "nook/ops/contract/op.h"

namespace nook {

// y = the sums of x over blocks of rows and columns that divide the image, in units of x's scale, without
// zero points. x is [n][h][w][c] or [n][h][c]. `nook compile --hop` creates it in front of NOOK_MEAN_OF_SUMS:
// a hop keeps sums of rows, in place of the rows.
struct BlockSums : CustomOp<BlockSums, 1034, Role::kData> {
  static constexpr const char* kName = "NOOK_BLOCK_SUMS";
  struct Attrs {
    using Op = BlockSums;
    int32_t height = 1, width = 1;  // the size of a block
  };
  static constexpr Option<Attrs> kOptions[] = {{"height", &Attrs::height}, {"width", &Attrs::width}};
  using Forms = List<struct BlockSumsS8>;
};

// int8 to int16.
struct BlockSumsS8 : OpForm<BlockSums> {
  NOOK_FORM(nook_block_sums);
};

}  // namespace nook
