#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em_fpu/one_scale_blocks_fpu.h"
#include "nook/ops/fully_connected/fully_connected.h"

typedef char nook_room_is_known[NOOK_ONE_SCALE_BLOCK == 64 ? 1 : -1];

void nook_fully_connected_s8_fpu_one_scale(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
                                           const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  const int32_t* const scale = (const int32_t*)(const void*)w;
  int32_t sums[NOOK_ONE_SCALE_OUTPUTS];
  nook_one_scale_block block = {0, 0, y, scale[0], scale[1], p->out_zero, 0, sums, 0, 0, 0, scale[2]};
  for (int32_t b = 0; b < p->batch; ++b, x += p->in) {
    const int8_t* packed = w + NOOK_ONE_SCALE_HEAD;
    for (int32_t left = p->out; left > 0; left -= NOOK_ONE_SCALE_OUTPUTS) {
      const int32_t count = left < NOOK_ONE_SCALE_OUTPUTS ? left : NOOK_ONE_SCALE_OUTPUTS;
      block.from = (const int32_t*)(const void*)packed, block.sums_end = sums + count;
      block.x = x, block.x_end = x + p->in, block.y_end = block.y + count;
      packed = nook_one_scale_blocks_fpu(&block, packed + 4 * count);
      block.y = block.y_end;
    }
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y, p->batch * p->out, p->act_min, p->act_max);
}
