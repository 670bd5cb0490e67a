// The local variables of a function that runs calls.
#pragma once
#include <string>

#include "nookc/back/emit/parts.h"
#include "nookc/back/emit/uses.h"

namespace nookc {

// The members of the memory struct that the code uses.
std::string memory_locals(const Interface& face, const Uses& uses);

// The buffers of the application that the code uses.
std::string buffer_locals(const Interface& face, const Uses& uses);

// The parameters of a function. finish() has no inputs, and uses its memory.
enum class Parameters { kMemoryInputsOutputs, kOutputs };

// Both; parameters that the code does not use are marked.
std::string locals(const EmitContext& c, const Uses& uses,
                   Parameters parameters = Parameters::kMemoryInputsOutputs);

}  // namespace nookc
