#include "nook/ops/layer_norm/normalize_ref.h"

static void normalize(const nook_layer_norm* p, const int8_t* x, const int16_t* gamma, const int32_t* beta,
                      int8_t* y) {
  int32_t sum = 0;
  int64_t squares = 0;
  for (int32_t i = 0; i < p->depth; ++i) {
    const int32_t c = x[i] - p->x_zero;
    sum += c, squares += (int64_t)c * c;
  }
  const nook_norm_row row = nook_norm_row_of(p, sum, squares);
  for (int32_t i = 0; i < p->depth; ++i) {
    const int64_t q =
        nook_norm_element(p, &row, x[i] - p->x_zero, gamma ? gamma[i] : 1 << 14, beta ? beta[i] : 0);
    y[i] = (int8_t)nook_norm_clamp(q, INT8_MIN, INT8_MAX);
  }
}

void nook_layer_norm_s8_ref(const nook_layer_norm* p, const int8_t* x, const int16_t* gamma,
                            const int32_t* beta, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += p->depth, y += p->depth) normalize(p, x, gamma, beta, y);
}
