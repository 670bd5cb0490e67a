// Shapes and values that the caller gives to inputs.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "nookc/core/diag.h"

namespace nookc::onnx {

// Texts such as "x=1,3,96,96", or "1,3,96,96" for the only input, whose name is then empty. Diag N2051: a
// text is not a shape, or an input has two shapes.
Result<std::map<std::string, std::vector<int64_t>>> parse_input_shapes(const std::vector<std::string>& texts);

// Texts such as "sr=16000", "on=true" or "x=1,2,3". Diag N2051: a text has no value, or an input has two.
Result<std::map<std::string, std::vector<std::string>>> parse_input_values(
    const std::vector<std::string>& texts);

// Texts such as "h0=hn": an input, and the output that is its next value. Diag N2056: a text is not a pair of
// names, or an input has two outputs.
Result<std::map<std::string, std::string>> parse_states(const std::vector<std::string>& texts);

}  // namespace nookc::onnx
