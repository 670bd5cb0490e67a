/* Dot products of float32: all outputs of four pixels, four outputs at a time, whose sixteen sums stay in
 * registers. The job of the kernels that compute them, dot_4x4_f32_fpu.h and dot_4x4_f32_mve.h. Each sum adds
 * its products in the order of the reference and rounds twice, so that results have the reference's bytes.
 *
 * The inputs of a pixel lie in rows, and in each row in the same segments of contiguous floats. Where some of
 * the pixels read padding, a segment has zeros instead. They change no sum if all weights are finite, which
 * the packed weights promise.
 *
 * Packed weights (pack_f32.h), for each four outputs: their biases, then their weights of each input. If the
 * number of outputs is not a multiple of four, the last four overlap the others. */
#ifndef NOOK_KERNELS_DOT_DOT_4X4_F32_H_
#define NOOK_KERNELS_DOT_DOT_4X4_F32_H_

#include "nook/kernels/asm/float_range.h"
#include "nook/kernels/asm/offsets.h"

/* The most inputs of a segment with zeros. */
enum { NOOK_SEGMENT_F32_ZEROS = 32 };
/* An offset of a segment: zeros instead of inputs. */
enum { NOOK_SEGMENT_F32_OUTSIDE = -1 };

/* Assembly code depends on the order of these fields. */
typedef struct nook_segment_f32 {
  int32_t x[4];    /* bytes from the start of a row to the inputs of each pixel */
  int32_t count;   /* > 0: inputs of a pixel; negative: as many, some of which are zeros */
  int32_t weights; /* bytes from the weights of a row to the segment's */
} nook_segment_f32;

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_dot_4x4_f32 {
  const float *const *rows, *const *rows_end;      /* may be empty */
  const nook_segment_f32 *segments, *segments_end; /* not empty if there are rows */
  const float* weights;                            /* packed weights */
  int32_t first;      /* bytes from the packed weights of four outputs to the weights of the first row */
  int32_t row_bytes;  /* bytes from the weights of a row to the next row's */
  int32_t tile_bytes; /* bytes of the packed weights of four outputs */
  int32_t y_bytes;    /* bytes of a pixel's outputs, of which there are at least four */
  nook_float_range range;
  float* y[4]; /* the outputs of each pixel; pixels may be the same, with the same inputs */
} nook_dot_4x4_f32;

#include "nook/kernels/dot/dot_4x4_f32_offsets.inc"

typedef void nook_dot_4x4_f32_kernel(const nook_dot_4x4_f32* job);

/* Sets where the weights of windows are that have `rows` rows of `inputs`. */
static inline void nook_dot_4x4_f32_set_weights(nook_dot_4x4_f32* job, int32_t rows, int32_t inputs) {
  job->row_bytes = 16 * inputs;
  job->tile_bytes = 16 + rows * job->row_bytes;
  job->first = 16;
}

#endif
