/* The one type of CMSIS-DSP that the harness names. */
#ifndef NOOK_STREAMING_ARM_MATH_H_
#define NOOK_STREAMING_ARM_MATH_H_

typedef float float32_t;

#endif
