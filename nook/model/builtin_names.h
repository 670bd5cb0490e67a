#pragma once
#include <stdint.h>

namespace nook {

// The name in the .tflite format of an operator, "CONV_2D"; "UNKNOWN" for a number that the format did not
// have when nook was built. For hosts: a program that does not call this carries no names.
const char* builtin_name(int32_t code);

}  // namespace nook
