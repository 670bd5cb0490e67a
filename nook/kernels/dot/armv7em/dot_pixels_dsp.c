#include "nook/kernels/dot/armv7em/dot_pixels_dsp.h"

#include "nook/kernels/dot/armv7em/blocks.h"
#include "nook/kernels/dot/armv7em/dot_pixels_steps_dsp.h"

/* The address at which a segment enters a loop that is unrolled to `blocks` blocks. */
static uintptr_t entry(void (*loop)(void), int32_t size, int32_t blocks, int32_t bytes) {
  return (uintptr_t)loop + (uint32_t)bytes * (((uint32_t)0 - (uint32_t)size / 4) % (uint32_t)blocks);
}

nook_segment nook_segment_of_two_dsp(const int16_t* x, int32_t size, int32_t step) {
  const nook_segment segment = {
      x, x + size,
      entry(nook_pixels_words_of_two_dsp, size, NOOK_PIXELS_BLOCKS_OF_TWO, NOOK_PIXELS_BYTES_OF_TWO),
      x + step / 2};
  return segment;
}
nook_segment nook_segment_of_one_dsp(const int16_t* x, int32_t size) {
  const uintptr_t words =
      entry(nook_pixels_words_of_one_dsp, size, NOOK_PIXELS_BLOCKS_OF_ONE, NOOK_PIXELS_BYTES_OF_ONE);
  const nook_segment segment = {x, x + size,
                                (uintptr_t)x & 3u ? (uintptr_t)nook_pixels_halfwords_of_one_dsp : words, 0};
  return segment;
}
nook_segment nook_no_inputs_dsp(int32_t size) {
  const nook_segment segment = {(const int16_t*)(uintptr_t)(2u * (uint32_t)size), 0,
                                (uintptr_t)nook_pixels_no_inputs_dsp, 0};
  return segment;
}
nook_segment nook_end_of_inputs_dsp(int two, int sums_of_32) {
  const uintptr_t of_two =
      sums_of_32 ? (uintptr_t)nook_pixels_end_of_two_32_dsp : (uintptr_t)nook_pixels_end_of_two_64_dsp;
  const uintptr_t of_one =
      sums_of_32 ? (uintptr_t)nook_pixels_end_of_one_32_dsp : (uintptr_t)nook_pixels_end_of_one_64_dsp;
  const nook_segment end = {0, 0, two ? of_two : of_one, 0};
  return end;
}

void nook_dot_pixels_dsp(const nook_dot_list* job, int two) {
  if (job->outputs > 1) {
    nook_pixels_begin_dsp(job, two);
    return;
  }
  int16_t both[4]; /* an unused word after each output */
  nook_dot_list to_both = *job;
  to_both.y = both, to_both.outputs = 2;
  nook_pixels_begin_dsp(&to_both, two);
  job->y[0] = both[0];
  if (two) job->y[1] = both[2];
}
