#include "nook/ops/reference/history.h"
#include "nook/ops/signal_framer/signal_framer.h"

void nook_signal_framer_s16_ref(const nook_signal_framer_s16* p, const int16_t* x, int16_t* y, uint8_t* valid,
                                void* state, void* scratch_memory) {
  (void)scratch_memory;
  int32_t* const steps = (int32_t*)state;
  int16_t* history = (int16_t*)(steps + 1);
  /* The application may have restored a state with other bytes. */
  const int32_t before = (uint32_t)*steps > (uint32_t)p->wait ? p->wait : *steps;
  for (int32_t r = 0; r < p->rows; ++r, history += p->lag) {
    for (int32_t f = 0; f < p->frames; ++f, x += p->step, y += p->size) {
      if (before + f < p->wait) {
        memset(y, 0, sizeof *y * (size_t)p->size);
      } else {
        nook_history_read(history, p->lag, x, y, p->size);
      }
      nook_history_add(history, p->lag, x, p->step);
    }
  }
  *valid = before >= p->wait;
  *steps = p->wait - before > p->frames ? before + p->frames : p->wait;
}
