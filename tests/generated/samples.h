// A small model with each operator, for tests that begin with models.
#pragma once
#include <map>
#include <string>

#include "nook/ops/contract/op_code.h"

namespace generated {

// The smallest .tflite of many random graphs that has the operator. Those that random graphs do not have are
// missing.
std::map<nook::OpCode, std::string> samples();

}  // namespace generated
