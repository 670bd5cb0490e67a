/* Division and square root of floats by integers, rounded as IEEE 754 says. The functions of some C libraries
 * hold addresses or variables, which an image can't have; code of images calls these by the library's names.
 * C99 and C++17. */
#ifndef NOOK_IMAGE_SOFT_FLOAT_H_
#define NOOK_IMAGE_SOFT_FLOAT_H_

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

float nook_image_divide(float a, float b);
float nook_image_square_root(float x);

NOOK_END_C

#endif
