#pragma once
#include <string_view>

#include "nookc/graph/graph.h"

namespace nookc {

// Networks that were trained for few bits: convolutions and dense layers in floats whose weights and inputs
// are few levels of a scale.
//
// Before: x, ROUND or a comparison among operators on single elements (Quant and BipolarQuant of QONNX),
//         a layer with constant weights, operators on single elements up to the next ROUND ...
// After:  x, NOOK_LEVELS, NOOK_FEW_BITS, NOOK_FEW_BITS ...: int8 levels, packed weights, sums of integers.
//         A layer that no ROUND follows gives float32; DEQUANTIZE gives levels to every other reader.
// At each sum of integers, the level is the one that the float operators compute. (If a scale is not a power
// of two, floats would round the sum itself.) Layers that do not match stay. `quantize`: QUANTIZE followed by
// DEQUANTIZE makes levels as ROUND does. Returns the number of layers; 0 if the graph has control flow.
int few_bits(Graph& graph, bool quantize = false);

// The name that leaves it out, among the names of simplifications (floats/simplify_floats.h).
inline constexpr std::string_view kFewBits = "few-bits";

}  // namespace nookc
