// Limits on the size of a model. The compiler's time and memory are bounded by the size of the file times a
// factor that these limits bound (docs/reliability.md).
#pragma once
#include <string>

#include "nook/model/model.h"
#include "nookc/core/diag.h"

namespace nookc {

// Counted over all subgraphs.
inline constexpr uint32_t kMostOperators = 1 << 15, kMostTensors = 1 << 16;
inline constexpr uint32_t kMostOperands = 1 << 17;   // inputs and outputs of all operators
inline constexpr uint32_t kMostInterface = 1 << 10;  // inputs of the model, and outputs
inline constexpr size_t kMostName = 1 << 10;         // bytes; longer names are cut

// Diag N3019: the model exceeds a limit.
Status check_model_size(const nook::Model& model, const std::string& file);

// The text of a name, made printable() and cut to the limit.
std::string model_text(nook::Span<const char> text);

}  // namespace nookc
