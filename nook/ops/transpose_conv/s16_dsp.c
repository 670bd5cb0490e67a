#include "nook/kernels/dot/armv7em/four_sums_dsp.h"
#include "nook/ops/transpose_conv/phase_kernel.h"

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

static inline nook_phase_kernel phase_kernel_of(const nook_transpose_conv_s16* p) {
  const nook_phase_kernel kernel = {
      &p->shape, p, nook_four_sums_words(p->shape.in_c), 2, 0, 0, unpack, sum, nook_finish_phase_s16};
  return kernel;
}

NOOK_TRANSPOSED_BY_PHASES(nook_transpose_conv_s16_dsp, nook_transpose_conv_s16, int16_t, void)
NOOK_TRANSPOSED_ON_STACK(nook_transpose_conv_s16_dsp_stack, nook_transpose_conv_s16_dsp,
                         nook_transpose_conv_s16, int16_t, void)
