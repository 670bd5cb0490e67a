#pragma once
#include <cstdint>
#include <string>

#include "nook/core/tensor.h"

namespace nookc {

// "int8", "float32": as TensorFlow writes them.
std::string dtype_name(nook::DType type);

// Calls visit(T()) with the C type of the elements: for int4 the shared byte's, for float16 the bits', for
// bool the byte's type.
template <class Visit>
auto with_c_type(nook::DType type, Visit visit) {
  switch (type) {
    case nook::DType::kF32:
      return visit(float());
    case nook::DType::kF64:
      return visit(double());
    case nook::DType::kS8:
    case nook::DType::kS4:
      return visit(int8_t());
    case nook::DType::kS16:
      return visit(int16_t());
    case nook::DType::kF16:
    case nook::DType::kU16:
      return visit(uint16_t());
    case nook::DType::kS32:
      return visit(int32_t());
    case nook::DType::kU32:
      return visit(uint32_t());
    case nook::DType::kS64:
      return visit(int64_t());
    case nook::DType::kU64:
      return visit(uint64_t());
    default:
      return visit(uint8_t());
  }
}

}  // namespace nookc
