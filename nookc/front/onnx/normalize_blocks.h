#pragma once
#include "nookc/front/onnx/model.h"

namespace nookc::onnx {

// Weights with a scale for each block of the depth, as a layer reads them.
struct BlockLayer {
  const OnnxNode* dequantize = nullptr;  // a DequantizeLinear with block_size, of constants [a][b]
  OnnxNode* product = nullptr;           // the MatMul or Gemm whose second operand they are
  bool transposed = false;               // a Transpose is between the two
};

// Makes a MatMulNBits of the product, so that the weights stay as narrow as they are in the model:
//
//   DequantizeLinear(w, scales, zeros; block_size) -> MatMul(x, .) or Gemm(x, ., bias)   becomes
//   MatMulNBits(x, ...)
//
// for weights of 4 or 8 bits whose blocks lie along the depth, and for a Gemm without factors. False: another
// form, which stays.
bool keep_blocks(OnnxGraph& model, const BlockLayer& layer);

}  // namespace nookc::onnx
