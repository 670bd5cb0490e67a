/* Offsets, in bytes, of the fields of this folder's jobs, and other numbers that assembly shares with C.
 * offsets_fpu.c checks them. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_FPU_OFFSETS_H_
#define NOOK_KERNELS_DOT_ARMV7EM_FPU_OFFSETS_H_

/* nook_dot_2x4_k8 */
#define NOOK_2X4_K8_X      0
#define NOOK_2X4_K8_STREAM 4
#define NOOK_2X4_K8_END    12
#define NOOK_2X4_K8_STRIDE 16
#define NOOK_2X4_K8_ODD    24

/* nook_dot_3x4_k32 */
#define NOOK_3X4_K32_STREAM 24
#define NOOK_3X4_K32_END    32

/* The most pixels of a strip of nook_dot_3x4_k16_fpu(). */
#define NOOK_3X4_K16_PIXELS 24
/* Bytes of its packed weights per four outputs. */
#define NOOK_3X4_K16_BYTES 140

#endif
