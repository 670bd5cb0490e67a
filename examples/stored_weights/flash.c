#include "flash.h"

/* A real driver would send the command for reading and the address here, and start a DMA. */
int flash_begin(void* user, uint32_t offset, uint32_t bytes, void* destination) {
  flash* const f = user;
  f->destination = destination, f->left = bytes;
  return fseek(f->file, (long)offset, SEEK_SET);
}

/* A real driver would sleep until the DMA's interrupt here, and then invalidate a data cache. */
int flash_wait(void* user) {
  flash* const f = user;
  if (fread(f->destination, 1, f->left, f->file) != f->left) return 1;
  f->bytes += f->left;
  return 0;
}
