#pragma once
#include <string>
#include <vector>

#include "nookc/core/diag.h"

namespace nookc {

// Writes a model in forms that the interpreter and other runtimes take as well: sparse constants become
// dense, and operators of the older scheme, uint8, become int8, as the compiler does when it reads them. A
// model with neither stays as it is, byte for byte, as does one that the compiler refuses. Diags as
// export_tflite().
Result<std::vector<std::byte>> for_every_engine(std::vector<std::byte> bytes, const std::string& file);

}  // namespace nookc
