#include "nook/ops/conv2d/by_two_fpu.h"

#include <string.h>

int32_t nook_by_two_next(nook_by_two* all) {
  const int32_t size = all->p->in_c, apart = all->p->out_c;
  const int8_t* const x = all->x;
  int8_t* const y = all->y;
  nook_dot_2x4_fpu* const job = &all->job;
  int32_t pixels = all->pixels;
  if (pixels == 0) return 0;
  job->x = x, job->apart = apart;
  if (pixels == 1 || (x + pixels * size > y && y + pixels * apart > x)) {
    if (pixels > NOOK_BY_TWO_ROOM / size) pixels = NOOK_BY_TWO_ROOM / size;
    memcpy(all->room, x, (size_t)(pixels * size));
    if (pixels == 1) memcpy(all->room + size, x, (size_t)size), job->apart = 0; /* twice */
    job->x = all->room;
  }
  job->y = y, job->end = y + apart - 4;
  job->twos = pixels > 1 ? pixels / 2 : 1, job->odd = pixels > 1 && pixels % 2;
  all->x += pixels * size, all->y += pixels * apart, all->pixels -= pixels;
  return 1;
}
