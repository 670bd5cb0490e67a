/* An open image with the memory that the product lends it. */
#ifndef EXAMPLES_UPDATE_NETWORK_H_
#define EXAMPLES_UPDATE_NETWORK_H_

#include "nook/image/image.h"
#include "product.h"

typedef struct network {
  nook_image image;
  nook_model_memory memory;
  void *scratch[kPoolsMost], *persistent[kPoolsMost];
} network;

/* Divides `arena`, kArenaBytes at a multiple of 16, among the pools of an open image, and sets its state to
 * the beginning. Returns 0 if the network has another interface than the product's, or needs more memory. */
int network_lend(network* n, uint8_t* arena);

/* One whole input. Returns 0 if the run fails. */
int network_run(network* n, const int8_t input[kInputBytes], int8_t output[kOutputBytes]);

#endif
