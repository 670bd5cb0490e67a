// Options that would save the user much memory, each with an upper bound of the resulting figure.
#pragma once
#include <vector>

#include "nookc/request/request.h"

namespace nookc {

enum class Thorough { kNo, kYes };  // kYes: also hints that require compiling once more

// The hints for a model with these bytes that was compiled by this request. The hint about inputs and outputs
// in the scratch is for requests without those options.
std::vector<Hint> hints_for(const CompiledModel& compiled, const Request& request, Thorough thorough);

// Only the hints about options that change inputs and outputs.
std::vector<Hint> border_hints(const CompiledModel& compiled, const Request& request);

}  // namespace nookc
