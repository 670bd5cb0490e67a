/* The packed weights of a channel with 3x3 taps, which are in registers along a row of pixels. */
#ifndef NOOK_KERNELS_DEPTHWISE_STRIP_CHANNEL_H_
#define NOOK_KERNELS_DEPTHWISE_STRIP_CHANNEL_H_

#include <stdint.h>

/* The bias includes the zero point of the input. */
typedef struct nook_strip_channel {
  int8_t w[9];   /* in the order of the filter */
  uint8_t shift; /* right shift; in [1, 31] */
  uint8_t unused[2];
  uint32_t bias, twice_multiplier;
} nook_strip_channel;

#endif
