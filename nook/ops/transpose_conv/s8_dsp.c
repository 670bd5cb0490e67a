#include "nook/kernels/asm/rescale_dsp.h"
#include "nook/kernels/dot/armv7em/four_sums_dsp.h"
#include "nook/ops/transpose_conv/phase_kernel.h"

static void unpack(const void* x, int32_t size, uint32_t* words) {
  nook_unpack_for_sums_dsp((const int8_t*)x, size, words);
}

static const uint32_t* sum(const uint32_t* words, nook_phase_part part, const uint32_t* stream,
                           uint32_t* sums) {
  return nook_four_sums_dsp(words, part.count, stream, sums);
}

static void finish(const void* params, const uint32_t* sums, int32_t first, int32_t some, void* y) {
  const nook_transpose_conv_s8* p = (const nook_transpose_conv_s8*)params;
  const int32_t zero = p->out_zero, low = p->act_min - zero, high = p->act_max - zero;
  for (int32_t k = first; k < first + some; ++k) {
    const int32_t q = nook_rescale_right((int32_t)*sums++, p->multiplier[k], -p->shift[k]);
    ((int8_t*)y)[k] = (int8_t)(nook_clamp(q, low, high) + zero);
  }
}

static inline nook_phase_kernel phase_kernel_of(const nook_transpose_conv_s8* p) {
  const uint32_t zeros = ((uint32_t)p->in_zero & 0xFFFFu) * 0x10001u;
  const nook_phase_kernel kernel = {
      &p->shape, p, nook_four_sums_words(p->shape.in_c), 1, 1, zeros, unpack, sum, finish};
  return kernel;
}

NOOK_TRANSPOSED_BY_PHASES(nook_transpose_conv_s8_dsp, nook_transpose_conv_s8, int8_t, int32_t)
NOOK_TRANSPOSED_ON_STACK(nook_transpose_conv_s8_dsp_stack, nook_transpose_conv_s8_dsp, nook_transpose_conv_s8,
                         int8_t, int32_t)
