#pragma once
#include <stdint.h>

namespace nook {

// The name of an operator in the .tflite format, "CONV_2D"; "UNKNOWN" for a number newer than this version of
// nook. For hosts: a program that does not call this contains no names.
const char* builtin_name(int32_t code);

}  // namespace nook
