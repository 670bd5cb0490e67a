// Custom tensor classes: elements accessed by DMA, with a copy in memory that operators read and write, and
// elements without any memory.
#include <string.h>

#include "nook/managed/ops/compiled_operator.h"
#include "nook/managed/ops/optimized.h"
#include "nook/managed/ops/symmetric_quantization.h"
#include "tests/managed/recorder.h"

using namespace managed_test;

namespace {

constexpr uint32_t kMost = 16;

// The memory of a device and, unless it has none, a window into it.
class DmaTensor : public TensorInterface {
 public:
  DmaTensor(const TensorShape& shape, ttype type, bool window = true)
      : TensorInterface(shape, type), window_(window) {}
  bool is_ready() const override { return ready; }

  uint8_t device[kMost] = {};
  int flushes = 0;
  bool ready = true, fails = false;

 protected:
  bool read(uint32_t offset, void* to, uint32_t bytes) const override {
    if (!in_range(offset, bytes)) return context().raise(OutOfTensorBoundsError());
    memcpy(to, device + offset, bytes);
    return true;
  }
  bool write(uint32_t offset, const void* from, uint32_t bytes) override {
    if (!in_range(offset, bytes)) return context().raise(OutOfTensorBoundsError());
    memcpy(device + offset, from, bytes);
    return true;
  }
  const void* get_readable_block(uint32_t bytes, uint32_t offset) const override {
    if (!window_ || !in_range(offset, bytes)) return TensorInterface::get_readable_block(bytes, offset);
    memcpy(here_, device, sizeof here_);
    return here_ + offset;
  }
  bool block_written() override {
    ++flushes;
    if (fails) return context().raise(InvalidTensorError());
    memcpy(device, here_, sizeof here_);
    return true;
  }

 private:
  alignas(4) mutable uint8_t here_[kMost] = {};
  bool window_;
};

// Writes 7 into the upper half of its output, through a block of that half.
class UpperHalf : public OperatorInterface<1, 1>, FastOperator {
 public:
  enum names_in : uint8_t { in };
  enum names_out : uint8_t { out };
  bool gives_up = false;

 protected:
  void compute() override {
    TensorInterface& y = *outputs[out].tensor();
    const uint32_t half = y.num_bytes() / 2;
    void* const block = get_writeable_block(y, half, half);
    if (!block || gives_up) return fail();
    memset(block, 7, half);
  }
};

void copy_four(const void*, const nook::Io& io) { memcpy(io.out[0], io.in[0], 4); }

DmaTensor& dma(Tensor& t) { return static_cast<DmaTensor&>(*t); }

struct Dense {
  int8_t image[2] = {10, 20}, weights[8] = {1, 0, 0, 1, 1, 1, -1, 1};
  Tensor x = new BufferTensor({1, 2}, i8, image), w = new BufferTensor({4, 2}, i8, weights);
  optimized::OptFullyConnected<int8_t> op;

  Dense() {
    x->set_quantization_params(PerTensorQuantizationParams(0, 0.5f));
    w->set_quantization_params(PerTensorQuantizationParams(0, 1.0f));
    op.set_inputs({{op.in, x}, {op.filter, w}});
  }
  bool eval(Tensor& y) {
    y->set_quantization_params(PerTensorQuantizationParams(0, 0.5f));
    return op.set_outputs({{op.out, y}}).eval();
  }
};

}  // namespace

TEST(a_tensor_learns_that_an_operator_has_written_its_block) {
  World<> world;
  Tensor y = new DmaTensor({1, 4}, i8);
  Dense dense;
  EXPECT(dense.eval(y) && world.saw() && dma(y).flushes == 1);
  const int8_t right[4] = {10, 20, 30, 10};
  EXPECT(memcmp(dma(y).device, right, 4) == 0 && static_cast<int8_t>(y(2)) == 30);
  EXPECT(dense.op.eval() && dma(y).flushes == 2);  // once per evaluation
  // Elements that are written one by one are already stored.
  Tensor z = new DmaTensor({1, 4}, i8);
  z->set_quantization_params(PerTensorQuantizationParams(0, 0.5f));
  symmetric_quantization::QuantizedFullyConnected each;
  EXPECT(each.set_inputs({{"in", dense.x}, {"filter", dense.w}}).set_outputs({{"out", z}}).eval() &&
         world.saw());
  EXPECT(dma(z).flushes == 0 && memcmp(dma(z).device, right, 4) == 0);
}

TEST(a_compiled_operator_also_lists_its_outputs) {
  World<> world;
  int8_t four[4] = {4, 3, 2, 1};
  Tensor x = new BufferTensor({4}, i8, four), y = new DmaTensor({4}, i8);
  CompiledOperator<1, 1> op(nullptr, copy_four);
  EXPECT(op.set_inputs({{0, x}}).set_outputs({{0, y}}).eval() && world.saw());
  EXPECT(memcmp(dma(y).device, four, 4) == 0 && dma(y).flushes == 1);
}

TEST(a_part_of_a_block_is_passed_on_and_the_rest_is_kept) {
  World<> world;
  Tensor x = new RamTensor({1}, i8), y = new DmaTensor({8}, u8);
  for (int i = 0; i < 8; ++i) y(i) = i + 1;
  UpperHalf op;
  op.set_inputs({{op.in, x}}).set_outputs({{op.out, y}});
  EXPECT(op.eval() && world.saw() && dma(y).flushes == 1);
  const uint8_t right[8] = {1, 2, 3, 4, 7, 7, 7, 7};
  EXPECT(memcmp(dma(y).device, right, 8) == 0);
}

TEST(an_operator_that_fails_passes_nothing_on) {
  World<> world;
  Tensor x = new RamTensor({1}, i8), y = new DmaTensor({8}, u8);
  UpperHalf op;
  op.gives_up = true;
  op.set_inputs({{op.in, x}}).set_outputs({{op.out, y}});
  EXPECT(!op.eval() && dma(y).flushes == 0);
  op.gives_up = false;
  EXPECT(op.eval() && dma(y).flushes == 1);
}

TEST(a_device_that_fails_lets_the_operator_fail) {
  World<> world;
  Tensor y = new DmaTensor({1, 4}, i8);
  Dense dense;
  dma(y).fails = true;
  EXPECT(!dense.eval(y) && world.saw(InvalidTensorError()) && dma(y).flushes == 1 && dma(y).device[0] == 0);
  dma(y).fails = false;
  EXPECT(dense.eval(y) && world.saw() && dma(y).device[1] == 20);
  EXPECT(!world.ram.held() && world.ram.rebalance());
}

TEST(a_tensor_without_blocks_is_refused_with_the_error_that_says_so) {
  World<> world;
  Tensor none = new DmaTensor({1, 4}, i8, false), absent = new DmaTensor({1, 4}, i8, false);
  dma(none).device[1] = 9;
  EXPECT(static_cast<int8_t>(none(1)) == 9);  // the elements are stored
  Dense dense;
  EXPECT(!dense.eval(none) && world.saw(InvalidOptimizableTensorError()) && dma(none).device[1] == 9);
  EXPECT(dma(none).flushes == 0);
  none->set_quantization_params(PerTensorQuantizationParams(0, 0.5f));
  Tensor out = new DmaTensor({1, 4}, i8);
  out->set_quantization_params(PerTensorQuantizationParams(0, 0.5f));
  Tensor square = new RomTensor({4, 4}, i8, static_cast<const void*>(dma(out).device));
  square->set_quantization_params(PerTensorQuantizationParams(0, 1.0f));
  dense.op.set_inputs({{dense.op.in, none}, {dense.op.filter, square}});
  EXPECT(!dense.eval(out) && world.saw(InvalidOptimizableTensorError()) && dma(out).flushes == 0);
  dma(absent).ready = false;
  EXPECT(!dense.eval(absent) && world.saw(InvalidTensorError()));
}
