/* CONV_2D of floats with int8 weights on cores with DSP instructions. */
#include "nook/ops/reference/hybrid_dsp.h"

#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em/dot_rows_dsp.h"
#include "nook/kernels/dot/copy_few.h"
#include "nook/ops/conv2d/hybrid_rows.h"

static nook_byte_scale make_bytes(const float* x, int32_t size, int32_t asymmetric, int8_t* q) {
  return nook_make_bytes_dsp(x, size, asymmetric, q);
}

static void copy_run(int8_t* to, const int8_t* from, int32_t size) { copy_few(to, from, size); }

/* The last four inputs, of which all but the last `count` are the zero point, so that they add nothing. */
static inline uint32_t last_inputs(const int8_t* end, int32_t count, int32_t zero) {
  const uint32_t others = 0xFFFFFFFFu >> (8 * count);
  return (nook_load_word(end - 4) & ~others) | (nook_all_bytes(zero) & others);
}

/* The last four outputs overlap the previous ones. */
static void outputs_of_pixel(const nook_conv2d_hybrid* p, const hybrid_image* image, const int8_t* x,
                             int32_t first, int32_t last, float* y) {
  const int32_t depth = image->depth, rest = depth > 4 ? depth & 3 : 0;
  nook_row_sums all = {{0, 0, 0, 0}, nook_both_halves(-image->made.zero)};
  const uint32_t tail = rest > 0 ? last_inputs(x + depth, rest, image->made.zero) : 0;
  const int8_t* const inputs = (const int8_t*)&tail;
  for (int32_t o = first; o < last; o += 4) {
    const int32_t at = o < last - 4 ? o : last - 4;
    const int8_t* const w = image->w + at * depth;
    all.sums[0] = all.sums[1] = all.sums[2] = all.sums[3] = 0;
    nook_add_rows_dsp(x, depth - rest, w, depth, &all);
    if (rest > 0) nook_dot_rows_dsp(inputs, inputs + 4, w + depth - 4, depth, &all);
    finish_four(p, image, all.sums, at, y);
  }
}

void nook_conv2d_hybrid_dsp(NOOK_IMAGE_ARGUMENTS(nook_conv2d_hybrid, float, int8_t, float)) {
  images_of_floats(p, x, w, bias, y, (int8_t*)scratch_memory);
}
