/* MovingAverage: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_MOVING_AVERAGE_MOVING_AVERAGE_H_
#define NOOK_OPS_MOVING_AVERAGE_MOVING_AVERAGE_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* y[r][i] = (x[r][i - window + 1] + .. + x[r][i]) / window, with zeros before x[r][0] */
typedef struct nook_moving_average_f32 {
  int32_t rows, size; /* number of rows, elements per row */
  int32_t window;     /* in [1, size] */
} nook_moving_average_f32;

/* x and y dense and not overlapping. */
void nook_moving_average_f32_ref(const nook_moving_average_f32* p, const float* x, float* y,
                                 void* scratch_memory);

#ifdef __cplusplus
}
#endif

#endif
