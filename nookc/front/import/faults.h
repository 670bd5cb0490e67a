#pragma once
#include <cstddef>
#include <span>
#include <string>

#include "nook/model/fault.h"
#include "nookc/core/diag.h"

namespace nookc {

// Like model_fault(), for a file; if it is not a .tflite, says which kind it is (file_kind.h).
Diag file_fault(std::span<const std::byte> bytes, const std::string& file, nook::Code code,
                const nook::ModelFault& fault);

}  // namespace nookc
