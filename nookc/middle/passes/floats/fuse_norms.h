#pragma once
#include <string_view>

#include "nookc/graph/graph.h"

namespace nookc {

// Replaces the operators that normalize a float tensor over its innermost dimensions by one NOOK_LAYER_NORM,
// in the spellings of ONNX, PyTorch and Keras:
//
//   c = x - MEAN(x), v = MEAN(c * c), y = c * RSQRT(v + epsilon)                     LayerNormalization
//   c = x - MEAN(x), v = MEAN(c * c), y = c / SQRT(v + epsilon)                      before opset 17
//   r = RSQRT(v + epsilon) * gamma, y = x * r + (beta - MEAN(x) * r)                 Keras
//   v = MEAN(x * x), y = x * RSQRT(v + epsilon)                                      RMSNormalization
//
// with a multiplication by gamma and an addition of beta, where these are constants and nothing else reads
// the tensors in between. Only `nook quantize` does this: as separate integers, the squares and the inverse
// root would lose most of their bits. Returns the number of new operators.
int fuse_norms(Graph& graph);

// The name that leaves it out, in `nook quantize`.
inline constexpr std::string_view kFuseNorms = "fuse-norms";

}  // namespace nookc
