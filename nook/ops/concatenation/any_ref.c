#include "nook/ops/concatenation/concatenation.h"
#include "nook/ops/shared/copy.h"

void nook_concatenation_ref(const nook_concatenation* p, const void* const* in, void* y,
                            void* scratch_memory) {
  (void)scratch_memory;
  int8_t* to = (int8_t*)y;
  for (int32_t k = 0; k < p->outer; ++k) {
    for (int32_t i = 0; i < p->inputs; ++i) {
      nook_copy_forward(to, (const int8_t*)in[i] + k * p->run[i], p->run[i]);
      to += p->run[i];
    }
  }
}
