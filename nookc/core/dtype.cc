#include "nookc/core/dtype.h"

namespace nookc {

std::string dtype_name(nook::DType type) {
  static constexpr const char* kNames[] = {"none",    "float32", "float16",    "int32",  "uint8",
                                           "int64",   "string",  "bool",       "int16",  "complex64",
                                           "int8",    "float64", "complex128", "uint64", "resource",
                                           "variant", "uint32",  "uint16",     "int4"};
  const size_t i = static_cast<size_t>(type);
  return i < std::size(kNames) ? kNames[i] : "type " + std::to_string(i);
}

}  // namespace nookc
