#include <string.h>

#include "nook/ops/signal_stacker/signal_stacker.h"

void nook_signal_stacker_s16_ref(const nook_signal_stacker_s16* p, const int16_t* x, int16_t* y,
                                 uint8_t* valid, void* state, void* scratch_memory) {
  (void)scratch_memory;
  int32_t *const began = (int32_t*)state, *const kept = began + 1;
  int16_t *const frames = (int16_t*)(kept + 1), *const last = frames + p->frames * p->channels;
  const size_t frame = sizeof *x * (size_t)p->channels, all = frame * (size_t)p->frames;
  const int32_t more = *began ? 1 : p->first, room = p->frames - more;
  int32_t count = *kept;
  if ((uint32_t)count > (uint32_t)room) count = room; /* the application restored a state with other bytes */
  for (int32_t n = more; n > 0; --n) memcpy(frames + count++ * p->channels, x, frame);
  *began = 1;
  *valid = count == p->frames;
  if (*valid) {
    memcpy(last, frames, all);
    count -= p->step;
    memmove(frames, frames + p->step * p->channels, frame * (size_t)count);
  }
  *kept = count;
  memcpy(y, last, all);
}
