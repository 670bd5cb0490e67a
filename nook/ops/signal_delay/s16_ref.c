#include "nook/ops/reference/history.h"
#include "nook/ops/signal_delay/signal_delay.h"

void nook_signal_delay_s16_ref(const nook_signal_delay_s16* p, const int16_t* x, int16_t* y, void* state,
                               void* scratch_memory) {
  (void)scratch_memory;
  int16_t* history = (int16_t*)state;
  for (int32_t r = 0; r < p->rows; ++r, x += p->size, y += p->size, history += p->delay) {
    nook_history_read(history, p->delay, x, y, p->size);
    nook_history_add(history, p->delay, x, p->size);
  }
}
