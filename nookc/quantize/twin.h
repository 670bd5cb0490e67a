#pragma once
#include <string>

#include "nookc/quantize/scheme.h"

namespace nookc {

// The scales of a published int8 model of the same network, for each tensor of the float one: activations,
// and whether weights have one scale for each channel. The two have the same operators in the same order, but
// for QUANTIZE and DEQUANTIZE. Diag N2047: they have not.
Result<Given> given_by_twin(const Graph& graph, const Graph& twin);

}  // namespace nookc
