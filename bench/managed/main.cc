// Operators on managed tensors between marks, for ../managed.py: the shapes of uTensor's figures in
// ../peers.json. Prints the name and the multiply-accumulates of each; the marks come in the same order.
#include "nook/managed/managed.h"
#include "nook/managed/ops/optimized.h"
#include "nook/managed/ops/reference.h"
#include "nook/managed/ops/symmetric_quantization.h"
#include "ports/print_number.h"

using namespace nook::managed;
using nook::PadMode;

namespace {

alignas(16) uint8_t objects[2048], elements[16384];

Tensor make(const TensorShape& shape, ttype type, float scale) {
  Tensor t = new RamTensor(shape, type);
  uint32_t state = 1;
  for (uint32_t i = 0; i < t->num_elems(); ++i) {
    state = state * 1664525 + 1013904223;
    t(i) =
        type == flt ? static_cast<float>(state >> 24) : static_cast<float>(static_cast<int8_t>(state >> 24));
  }
  if (scale > 0) t->set_quantization_params(PerTensorQuantizationParams(type == i8 ? 0 : 3, scale));
  return t;
}

// The second evaluation: shapes are checked, multipliers are computed.
template <class Op>
void measure(const char* name, Op&& op, Tensor& x, Tensor& w, Tensor& y, int32_t macs) {
  op.set_inputs({{0, x}, {1, w}}).set_outputs({{0, y}});
  bool fine = op.eval();
  port_mark(0);
  fine = op.eval() && fine;
  port_mark(1);
  port_print(name), port_print_number(macs), port_print(fine ? "\n" : " FAILED\n");
}

void convolutions() {
  Tensor x = make({1, 8, 8, 16}, i8, 0.5f), y = make({1, 8, 8, 16}, i8, 4);
  {
    Tensor w = make({16, 3, 3, 16}, i8, 0.02f);
    const auto same = convolution(PadMode::kSame);
    measure("conv ", symmetric_quantization::QuantizedConv2D(same), x, w, y, 8 * 8 * 16 * 9 * 16);
    measure("conv_opt ", optimized::OptConv2D<int8_t>(same), x, w, y, 8 * 8 * 16 * 9 * 16);
  }
  Tensor w = make({1, 3, 3, 16}, i8, 0.02f);
  const auto same = convolution(PadMode::kSame);
  measure("depthwise ", symmetric_quantization::QuantizedDepthwiseSepConv2D(same), x, w, y, 8 * 8 * 16 * 9);
  measure("depthwise_opt ", optimized::OptDepthwiseSepConv2D<int8_t>(same), x, w, y, 8 * 8 * 16 * 9);
}

void dense_layers() {
  Tensor x = make({1, 256}, i8, 0.5f), w = make({32, 256}, i8, 0.02f), y = make({1, 32}, i8, 4);
  measure("fully_connected ", symmetric_quantization::QuantizedFullyConnected(dense()), x, w, y, 256 * 32);
  measure("fully_connected_opt ", optimized::OptFullyConnected<int8_t>(dense()), x, w, y, 256 * 32);
}

void float_convolutions() {
  Tensor x = make({1, 8, 8, 16}, flt, 0), w = make({8, 3, 3, 16}, flt, 0), y = make({1, 8, 8, 8}, flt, 0);
  const auto same = convolution(PadMode::kSame);
  measure("float_conv ", reference::Conv2D(same), x, w, y, 8 * 8 * 8 * 9 * 16);
  measure("float_conv_opt ", optimized::OptConv2D<float>(same), x, w, y, 8 * 8 * 8 * 9 * 16);
}

}  // namespace

int main(int, char**) {
  CircularArenaAllocator<> metadata{nook::Span<uint8_t>(objects)}, ram{nook::Span<uint8_t>(elements)};
  Context context(&metadata, &ram);
  Context::set_default_context(&context);
  convolutions(), dense_layers(), float_convolutions();
  return 0;
}
