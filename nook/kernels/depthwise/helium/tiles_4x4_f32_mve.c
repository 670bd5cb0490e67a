#include "nook/kernels/depthwise/helium/tiles_4x4_f32_mve.h"

#include "nook/core/fixed_point.h"
#include "nook/kernels/depthwise/helium/dw_4x4_f32_mve.h"

enum { TILE = 4, FLOAT = (int)sizeof(float) };

/* The sum of a channel of pixel `pixel` of tile `tile`, whose weights of the first tap begin at `w`. */
static float sum_of(const nook_dw_4x4_f32* job, int32_t tile, int32_t pixel, int32_t channel,
                    const float* w) {
  const int32_t at = (tile * TILE + pixel) * (job->pixel_bytes / FLOAT) + channel;
  const uint8_t* outside = job->outside;
  float sum = 0;
  for (const float* const* tap = job->taps; tap != job->taps_end; ++tap, w += TILE)
    if (!outside || !(*outside++ >> pixel & 1)) sum += (*tap)[at] * *w;
  return sum;
}

/* Computes all outputs again, one by one. Pixels that do not exist are stored first, as earlier ones may
 * replace them.
 */
static __attribute__((noinline)) void one_by_one(const nook_dw_4x4_f32* job) {
  const int32_t channels = job->channel_bytes / FLOAT;
  const float* packed = job->weights;
  for (int32_t next = 0; next < channels; next += TILE, packed += job->tile_bytes / FLOAT) {
    const int32_t first = next + TILE <= channels ? next : channels - TILE;
    for (int32_t tile = 0; tile < job->tiles; ++tile)
      for (int32_t pixel = TILE; pixel-- > 0;)
        for (int32_t c = 0; c < TILE; ++c) {
          const float sum = sum_of(job, tile, pixel, first + c, packed + job->first / FLOAT + c);
          job->y[pixel][tile * TILE * channels + first + c] =
              nook_clamp_f32(sum + packed[c], job->range.low, job->range.high);
        }
  }
}

void nook_tiles_4x4_f32_mve(const nook_dw_4x4_f32* job) {
  if (nook_dw_4x4_f32_mve(job)) one_by_one(job);
}
