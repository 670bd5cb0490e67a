#include "nook/kernels/dot/rv32/dot_f32_rv32.h"

#include "nook/kernels/dot/soft_f32.h"

/* Whether the core has an FPU: the compiler then defines __riscv_flen, as a number. */
#define NOOK_TEXT(macro)    #macro
#define NOOK_TEXT_OF(macro) NOOK_TEXT(macro)
static inline int has_fpu(void) { return NOOK_TEXT_OF(__riscv_flen)[0] != '_'; }

float nook_dot_f32_rv32(const float* x, const float* w, int32_t count, float sum) {
  return has_fpu() ? nook_soft_rest(x, w, count, sum) : nook_soft_dot(x, w, count, sum);
}
