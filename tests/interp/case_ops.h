// The operators in the models of these tests: no board has memory for the fast kernels of all operators.
#pragma once
#include "nook/interp/interpreter.h"
#include "nook/ops/table.h"

namespace nook {
struct Add;
struct AveragePool2D;
struct Concatenation;
struct Conv2D;
struct DepthwiseConv2D;
struct Dequantize;
struct FullyConnected;
struct Logistic;
struct MaxPool2D;
struct Mean;
struct Mul;
struct Pad;
struct Quantize;
struct Relu;
struct Relu6;
struct Reshape;
struct Softmax;
struct StridedSlice;
struct Sub;
struct Tanh;
struct Transpose;
}  // namespace nook

namespace interp_test {

template <class Op, nook::Kernels linked>
constexpr nook::OpEntry entry(nook::OpCode code, const char* name) {
  return {code, name, nook::prepare_model_node<Op, linked>};
}

template <nook::Kernels linked>
inline constexpr nook::OpEntry kCaseOps[] = {
    entry<nook::Add, linked>(nook::OpCode::kAdd, "Add"),
    entry<nook::AveragePool2D, linked>(nook::OpCode::kAveragePool2D, "AveragePool2D"),
    entry<nook::Concatenation, linked>(nook::OpCode::kConcatenation, "Concatenation"),
    entry<nook::Conv2D, linked>(nook::OpCode::kConv2D, "Conv2D"),
    entry<nook::DepthwiseConv2D, linked>(nook::OpCode::kDepthwiseConv2D, "DepthwiseConv2D"),
    entry<nook::Dequantize, linked>(nook::OpCode::kDequantize, "Dequantize"),
    entry<nook::FullyConnected, linked>(nook::OpCode::kFullyConnected, "FullyConnected"),
    entry<nook::Logistic, linked>(nook::OpCode::kLogistic, "Logistic"),
    entry<nook::MaxPool2D, linked>(nook::OpCode::kMaxPool2D, "MaxPool2D"),
    entry<nook::Mean, linked>(nook::OpCode::kMean, "Mean"),
    entry<nook::Mul, linked>(nook::OpCode::kMul, "Mul"),
    entry<nook::Pad, linked>(nook::OpCode::kPad, "Pad"),
    entry<nook::Quantize, linked>(nook::OpCode::kQuantize, "Quantize"),
    entry<nook::Relu, linked>(nook::OpCode::kRelu, "Relu"),
    entry<nook::Relu6, linked>(nook::OpCode::kRelu6, "Relu6"),
    entry<nook::Reshape, linked>(nook::OpCode::kReshape, "Reshape"),
    entry<nook::Softmax, linked>(nook::OpCode::kSoftmax, "Softmax"),
    entry<nook::StridedSlice, linked>(nook::OpCode::kStridedSlice, "StridedSlice"),
    entry<nook::Sub, linked>(nook::OpCode::kSub, "Sub"),
    entry<nook::Tanh, linked>(nook::OpCode::kTanh, "Tanh"),
    entry<nook::Transpose, linked>(nook::OpCode::kTranspose, "Transpose")};

inline nook::Resolver case_ops() { return nook::resolver(kCaseOps<nook::Kernels::kUnpacked>); }

}  // namespace interp_test
