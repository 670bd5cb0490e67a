// The digits network written by hand, as an example of a graph on managed tensors. Its weights and its
// tensors' quantization come from `nook compile --format weights`.
#include "by_hand.h"

#include "digits_weights.h"
#include "nook/managed/managed.h"
#include "nook/managed/ops/optimized.h"
#include "nook/managed/ops/reference.h"
#include "nook/ops/softmax/softmax_op.h"

using namespace nook::managed;
using nook::PadMode;
namespace weights = digits_weights;

namespace {

// A tensor between two operators, in the arena until it goes out of scope.
Tensor activation(const TensorShape& shape, const PerTensorQuantizationParams& quantization) {
  Tensor t = new RamTensor(shape, i8);
  if (t) t->set_quantization_params(quantization);
  return t;
}

// Constants stay in flash, and so do their scales.
template <const auto& values, const auto& scales, const auto& zeros>
Tensor constant(const TensorShape& shape) {
  Tensor t = new RomTensor(shape, i8, values);
  if (t) t->set_quantization_params(RomQuantizationParams<scales, zeros>());
  return t;
}

// Runs an operator with weights.
template <class Operator>
bool apply(Operator&& op, Tensor& in, Tensor& filter, Tensor& bias, Tensor& out) {
  op.set_inputs({{op.in, in}, {op.filter, filter}, {op.bias, bias}}).set_outputs({{op.out, out}});
  return op.eval();
}

// The three layers that process the image: a convolution, a depthwise one, and one that mixes channels.
bool see(Tensor& image, Tensor& out) {
  const auto same = convolution(PadMode::kSame, 1, 1, nook::Activation::kRelu);
  Tensor edges = activation({1, 8, 8, 16}, weights::conv_2d);
  {
    Tensor filter =
        constant<weights::weights, weights::weights_scales, weights::weights_zeros>({16, 3, 3, 1});
    Tensor bias = new RomTensor({16}, i32, weights::bias);
    if (!apply(optimized::OptConv2D<int8_t>(same), image, filter, bias, edges)) return false;
  }
  Tensor strokes = activation({1, 8, 8, 16}, weights::depthwise_conv_2d);
  {
    Tensor filter =
        constant<weights::weights_1, weights::weights_1_scales, weights::weights_1_zeros>({1, 3, 3, 16});
    Tensor bias = new RomTensor({16}, i32, weights::bias_1);
    if (!apply(optimized::OptDepthwiseSepConv2D<int8_t>(same), edges, filter, bias, strokes)) return false;
  }
  edges.reset();  // its memory in the arena becomes free
  Tensor shapes = activation({1, 8, 8, 24}, weights::conv_2d_1);
  {
    Tensor filter =
        constant<weights::weights_2, weights::weights_2_scales, weights::weights_2_zeros>({24, 1, 1, 16});
    Tensor bias = new RomTensor({24}, i32, weights::bias_2);
    if (!apply(optimized::OptConv2D<int8_t>(same), strokes, filter, bias, shapes)) return false;
  }
  strokes.reset();
  reference::MaxPool<int8_t> pool(pooling(PadMode::kValid, 2, 2, 2, 2));
  return pool.set_inputs({{pool.in, shapes}}).set_outputs({{pool.out, out}}).eval();
}

}  // namespace

bool digits_by_hand(int8_t* image, int8_t* scores) {
  Tensor in = new BufferTensor({1, 8, 8, 1}, i8, image), out = new BufferTensor({1, kScores}, i8, scores);
  Tensor seen = activation({1, 4, 4, 24}, weights::max_pool_2d);
  if (!in || !out) return false;
  in->set_quantization_params(weights::image), out->set_quantization_params(weights::scores);
  if (!see(in, seen)) return false;
  if (!seen->resize({1, 4 * 4 * 24})) return false;  // the same elements as a row

  Tensor logits = activation({1, kScores}, weights::fully_connected);
  Tensor filter =
      constant<weights::weights_3, weights::weights_3_scales, weights::weights_3_zeros>({kScores, 384});
  Tensor bias = new RomTensor({kScores}, i32, weights::bias_3);
  if (!apply(optimized::OptFullyConnected<int8_t>(dense()), seen, filter, bias, logits)) return false;
  optimized::OptUnary<nook::SoftmaxS8> softmax;
  return softmax.set_inputs({{softmax.in, logits}}).set_outputs({{softmax.out, out}}).eval();
}
