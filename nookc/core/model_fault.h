#pragma once
#include <string>

#include "nook/model/fault.h"
#include "nookc/core/diag.h"

namespace nookc {

// Describes a fault that Model::open() or tensor_info() found.
Diag model_fault(const std::string& file, nook::Code code, const nook::ModelFault& fault);

}  // namespace nookc
