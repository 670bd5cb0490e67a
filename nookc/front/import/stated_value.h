#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "nook/core/tensor.h"
#include "nookc/core/bytes.h"

namespace nookc {

// Numbers, as a user writes them, as the bytes of a tensor: "16000", "-0.5", "true". One number fills all
// elements. `wrong` says why they can't be; it stays empty otherwise.
Bytes stated_value(const std::vector<std::string>& numbers, nook::DType type, int32_t elements,
                   std::string* wrong);

}  // namespace nookc
