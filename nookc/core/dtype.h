#pragma once
#include <string>

#include "nook/core/tensor.h"

namespace nookc {

// "int8", "float32": as TensorFlow writes them.
std::string dtype_name(nook::DType type);

}  // namespace nookc
