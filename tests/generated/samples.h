// A small model with each operator, as a starting point for tests.
#pragma once
#include <map>
#include <string>

#include "nook/ops/contract/op_code.h"

namespace generated {

// The smallest .tflite of many random graphs for each operator. Operators that random graphs do not contain
// are missing.
std::map<nook::OpCode, std::string> samples();

}  // namespace generated
