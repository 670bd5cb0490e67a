#define NOOK_SHORTEST_RUN 1
#include "nook/ops/conv2d/runs.h"
#include "nook/ops/shared/dot_eight_rv32.h"

static void dot(nook_dot_runs* job) { nook_dot_eight_rv32(job); }

static inline void copy(int8_t* to, const int8_t* from, int32_t size) { memcpy(to, from, (size_t)size); }

NOOK_CONV2D_OF_PIXELS(nook_conv2d_s8_rv32_1x1)

void nook_conv2d_s8_rv32_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                             const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias;
  row_of_runs(p, x, oy, w, y_row, scratch_memory);
}
NOOK_CONV2D_OF_ROWS(nook_conv2d_s8_rv32)

/* Small windows are on the stack, so that they take nothing from a full plan. */
void nook_conv2d_s8_rv32_stack_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                   const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  int8_t window[NOOK_CONV2D_SMALL_WINDOW];
  row_of_runs(p, x, oy, w, y_row, window);
}
NOOK_CONV2D_OF_ROWS(nook_conv2d_s8_rv32_stack)
