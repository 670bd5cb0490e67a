#pragma once
#include <string>

#include "nookc/study/quantize/scheme.h"

namespace nookc {

// Takes the scales from an int8 model of the same network, which has the same operators in the same order,
// except for QUANTIZE and DEQUANTIZE. Diag N2047: its operators differ.
Result<Given> given_by_twin(const Graph& graph, const Graph& twin);

}  // namespace nookc
