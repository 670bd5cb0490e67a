#include "nook/ops/block_sums/block_sums.h"

void nook_block_sums_s8_ref(const nook_block_sums* p, const int8_t* x, int16_t* y, void* scratch_memory) {
  const int32_t channels = p->channels, row = p->columns * p->block_w * channels;
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += (p->block_h - 1) * row)
    for (int32_t k = 0; k < p->columns; ++k, x += (p->block_w - 1) * channels)
      for (int32_t i = channels; i > 0; --i, ++x) {
        int32_t sum = p->start;
        const int8_t* line = x;
        for (int32_t h = p->block_h; h > 0; --h, line += row) {
          const int8_t* at = line;
          for (int32_t w = p->block_w; w > 0; --w, at += channels) sum += *at;
        }
        *y++ = (int16_t)sum;
      }
}
