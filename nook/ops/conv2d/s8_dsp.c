#define NOOK_DEPTH_UNIT 4
#include "nook/ops/conv2d/dots.h"
#include "nook/ops/shared/dot_eight_dsp.h"

static void dot(const nook_dot_job* job) { nook_dot_eight_dsp(job); }

/* Few bytes, in fewer instructions than memcpy() needs to look at them. */
static inline void copy(int8_t* to, const int8_t* from, int32_t size) {
  if (size >= 48) {
    memcpy(to, from, (size_t)size);
    return;
  }
  for (; size >= 4; size -= 4, to += 4, from += 4) memcpy(to, from, 4);
  for (; size > 0; --size) *to++ = *from++;
}

static inline void copy_rows(int8_t* to, const int8_t* from, int32_t apart, int32_t rows, int32_t size) {
  if (size < 4 || size >= 48) {
    for (; rows > 0; --rows, from += apart, to += size) copy(to, from, size);
    return;
  }
  const int32_t words = size / 4, rest = size & 3, on = apart - words * 4;
  for (; rows > 0; --rows, from += on, to += rest) {
    for (int32_t i = words; i > 0; --i, to += 4, from += 4) memcpy(to, from, 4);
    if (rest) memcpy(to + rest - 4, from + rest - 4, 4); /* some bytes once more */
  }
}

void nook_conv2d_s8_dsp_1x1_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  row_of_pixels(p, x, oy, w, y_row);
}

void nook_conv2d_s8_dsp_1x1(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                            int8_t* y, void* scratch_memory) {
  (void)bias;
  if (p->stride_h == 1 && p->stride_w == 1)
    images_of_pixels(p, x, w, y);
  else
    each_row(p, x, w, y, scratch_memory, nook_conv2d_s8_dsp_1x1_row);
}

void nook_conv2d_s8_dsp_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                            const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias;
  row_with_windows(p, x, oy, w, y_row, scratch_memory, 0); /* one */
}

void nook_conv2d_s8_dsp(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                        int8_t* y, void* scratch_memory) {
  (void)bias;
  each_row(p, x, w, y, scratch_memory, nook_conv2d_s8_dsp_row);
}

/* Small windows are on the stack, so that they take nothing from a plan that is full. */
void nook_conv2d_s8_dsp_small_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                  const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  int8_t windows[NOOK_CONV2D_SMALL_WINDOW];
  row_with_windows(p, x, oy, w, y_row, windows, sizeof windows);
}

void nook_conv2d_s8_dsp_small(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                              int8_t* y, void* scratch_memory) {
  (void)bias;
  each_row(p, x, w, y, scratch_memory, nook_conv2d_s8_dsp_small_row);
}
