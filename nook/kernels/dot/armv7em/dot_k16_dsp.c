#include "nook/kernels/dot/armv7em/dot_k16_dsp.h"

#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em/dot_k16_words_dsp.h"

/* Computes the job by one of three functions, then clamps the outputs. */
static inline __attribute__((always_inline)) void dot_and_clamp(nook_dot_k16* job, int32_t words,
                                                                void (*two)(nook_dot_k16*),
                                                                void (*three)(nook_dot_k16*),
                                                                void (*four)(nook_dot_k16*)) {
  int8_t* const y = job->y;
  const int32_t size = job->pixels * job->outputs;
  if (words <= 2)
    two(job);
  else if (words == 3)
    three(job);
  else
    four(job);
  if (job->low > -128 || job->high < 127) nook_clamp_bytes_dsp(y, size, job->low, job->high);
}

void nook_dot_k16_dsp(nook_dot_k16* job, int32_t words) {
  dot_and_clamp(job, words, nook_dot_k16_two_words_dsp, nook_dot_k16_three_words_dsp,
                nook_dot_k16_four_words_dsp);
}

void nook_dot_k16_relu_dsp(nook_dot_k16* job, int32_t words) {
  dot_and_clamp(job, words, nook_dot_k16_two_words_once_dsp, nook_dot_k16_three_words_once_dsp,
                nook_dot_k16_four_words_once_dsp);
}
