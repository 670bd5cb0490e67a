/* A flash with a serial interface, from which a DMA copies: here a file. */
#ifndef STORED_WEIGHTS_FLASH_H_
#define STORED_WEIGHTS_FLASH_H_

#include <stdint.h>
#include <stdio.h>

typedef struct flash {
  FILE* file;
  uint32_t bytes; /* read so far */
  /* The read that is under way. */
  void* destination;
  uint32_t left;
} flash;

/* The functions of a nook_storage. */
int flash_begin(void* user, uint32_t offset, uint32_t bytes, void* destination);
int flash_wait(void* user);

#endif
