/* Numbers of dot_3x4_k16_fpu.h, for C and assembly. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_FPU_STRIP_3X4_K16_H_
#define NOOK_KERNELS_DOT_ARMV7EM_FPU_STRIP_3X4_K16_H_

/* the most pixels of a strip */
#define NOOK_3X4_K16_PIXELS 24
/* bytes of packed weights per four outputs */
#define NOOK_3X4_K16_BYTES 140

#endif
