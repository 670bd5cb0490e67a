/* The network that this product runs: a picture of 8 x 8 pixels arrives row by row, and ten scores leave. An
 * image with another interface is refused. YOUR PRODUCT: its sizes. */
#ifndef EXAMPLES_UPDATE_PRODUCT_H_
#define EXAMPLES_UPDATE_PRODUCT_H_

enum {
  kRows = 8,
  kRowBytes = 8,
  kInputBytes = kRows * kRowBytes,
  kOutputBytes = 10,
  kPoolsMost = 4,          /* pools of one role */
  kArenaBytes = 16 * 1024, /* memory of the largest network that the product takes */
  kStackBytes = 4 * 1024   /* stack that a run may take */
};

#endif
