#pragma once
#include <stdint.h>

namespace nook {

// The operators of the .tflite format by number (nook/model/builtin_operators.inc has the list). Those that
// only the compiler makes are below 0.
enum class OpCode : int16_t {
#define NOOK_BUILTIN(name, type, code) k##type = code,
#include "nook/model/builtin_operators.inc"
#undef NOOK_BUILTIN
};

}  // namespace nook
