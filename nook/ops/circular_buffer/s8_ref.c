#include "nook/ops/circular_buffer/circular_buffer.h"

int nook_circular_buffer_s8_ref(const nook_circular_buffer_s8* p, const int8_t* x, int8_t* y, void* state,
                                void* scratch_memory) {
  const int32_t kept = (p->slots - 1) * p->depth;
  int32_t* const calls = state;
  (void)scratch_memory;
  for (int32_t i = 0; i < kept; ++i) y[i] = y[i + p->depth];
  for (int32_t i = 0; i < p->depth; ++i) y[kept + i] = x[i];
  /* A count out of range means that the application restored a state with other bytes. */
  *calls = *calls >= 0 && *calls < p->cycles - 1 ? *calls + 1 : 0;
  return *calls != 0;
}
