#pragma once
#include <cstddef>
#include <span>
#include <string>

#include "nook/model/fault.h"
#include "nookc/core/diag.h"

namespace nookc {

// What Model::open() or tensor_info() found wrong, in words.
Diag model_fault(const std::string& file, nook::Code code, const nook::ModelFault& fault);

// The same of a file: one that is no .tflite is told by its kind (file_kind.h).
Diag file_fault(std::span<const std::byte> bytes, const std::string& file, nook::Code code,
                const nook::ModelFault& fault);

}  // namespace nookc
