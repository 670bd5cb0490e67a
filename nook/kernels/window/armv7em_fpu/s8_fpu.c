/* Layers with a fused RELU on cores with an FPU, whose registers hold operands. */
#include <string.h>

#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em_fpu/dot_2x4_k8_fpu.h"
#include "nook/kernels/dot/armv7em_fpu/dot_3x3s2_fpu.h"
#include "nook/kernels/dot/armv7em_fpu/dot_3x3x3_fpu.h"
#include "nook/kernels/dot/armv7em_fpu/dot_3x4_k16_fpu.h"
#include "nook/kernels/dot/armv7em_fpu/dot_3x4_k32_fpu.h"
#include "nook/kernels/dot/armv7em_fpu/dot_4x2_fpu.h"
#include "nook/kernels/dot/armv7em_fpu/dot_5x2_fpu.h"
#include "nook/kernels/window/armv7em/clamp_dsp.h"
#include "nook/kernels/window/armv7em/three_rows_dsp.h"

/* One tap of up to 128 channels: four pixels and two outputs at once. */

/* Finds the inputs of `count` pixels from pixel `next` on, among `pixels` pixels whose inputs begin at x, and
 * the distances of their outputs from the first one's: `offsets[0]` is the distance of the second pixel. */
static inline __attribute__((always_inline)) void nook_place_pixels(const nook_window_s8* p, const int8_t* x,
                                                                    int32_t next, int32_t pixels,
                                                                    int32_t count, const int8_t** inputs,
                                                                    int32_t* offsets) {
  for (int32_t k = 0; k < count; ++k) {
    const int32_t pixel = next + k < pixels ? next + k : pixels - 1;
    inputs[k] = x + pixel * p->stride_w * p->in_c;
    if (k > 0) offsets[k - 1] = (pixel - next) * p->out_c;
  }
}

static inline void place_fours(const nook_window_s8* p, const int8_t* x, int32_t next, int32_t pixels,
                               nook_dot_4x2* job) {
  nook_place_pixels(p, x, next, pixels, NOOK_4X2_PIXELS, job->x, job->offsets);
}

static __attribute__((noinline)) void make_fours(const nook_window_s8* p, const int8_t* x, const int8_t* w,
                                                 int8_t* y, int32_t pixels) {
  const int32_t fours = (p->in_c + 3) / 4;
  int32_t words[NOOK_PIXEL_INPUTS_4X2 / 4 * NOOK_4X2_WORDS];
  nook_dot_4x2 job;
  job.last = p->in_c - 4, job.words = words, job.words_end = words + NOOK_4X2_WORDS * fours;
  job.zeros = -2 * fours & (NOOK_4X2_BLOCK / 2 - 1), job.packed = w;
  for (int32_t next = 0; next < pixels; next += NOOK_4X2_PIXELS) {
    place_fours(p, x, next, pixels, &job);
    job.y = y + next * p->out_c, job.end = job.y + p->out_c - 2;
    nook_dot_4x2_fpu(&job);
  }
  clamp_pixels(p, y, pixels);
}

void nook_conv2d_s8_fpu_1x1_4x2_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  pixels_of_row(p, x, oy, w, y_row, make_fours);
}
void nook_conv2d_s8_fpu_1x1_4x2(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  pixels_of_images(p, x, w, y, scratch_memory, make_fours, nook_conv2d_s8_fpu_1x1_4x2_row);
}

/* One tap of 64 channels: five pixels and two outputs at once. */

static inline void place_fives(const nook_window_s8* p, const int8_t* x, int32_t next, int32_t pixels,
                               nook_dot_5x2* job) {
  nook_place_pixels(p, x, next, pixels, NOOK_5X2_PIXELS, job->x, job->offsets);
}

static __attribute__((noinline)) void make_fives(const nook_window_s8* p, const int8_t* x, const int8_t* w,
                                                 int8_t* y, int32_t pixels) {
  nook_dot_5x2 job;
  job.packed = w;
  for (int32_t next = 0; next < pixels; next += NOOK_5X2_PIXELS) {
    place_fives(p, x, next, pixels, &job);
    job.y = y + next * p->out_c, job.end = job.y + p->out_c - 2;
    nook_dot_5x2_fpu(&job);
  }
  clamp_pixels(p, y, pixels);
}

void nook_conv2d_s8_fpu_1x1_k64_5x2_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  pixels_of_row(p, x, oy, w, y_row, make_fives);
}
void nook_conv2d_s8_fpu_1x1_k64_5x2(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  pixels_of_images(p, x, w, y, scratch_memory, make_fives, nook_conv2d_s8_fpu_1x1_k64_5x2_row);
}

/* One tap of 16 channels: three pixels and four outputs at once. */

static __attribute__((noinline)) void make_strips(const nook_window_s8* p, const int8_t* x, const int8_t* w,
                                                  int8_t* y, int32_t pixels) {
  if (pixels == 0) return;
  nook_dot_3x4_k16_fpu(x, w, y, p->out_c, pixels);
  clamp_pixels(p, y, pixels);
}

void nook_conv2d_s8_fpu_1x1_k16_3x4_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  pixels_of_row(p, x, oy, w, y_row, make_strips);
}
void nook_conv2d_s8_fpu_1x1_k16_3x4(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  pixels_of_images(p, x, w, y, scratch_memory, make_strips, nook_conv2d_s8_fpu_1x1_k16_3x4_row);
}

/* One tap of 32 channels: three pixels and four outputs at once, four outputs of all pixels before the next
 * four. */

/* Pixels that are copied if outputs are written over them; at least three follow. */
enum { kRoomForThrees = 12 };

static __attribute__((noinline)) void make_threes(const nook_window_s8* p, const int8_t* x, const int8_t* w,
                                                  int8_t* y, int32_t pixels) {
  const int32_t size = NOOK_3X4_K32_INPUTS, stride = p->out_c;
  int8_t room[kRoomForThrees * NOOK_3X4_K32_INPUTS];
  nook_dot_contiguous job;
  job.packed = w, job.stride = stride;
  for (int32_t next = 0, some; next < pixels; next += some) {
    job.x = x + next * size, job.y = y + next * stride, job.end = job.y + stride - 4;
    some = pixels - next;
    if (job.x + some * size > job.y && job.y + some * stride > job.x) {
      if (some > kRoomForThrees) some = some < kRoomForThrees + 3 ? kRoomForThrees - 3 : kRoomForThrees;
      job.x = memcpy(room, job.x, (size_t)(some * size));
    }
    job.left = some % 3, job.span = (some - job.left - 3) * stride;
    nook_dot_3x4_k32_fpu(&job);
  }
  if (p->act_min > -128 || p->act_max < 127) nook_clamp_bytes_dsp(y, pixels * stride, p->act_min, p->act_max);
}

void nook_conv2d_s8_fpu_1x1_k32_3x4_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  pixels_of_row(p, x, oy, w, y_row, make_threes);
}
void nook_conv2d_s8_fpu_1x1_k32_3x4(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  pixels_of_images(p, x, w, y, scratch_memory, make_threes, nook_conv2d_s8_fpu_1x1_k32_3x4_row);
}

/* One tap of 8 channels: two pixels and four outputs at once, four outputs of all pixels before the next
 * four. */

/* Pixels that are copied if outputs are written over them. */
enum { kRoomForTwos = 32 };

static __attribute__((noinline)) void make_twos(const nook_window_s8* p, const int8_t* x, const int8_t* w,
                                                int8_t* y, int32_t pixels) {
  const int32_t size = NOOK_K8_INPUTS, stride = p->out_c;
  int8_t room[kRoomForTwos * NOOK_K8_INPUTS];
  nook_dot_contiguous job;
  job.packed = w, job.stride = stride;
  for (int32_t next = 0, some; next < pixels; next += some) {
    job.x = x + next * size, job.y = y + next * stride, job.end = job.y + stride - 4;
    some = pixels - next;
    if (some == 1 || (job.x + some * size > job.y && job.y + some * stride > job.x)) {
      if (some > kRoomForTwos) some = kRoomForTwos;
      job.x = memcpy(room, job.x, (size_t)(some * size));
    }
    if (some == 1)
      job.stride = 0, memcpy(room + size, room, (size_t)size); /* a single pixel is computed twice */
    job.left = some > 1 && some % 2, job.span = (some - job.left - 2) * job.stride;
    nook_dot_2x4_k8_fpu(&job);
  }
  if (p->act_min > -128 || p->act_max < 127) nook_clamp_bytes_dsp(y, pixels * stride, p->act_min, p->act_max);
}

void nook_conv2d_s8_fpu_1x1_k8_2x4_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  pixels_of_row(p, x, oy, w, y_row, make_twos);
}
void nook_conv2d_s8_fpu_1x1_k8_2x4(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  pixels_of_images(p, x, w, y, scratch_memory, make_twos, nook_conv2d_s8_fpu_1x1_k8_2x4_row);
}

/* 3x3 taps of one channel with a stride of 2, as in the first layer for grey images, and of three channels,
 * as in the first layer for colour images: two pixels and four outputs at once. */

void nook_conv2d_s8_fpu_3x3s2_k9_2x4_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  union {
    parts_of_row parts;
    int8_t room[sizeof(parts_of_row) + NOOK_PARTS * 3 * NOOK_COPY_BYTES(2, 1)];
  } all;
  row_in_parts(p, x, oy, w, y_row, 2, 1, &all.parts, nook_dot_3x3s2_fpu);
}
NOOK_ROW_AFTER_ROW(k9_rows, nook_window_s8, int8_t, int8_t, int32_t)
void nook_conv2d_s8_fpu_3x3s2_k9_2x4(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  k9_rows(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_fpu_3x3s2_k9_2x4_row);
}

void nook_conv2d_s8_fpu_3x3_k27_2x4_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  union {
    parts_of_row parts;
    int8_t room[sizeof(parts_of_row) + NOOK_PARTS * 3 * NOOK_COPY_BYTES(1, 3)];
  } all;
  row_in_parts(p, x, oy, w, y_row, 1, 3, &all.parts, nook_dot_3x3x3_fpu);
}
NOOK_ROW_AFTER_ROW(k27_rows, nook_window_s8, int8_t, int8_t, int32_t)
void nook_conv2d_s8_fpu_3x3_k27_2x4(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  k27_rows(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_fpu_3x3_k27_2x4_row);
}

void nook_conv2d_s8_fpu_3x3s2_k27_2x4_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  union {
    parts_of_row parts;
    int8_t room[sizeof(parts_of_row) + NOOK_PARTS * 3 * NOOK_COPY_BYTES(2, 3)];
  } all;
  row_in_parts(p, x, oy, w, y_row, 2, 3, &all.parts, nook_dot_3x3x3s2_fpu);
}
NOOK_ROW_AFTER_ROW(k27_s2_rows, nook_window_s8, int8_t, int8_t, int32_t)
void nook_conv2d_s8_fpu_3x3s2_k27_2x4(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  k27_s2_rows(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_fpu_3x3s2_k27_2x4_row);
}
