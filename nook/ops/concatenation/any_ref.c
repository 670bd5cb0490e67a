#include "nook/ops/concatenation/concatenation.h"
#include "nook/ops/reference/copy.h"

/* Copies input by input, if no input is in y; `whole` is the size of all inputs. */
static void copy_disjoint(const nook_concatenation* p, const void* const* in, int8_t* y, int32_t whole) {
  for (int32_t i = 0; i < p->inputs; y += p->run[i++])
    nook_copy_segments(y, whole, in[i], p->run[i], p->run[i], p->outer);
}

void nook_concatenation_ref(const nook_concatenation* p, const void* const* in, void* y,
                            void* scratch_memory) {
  (void)scratch_memory;
  int8_t* to = (int8_t*)y;
  int32_t whole = 0, disjoint = 1;
  for (int32_t i = 0; i < p->inputs; ++i) whole += p->run[i];
  for (int32_t i = 0; i < p->inputs;
       ++i) /* the distance of an input that begins before y wraps around to a large number */
    disjoint &= (uintptr_t)in[i] - (uintptr_t)y >= (uintptr_t)p->outer * (uintptr_t)whole;
  if (disjoint) {
    copy_disjoint(p, in, to, whole);
    return;
  }
  for (int32_t k = 0; k < p->outer; ++k) {
    for (int32_t i = 0; i < p->inputs; ++i) {
      nook_copy_run(to, (const int8_t*)in[i] + k * p->run[i], p->run[i]);
      to += p->run[i];
    }
  }
}
