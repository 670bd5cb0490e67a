/* Storage that the processor can't address: SPI flash, an SD card, OCTOSPI without mapping. A model compiled
 * with --weights-from storage reads its weights through functions that the application puts into a
 * nook_storage, in parts, each before the operator that needs it (docs/weights-in-storage.md).
 *
 * At most one read is under way: begin, wait, begin, wait ... A run computes between the two, so a read that
 * a DMA does costs no time if it is fast enough. Offsets in a run rise, and each read begins where the one
 * before it ended. A run that ends, also with an error, leaves no read under way. C99 and C++17. */
#ifndef NOOK_STORAGE_H_
#define NOOK_STORAGE_H_

#include <stdint.h>

typedef struct nook_storage {
  /* Begins to read `bytes` bytes at `offset` bytes from the start of the file of weights into `destination`;
   * may also read them before it returns. Both numbers are multiples of 16, and so is the address. 0: done;
   * any other value ends the run with NOOK_DEVICE_FAILED, and no read may be under way. */
  int (*begin)(void* user, uint32_t offset, uint32_t bytes, void* destination);
  /* Returns when the bytes of the last begin() are in memory, as the processor sees it: a driver with a cache
   * between invalidates its lines. Results as of begin(). */
  int (*wait)(void* user);
  void* user; /* passed to both */
} nook_storage;

#endif
