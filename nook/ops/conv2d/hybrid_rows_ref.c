/* Portable CONV_2D of floats with int8 weights: each input is read once for four outputs. */
#include "nook/kernels/dot/c99/dot_rows_ref.h"
#include "nook/ops/conv2d/hybrid_rows.h"
#include "nook/ops/reference/copy.h"

static nook_byte_scale make_bytes(const float* x, int32_t size, int32_t asymmetric, int8_t* q) {
  return nook_make_bytes(x, size, asymmetric, q);
}

static void copy_run(int8_t* to, const int8_t* from, int32_t size) { nook_copy_bytes(to, from, size); }

/* The last four outputs overlap the previous ones. */
static void outputs_of_pixel(const nook_conv2d_hybrid* p, const hybrid_image* image, const int8_t* x,
                             int32_t first, int32_t last, float* y) {
  nook_row_sums all = {{0, 0, 0, 0}, (uint32_t)-image->made.zero};
  for (int32_t o = first; o < last; o += 4) {
    const int32_t at = o < last - 4 ? o : last - 4;
    all.sums[0] = all.sums[1] = all.sums[2] = all.sums[3] = 0;
    nook_add_rows_ref(x, image->depth, image->w + at * image->depth, image->depth, &all);
    finish_four(p, image, all.sums, at, y);
  }
}

void nook_conv2d_hybrid_c_rows(NOOK_IMAGE_ARGUMENTS(nook_conv2d_hybrid, float, int8_t, float)) {
  images_of_floats(p, x, w, bias, y, (int8_t*)scratch_memory);
}
