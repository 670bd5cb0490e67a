/* A limit of the kernels that copy small windows (soft_window_f32.h). */
#ifndef NOOK_KERNELS_WINDOW_SOFT_WINDOW_INPUTS_H_
#define NOOK_KERNELS_WINDOW_SOFT_WINDOW_INPUTS_H_

/* The most inputs of a window. */
#define NOOK_SOFT_WINDOW_F32 40

#endif
