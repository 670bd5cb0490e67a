// How large a model may be. What the compiler does takes time and memory that a file's size bounds, times a
// factor that these limits bound (docs/reliability.md).
#pragma once
#include <string>

#include "nook/model/model.h"
#include "nookc/core/diag.h"

namespace nookc {

// Of all subgraphs together.
inline constexpr uint32_t kMostOperators = 1 << 15, kMostTensors = 1 << 16;
inline constexpr uint32_t kMostOperands = 1 << 17;   // inputs and outputs of all operators
inline constexpr uint32_t kMostInterface = 1 << 10;  // inputs of the model, and outputs
inline constexpr size_t kMostName = 1 << 10;         // bytes; names are cut behind them

// Diag N3019: it is larger.
Status check_model_size(const nook::Model& model, const std::string& file);

// The text of a name, printable() and cut where it is too long.
std::string model_text(nook::Span<const char> text);

}  // namespace nookc
