#include "nook/kernels/dot/armv7em/dot_segments_dsp.h"

#include <string.h>

#include "nook/kernels/dot/armv7em/blocks.h"
#include "nook/kernels/dot/armv7em/dot_segments_steps_dsp.h"

nook_segment nook_segment_dsp(const int16_t* x, int32_t size) {
  nook_segment segment = {x, x + size, (uintptr_t)nook_segments_halfwords_dsp, 0};
  if (((uintptr_t)x & 3u) == 0)
    segment.code = (uintptr_t)nook_segments_words_dsp +
                   NOOK_SEGMENTS_BLOCK_BYTES * (((uint32_t)0 - (uint32_t)size / 4) % NOOK_SEGMENTS_BLOCKS);
  return segment;
}

nook_segment nook_end_of_segments_dsp(int sums_of_32) {
  const nook_segment end = {
      0, 0, sums_of_32 ? (uintptr_t)nook_segments_end_32_dsp : (uintptr_t)nook_segments_end_64_dsp, 0};
  return end;
}

void nook_dot_segments_dsp(const nook_dot_list* job) {
  int16_t few[4];
  if (job->outputs >= 4) {
    nook_segments_begin_dsp(job);
    return;
  }
  nook_dot_list to_few = *job;
  to_few.y = few;
  nook_segments_begin_dsp(&to_few);
  memcpy(job->y, few, (size_t)job->outputs * sizeof *few);
}
