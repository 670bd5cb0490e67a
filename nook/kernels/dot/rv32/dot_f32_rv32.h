/* Sums of products of floats on cores without an FPU (products_f32_rv32.h). */
#ifndef NOOK_KERNELS_DOT_RV32_DOT_F32_RV32_H_
#define NOOK_KERNELS_DOT_RV32_DOT_F32_RV32_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"
#include "nook/core/macro_text.h"

NOOK_BEGIN_C

/* Whether the core has an FPU: the compiler then defines __riscv_flen, as a number. */
static inline int nook_dot_f32_rv32_on_fpu(void) { return NOOK_TEXT_OF(__riscv_flen)[0] != '_'; }

/* `sum`, which is not -0, and `count` products. */
float nook_dot_f32_rv32(const float* x, const float* w, int32_t count, float sum);

NOOK_END_C

#endif
