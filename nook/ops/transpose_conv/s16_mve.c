#include "nook/kernels/asm/four_sums_mve.h"
#include "nook/ops/transpose_conv/phase_kernel.h"

static void copy_channels(const void* x, int32_t size, uint32_t* words) {
  nook_copy_to_eights((const int16_t*)x, size, (int16_t*)words);
}

/* Four sums are followed by a word, then by two words of weights per input. */
static const uint32_t* sum_in_eights(const uint32_t* words, nook_phase_part part, const uint32_t* packed,
                                     uint32_t* sums) {
  const int8_t* const weights = (const int8_t*)(packed + 5 + 2 * part.before);
  const int32x4_t first = vldrwq_s32((const int32_t*)packed);
  vst1q_s32((int32_t*)sums, nook_add_four_sums_mve((const int16_t*)words, 2 * part.count, weights, first));
  return packed + 5 + 2 * part.all;
}

static inline nook_phase_kernel phase_kernel_of(const nook_transpose_conv_s16* p) {
  const nook_phase_kernel kernel = {&p->shape,
                                    p,
                                    nook_whole_eights(p->shape.in_c) / 2,
                                    2,
                                    0,
                                    0,
                                    copy_channels,
                                    sum_in_eights,
                                    nook_finish_phase_s16};
  return kernel;
}

static void images_s16_mve(const nook_transpose_conv_s16* p, const int8_t* w, const int16_t* x, int16_t* y,
                           uint32_t* words) {
  const nook_phase_kernel kernel = phase_kernel_of(p);
  nook_transposed_images(&kernel, w, x, words, y);
}
static void row_s16_mve(const nook_transpose_conv_s16* p, const int8_t* w, const nook_rows* x, int32_t oy,
                        int16_t* y, uint32_t* words) {
  const nook_phase_kernel kernel = phase_kernel_of(p);
  nook_transposed_row(&kernel, (const uint32_t*)(const void*)w, x, oy, words, (char*)y);
}

void nook_transpose_conv_s16_mve(const nook_transpose_conv_s16* p, const int8_t* w, const int16_t* x,
                                 const void* bias, int16_t* y, void* scratch_memory) {
  (void)bias;
  images_s16_mve(p, w, x, y, (uint32_t*)scratch_memory);
}
void nook_transpose_conv_s16_mve_row(const nook_transpose_conv_s16* p, const nook_rows* x, int32_t oy,
                                     const int8_t* w, const void* bias, int16_t* y_row,
                                     void* scratch_memory) {
  (void)bias;
  row_s16_mve(p, w, x, oy, y_row, (uint32_t*)scratch_memory);
}

/* Likewise with few words, on the stack. */
void nook_transpose_conv_s16_mve_stack(const nook_transpose_conv_s16* p, const int8_t* w, const int16_t* x,
                                       const void* bias, int16_t* y, void* scratch_memory) {
  uint32_t words[NOOK_TRANSPOSE_CONV_SMALL];
  (void)bias, (void)scratch_memory;
  images_s16_mve(p, w, x, y, words);
}
void nook_transpose_conv_s16_mve_stack_row(const nook_transpose_conv_s16* p, const nook_rows* x, int32_t oy,
                                           const int8_t* w, const void* bias, int16_t* y_row,
                                           void* scratch_memory) {
  uint32_t words[NOOK_TRANSPOSE_CONV_SMALL];
  (void)bias, (void)scratch_memory;
  row_s16_mve(p, w, x, oy, y_row, words);
}
