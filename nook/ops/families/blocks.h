/* Operators that move blocks of pixels into the channels of one pixel, or back: the arguments of their
 * kernels, for C99 and C++. The form is in blocks_op.h. */
#ifndef NOOK_OPS_FAMILIES_BLOCKS_H_
#define NOOK_OPS_FAMILIES_BLOCKS_H_

#include <stdint.h>

/* A coarse image has `rows` rows (of all images of a batch) of `width` pixels. Such a pixel is `block` runs
 * of `run` bytes; each run is `block` pixels beside each other in the fine image, which has `block` times as
 * many rows: run r of pixel w of row y is run w of row y * block + r there. */
typedef struct nook_blocks {
  int32_t rows, width, block, run;
} nook_blocks;

#endif
