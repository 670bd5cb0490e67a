#include "nook/core/fixed_point.h"
#include "nook/ops/transpose_conv/phases_dsp.h"

static void unpack(const void* x, int32_t size, uint32_t* words) {
  nook_unpack_s16_for_sums_dsp((const int16_t*)x, size, words);
}

/* After four sums comes a word, and two words of weights for each of the inputs. */
static const uint32_t* sum(const uint32_t* words, nook_phase_part part, const uint32_t* stream,
                           uint32_t* sums) {
  for (int k = 0; k < 4; ++k) sums[k] = stream[k];
  stream += 5;
  if (part.count > 0) nook_add_four_sums_dsp(words, part.count, stream + 2 * part.before, sums);
  return stream + 2 * part.all;
}

static void finish(const void* params, const uint32_t* sums, int32_t first, int32_t some, void* y) {
  const nook_transpose_conv_s16* p = (const nook_transpose_conv_s16*)params;
  for (int32_t k = first; k < first + some; ++k) {
    const int32_t q = nook_rescale_s64((int32_t)*sums++, p->multiplier[k], p->shift[k]);
    ((int16_t*)y)[k] = (int16_t)nook_clamp(q, p->act_min, p->act_max);
  }
}

static void run(const nook_transpose_conv_s16* p, const int8_t* w, const int16_t* x, int16_t* y,
                uint32_t* words) {
  const nook_phase_kernel kernel = {&p->shape, p, 2, 0, 0, unpack, sum, finish};
  nook_transposed_images(&kernel, w, x, words, y);
}

static void run_row(const nook_transpose_conv_s16* p, const int8_t* w, const nook_rows* x, int32_t oy,
                    int16_t* y, uint32_t* words) {
  const nook_phase_kernel kernel = {&p->shape, p, 2, 0, 0, unpack, sum, finish};
  nook_transposed_row(&kernel, (const uint32_t*)(const void*)w, x, oy, words, (char*)y);
}

void nook_transpose_conv_s16_dsp_stack(const nook_transpose_conv_s16* p, const int8_t* w, const int16_t* x,
                                       const void* bias, int16_t* y, void* scratch_memory) {
  uint32_t words[NOOK_TRANSPOSE_CONV_SMALL];
  (void)bias, (void)scratch_memory;
  run(p, w, x, y, words);
}

void nook_transpose_conv_s16_dsp(const nook_transpose_conv_s16* p, const int8_t* w, const int16_t* x,
                                 const void* bias, int16_t* y, void* scratch_memory) {
  (void)bias;
  run(p, w, x, y, (uint32_t*)scratch_memory);
}

void nook_transpose_conv_s16_dsp_stack_row(const nook_transpose_conv_s16* p, const nook_rows* x, int32_t oy,
                                           const int8_t* w, const void* bias, int16_t* y_row,
                                           void* scratch_memory) {
  uint32_t words[NOOK_TRANSPOSE_CONV_SMALL];
  (void)bias, (void)scratch_memory;
  run_row(p, w, x, oy, y_row, words);
}

void nook_transpose_conv_s16_dsp_row(const nook_transpose_conv_s16* p, const nook_rows* x, int32_t oy,
                                     const int8_t* w, const void* bias, int16_t* y_row,
                                     void* scratch_memory) {
  (void)bias;
  run_row(p, w, x, oy, y_row, (uint32_t*)scratch_memory);
}
