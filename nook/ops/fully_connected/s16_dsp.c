#include <string.h>

#include "nook/core/fixed_point.h"
#include "nook/kernels/dot/armv7em/dot_pixels_dsp.h"
#include "nook/kernels/dot/armv7em/dot_segments_dsp.h"
#include "nook/ops/fully_connected/fully_connected.h"

/* Adds the inputs to `list`, as segment(x, size); returns its end. Inputs after the last multiple of four are
 * in `rest`, padded with zeros to four. */
static inline nook_segment* put_inputs(const nook_fully_connected_s8* p, const int16_t* x, int16_t* rest,
                                       nook_segment* list,
                                       nook_segment (*segment)(const int16_t* x, int32_t size)) {
  const int32_t whole = p->in & ~(int32_t)3;
  if (whole > 0) *list++ = segment(x, whole);
  if (whole < p->in) {
    memset(rest, 0, 4 * sizeof *rest);
    for (int32_t i = whole; i < p->in; ++i) rest[i - whole] = x[i];
    *list++ = segment(rest, 4);
  }
  return list;
}

/* Clamps outputs, for fused activations with a smaller range than int16. */
static void clamp_outputs(const nook_fully_connected_s8* p, int16_t* y) {
  if (p->act_min <= -32768 && p->act_max >= 32767) return;
  int16_t* const end = y + p->batch * p->out;
  for (; y != end; ++y) *y = (int16_t)nook_clamp(*y, p->act_min, p->act_max);
}

/* Computes four outputs at a time, two of which share halfwords. */
static __attribute__((noinline)) void in_fours(const nook_fully_connected_s8* p, const int16_t* x,
                                               const int8_t* w, int16_t* y, int sums_of_32) {
  int16_t rest[4] __attribute__((aligned(4)));
  for (int32_t b = 0; b < p->batch; ++b, x += p->in) {
    nook_segment list[3];
    *put_inputs(p, x, rest, list, nook_segment_dsp) = nook_end_of_segments_dsp(sums_of_32);
    const nook_dot_list job = {w, y + b * p->out, p->out, list};
    nook_dot_segments_dsp(&job);
  }
  clamp_outputs(p, y);
}

/* Computes two outputs at a time, with any weights. */
static __attribute__((noinline)) void in_twos(const nook_fully_connected_s8* p, const int16_t* x,
                                              const int8_t* w, int16_t* y, int sums_of_32) {
  int16_t rest[4] __attribute__((aligned(4)));
  for (int32_t b = 0; b < p->batch; ++b, x += p->in) {
    nook_segment list[3];
    *put_inputs(p, x, rest, list, nook_segment_of_one_dsp) = nook_end_of_inputs_dsp(0, sums_of_32);
    const nook_dot_list job = {w, y + b * p->out, p->out, list};
    nook_dot_pixels_dsp(&job, 0);
  }
  clamp_outputs(p, y);
}

void nook_fully_connected_s16_dsp(const nook_fully_connected_s8* p, const int16_t* x, const int8_t* w,
                                  const void* bias, int16_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  in_fours(p, x, w, y, 0);
}
void nook_fully_connected_s16_dsp_1x2(const nook_fully_connected_s8* p, const int16_t* x, const int8_t* w,
                                      const void* bias, int16_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  in_twos(p, x, w, y, 0);
}
void nook_fully_connected_s16_sum32_dsp(const nook_fully_connected_s8* p, const int16_t* x, const int8_t* w,
                                        const void* bias, int16_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  in_fours(p, x, w, y, 1);
}
void nook_fully_connected_s16_sum32_dsp_1x2(const nook_fully_connected_s8* p, const int16_t* x,
                                            const int8_t* w, const void* bias, int16_t* y,
                                            void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  in_twos(p, x, w, y, 1);
}
