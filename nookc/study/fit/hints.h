// Choices of the user's that would save much memory, with the figure that each leads to, at most.
#pragma once
#include <vector>

#include "nookc/request/request.h"

namespace nookc {

enum class Thorough { kNo, kYes };  // kYes: what can't be said without compiling once more, too

// Of a model that was compiled by this request, with these bytes. The line about inputs and outputs in the
// scratch is for who does not say so anyway.
std::vector<Hint> hints_for(const CompiledModel& compiled, const Request& request, Thorough thorough);

// Of the options that change inputs and outputs alone.
std::vector<Hint> border_hints(const CompiledModel& compiled, const Request& request);

}  // namespace nookc
