/* Checks what assembly in this folder assumes of jobs: where their fields are. Makes no code. */
#include <stddef.h>

#include "nook/kernels/dot/armv7em_fpu/dot_4x2_fpu.h"

typedef char nook_4x2_is_known[offsetof(nook_dot_4x2, last) == 16 && offsetof(nook_dot_4x2, y) == 28 &&
                                       offsetof(nook_dot_4x2, stream) == 52
                                   ? 1
                                   : -1];
