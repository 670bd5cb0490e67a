#include "nook/kernels/asm/rescale_dsp.h"
#include "nook/kernels/dot/armv7em/four_sums_dsp.h"
#include "nook/ops/transpose_conv/phase_kernel.h"

static void unpack(const void* x, int32_t size, uint32_t* words) {
  nook_unpack_for_sums_dsp((const int8_t*)x, size, words);
}

static const uint32_t* sum(const uint32_t* words, nook_phase_part part, const uint32_t* packed,
                           uint32_t* sums) {
  return nook_four_sums_dsp(words, part.count, packed, sums);
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

static void images_s8_dsp(const nook_transpose_conv_s8* p, const int8_t* w, const int8_t* x, int8_t* y,
                          uint32_t* words) {
  const nook_phase_kernel kernel = phase_kernel_of(p);
  nook_transposed_images(&kernel, w, x, words, y);
}
static void row_s8_dsp(const nook_transpose_conv_s8* p, const int8_t* w, const nook_rows* x, int32_t oy,
                       int8_t* y, uint32_t* words) {
  const nook_phase_kernel kernel = phase_kernel_of(p);
  nook_transposed_row(&kernel, (const uint32_t*)(const void*)w, x, oy, words, (char*)y);
}

void nook_transpose_conv_s8_dsp(const nook_transpose_conv_s8* p, const int8_t* w, const int8_t* x,
                                const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias;
  images_s8_dsp(p, w, x, y, (uint32_t*)scratch_memory);
}
void nook_transpose_conv_s8_dsp_row(const nook_transpose_conv_s8* p, const nook_rows* x, int32_t oy,
                                    const int8_t* w, const int32_t* bias, int8_t* y_row,
                                    void* scratch_memory) {
  (void)bias;
  row_s8_dsp(p, w, x, oy, y_row, (uint32_t*)scratch_memory);
}

/* Likewise with few words, on the stack. */
void nook_transpose_conv_s8_dsp_stack(const nook_transpose_conv_s8* p, const int8_t* w, const int8_t* x,
                                      const int32_t* bias, int8_t* y, void* scratch_memory) {
  uint32_t words[NOOK_TRANSPOSE_CONV_SMALL];
  (void)bias, (void)scratch_memory;
  images_s8_dsp(p, w, x, y, words);
}
void nook_transpose_conv_s8_dsp_stack_row(const nook_transpose_conv_s8* p, const nook_rows* x, int32_t oy,
                                          const int8_t* w, const int32_t* bias, int8_t* y_row,
                                          void* scratch_memory) {
  uint32_t words[NOOK_TRANSPOSE_CONV_SMALL];
  (void)bias, (void)scratch_memory;
  row_s8_dsp(p, w, x, oy, y_row, words);
}
