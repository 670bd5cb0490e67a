// Programs on managed tensors, derived from the input's bytes: any tensors, shapes, numbers and arenas, any
// operator on any of them. Each step works or is refused with an error, nothing outside of the memory is
// accessed, and at the end the arenas are as empty as before.
#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "nook/managed/managed.h"
#include "nook/managed/ops/legacy.h"
#include "nook/managed/ops/optimized.h"
#include "nook/managed/ops/reference.h"
#include "nook/managed/ops/symmetric_quantization.h"
#include "nook/managed/schedule.h"
#include "nook/ops/softmax/softmax_op.h"

using namespace nook::managed;

namespace {

constexpr int kTensors = 6;
constexpr uint32_t kMostBytes = 512;  // limit for a tensor's elements

void need(bool holds) {
  if (!holds) __builtin_trap();
}

// Reads choices from the input; zeros at its end.
class Choices {
 public:
  Choices(const uint8_t* data, size_t size) : at_(data), end_(data + size) {}
  bool empty() const { return at_ == end_; }
  uint8_t byte() { return empty() ? 0 : *at_++; }
  uint32_t pick(uint32_t count) { return byte() % count; }
  template <class T>
  T raw() {
    T value;
    uint8_t bytes[sizeof value];
    for (uint8_t& b : bytes) b = byte();
    memcpy(&value, bytes, sizeof value);
    return value;
  }

 private:
  const uint8_t *at_, *end_;
};

// A tensor with a window into elements stored elsewhere.
class DmaTensor : public TensorInterface {
 public:
  DmaTensor(const TensorShape& shape, ttype type, bool window)
      : TensorInterface(shape, type), device_(num_bytes()), here_(window ? num_bytes() + 8 : 0) {}
  bool is_ready() const override { return stamp() != 0; }

 protected:
  bool read(uint32_t offset, void* to, uint32_t bytes) const override {
    if (!in_range(offset, bytes)) return context().raise(OutOfTensorBoundsError());
    memcpy(to, device_.data() + offset, bytes);
    return true;
  }
  bool write(uint32_t offset, const void* from, uint32_t bytes) override {
    if (!in_range(offset, bytes)) return context().raise(OutOfTensorBoundsError());
    memcpy(device_.data() + offset, from, bytes);
    return true;
  }
  const void* get_readable_block(uint32_t bytes, uint32_t offset) const override {
    if (here_.empty() || !in_range(offset, bytes)) return TensorInterface::get_readable_block(bytes, offset);
    std::copy(device_.begin(), device_.end(), here_.begin());
    return here_.data() + offset;
  }
  bool block_written() override {
    need(!here_.empty());
    std::copy_n(here_.begin(), device_.size(), device_.begin());
    return true;
  }

 private:
  std::vector<uint8_t> device_;
  mutable std::vector<uint8_t> here_;
};

// How the shapes of an operator's tensors are related.
enum class Fit : uint8_t {
  kSame,
  kSoftmax,
  kMatrix,
  kWhole,
  kAxis,
  kIndex,
  kConvolution,
  kDepthwise,
  kDense
};

template <class Ram, class Metadata>
class Program {
 public:
  explicit Program(Choices& choices)
      : c_(choices),
        // Usually with room for all.
        objects_(c_.pick(4) ? 4096 : 64 + 32 * c_.pick(100)),
        elements_(c_.pick(4) ? 2000 : 16 + 16 * c_.pick(120)),
        metadata_({objects_.data(), objects_.size()}),
        ram_({elements_.data(), elements_.size()}),
        errors_({history_, 8}, go_on),
        context_(&metadata_, &ram_, &errors_),
        before_(Context::set_default_context(&context_)) {}
  ~Program() { Context::set_default_context(before_); }

  void run() {
    const size_t objects = metadata_.available(), elements = ram_.available();
    {
      Tensor tensors[kTensors];
      tensors_ = tensors;
      for (int step = 0; step < 24 && !c_.empty(); ++step) act();
    }
    ram_.rebalance(), metadata_.rebalance();
    need(metadata_.available() == objects && ram_.available() == elements && !context_.tensors());
  }

 private:
  Tensor& any() { return tensors_[c_.pick(kTensors)]; }

  void act() {
    switch (c_.pick(10)) {
      case 0:
      case 1:
        return make();
      case 2:
        return quantize();
      case 3:
        return touch();
      case 4:
        return change();
      case 5:
        return move_blocks();
      default:
        return evaluate();
    }
  }

  TensorShape shape() {
    static constexpr uint32_t kDims[] = {1, 1, 1,  2,  2,     3,     4,           5,
                                         8, 0, 16, 33, 46341, 65536, 0x80000000u, UINT32_MAX};
    uint32_t dims[4];
    const int rank = static_cast<int>(c_.pick(5));
    for (int i = 0; i < rank; ++i) dims[i] = kDims[c_.pick(c_.pick(8) ? 9 : 16)];
    return {dims, rank};
  }

  void make() {
    const TensorShape all = shape();
    make_at(any(), all, c_.pick(3) ? i8 : static_cast<ttype>(c_.pick(7)), c_.pick(4));
  }

  void make_at(Tensor& t, const TensorShape& all, ttype type, uint32_t kind) {
    const uint32_t bytes = all.num_bytes(1u << log2_size(type));
    const bool fits = bytes <= kMostBytes;
    if (kind == 0) {
      t = new RamTensor(all, type, c_.pick(2) ? size_t{c_.byte()} * 8 : SIZE_MAX);
    } else if (kind < 3) {
      memories_.push_back(std::make_unique<uint8_t[]>(fits ? bytes + 8 : 8));
      uint8_t* const memory = memories_.back().get();
      for (uint32_t i = 0; fits && i < bytes; ++i) memory[i] = static_cast<uint8_t>(i * 37 + bytes);
      if (kind == 1)
        t = new BufferTensor(all, type, fits ? static_cast<void*>(memory) : nullptr);
      else
        t = new RomTensor(all, type, fits ? static_cast<const void*>(memory) : nullptr);
    } else if (fits) {
      t = new DmaTensor(all, type, c_.pick(4) > 0);
    }
  }

  // Operands that an operator accepts, of any class: inputs, weights and a bias, and the output last.
  void fit(Fit how, ttype type) {
    const uint32_t n = c_.pick(2) + 1, h = c_.pick(4) + 1, w = c_.pick(4) + 1, in = c_.pick(4) + 1,
                   out = c_.pick(4) + 1, kh = c_.pick(3) + 1, kw = c_.pick(3) + 1, times = c_.pick(2) + 1;
    TensorShape x(n, h, w, in), f(x), y(x);
    uint32_t channels = 1;
    if (how == Fit::kMatrix) x = {h, in}, f = {in, out}, y = {h, out};
    if (how == Fit::kWhole) y = {1};
    if (how == Fit::kAxis || how == Fit::kIndex) y = {h, w, in}, f = {1};
    if (how == Fit::kConvolution) f = {out, kh, kw, in}, y = {n, h, w, out}, channels = out;
    if (how == Fit::kDepthwise) f = {1, kh, kw, in * times}, y = {n, h, w, in * times}, channels = in * times;
    if (how == Fit::kDense) x = {n, in}, f = {out, in}, y = {n, out}, channels = out;
    const bool axis = how == Fit::kAxis || how == Fit::kIndex;
    const ttype types[] = {type, axis ? i32 : type, type == flt ? flt : i32, how == Fit::kIndex ? i32 : type};
    const TensorShape shapes[] = {x, f, {channels}, y};
    for (uint32_t i = 0; i < 4; ++i) {
      const uint32_t kind = i == 3 ? (c_.pick(3) + 3) % 4 : axis && i == 1 ? 1 : c_.pick(4);
      make_at(tensors_[i], shapes[i], types[i], kind);
      if (tensors_[i] && types[i] != flt) give_numbers(how, i, types[i], channels);
    }
    if (axis && tensors_[1]) tensors_[1](0) = 0;
    fitted_ = true;
    if (c_.pick(3) == 0) c_.pick(2) ? quantize() : change();
  }
  void give_numbers(Fit how, uint32_t i, ttype type, uint32_t channels) {
    float scales[8];
    int32_t zeros[8] = {};
    for (float& scale : scales) scale = 0.125f * static_cast<float>(c_.pick(4) + 1);
    if (i == 1 && type == i8 && channels > 1 && c_.pick(2)) {
      tensors_[i]->set_quantization_params(PerChannelQuantizationParams(zeros, scales, channels));
      return;
    }
    const bool same =
        how == Fit::kSame || how == Fit::kWhole || how == Fit::kAxis;  // pools do not requantize
    PerTensorQuantizationParams numbers(type == u8 ? 128 : 0, same ? 0.5f : scales[0]);
    if (how == Fit::kSoftmax && i == 3) numbers = {-128, 1 / 256.0f};
    tensors_[i]->set_quantization_params(numbers);
  }
  // The operand of a fitting operator, or any tensor.
  Tensor& operand(uint32_t i) { return fitted_ ? tensors_[i] : any(); }

  float scale() {
    static constexpr float kScales[] = {0.5f, 0.25f, 0.01f, 1.0f, 0.0f, 1e-43f, 1e30f, 3e38f};
    return c_.pick(4) ? kScales[c_.pick(8)] : c_.raw<float>();
  }
  int32_t zero() { return c_.pick(4) ? static_cast<int8_t>(c_.byte()) : c_.raw<int32_t>(); }

  void quantize() {
    Tensor& t = any();
    if (!t) return;
    const uint32_t count = c_.pick(8) + 1;
    if (c_.pick(2)) {
      t->set_quantization_params(PerTensorQuantizationParams(zero(), scale()));
      return;
    }
    float scales[8];
    int32_t zeros[8];
    for (uint32_t i = 0; i < count; ++i) scales[i] = scale(), zeros[i] = c_.pick(3) ? 0 : zero();
    t->set_quantization_params(PerChannelQuantizationParams(zeros, scales, count));
  }

  void touch() {
    Tensor &x = any(), &y = any();
    const uint32_t i = c_.pick(3) ? c_.byte() : c_.raw<uint32_t>();
    y(i) = x(c_.byte());
    y(i, c_.byte(), c_.byte()) = c_.raw<float>();
    y(c_.byte()) = static_cast<int16_t>(c_.byte());
    sum_ += static_cast<uint32_t>(x(i)) + static_cast<uint8_t>(x(i)) +
            static_cast<uint32_t>(static_cast<int16_t>(x(i)));
  }

  void change() {
    Tensor& t = any();
    switch (c_.pick(4)) {
      case 0:
        return t.reset();
      case 1:
        any() = static_cast<Tensor&&>(t);
        return;
      default:
        // A custom class keeps the size of its memory.
        if (t) t->resize(shape());
    }
  }

  void move_blocks() {
    if (c_.pick(3) == 0) {
      ram_.rebalance();
      return;
    }
    std::vector<PlannedBlock> plan;
    size_t place = c_.pick(3) * 8;
    for (uint32_t count = c_.pick(kTensors); count > 0; --count) {
      Tensor& t = any();
      plan.emplace_back(t, c_.pick(6) ? place : size_t{c_.byte()});
      place += Ram::block_bytes(t ? t->num_bytes() : 0);
    }
    const bool held = c_.pick(8) == 0;
    if (held) ram_.hold();
    Scheduler(ram_).move(plan.data(), plan.size());
    if (held) ram_.release();
  }

  // Two out of three times with matching tensors.
  void choose(Fit how, ttype type) {
    fitted_ = false;
    if (c_.pick(3)) fit(how, type);
  }
  template <class Op>
  void finish(Op& op) {
    op.set_outputs({{"out", operand(3)}});
    if (op.eval() && c_.pick(2)) op.eval();
  }
  template <class Op>
  void one(Op&& op, ttype type, Fit how = Fit::kSame) {
    choose(how, type);
    op.set_inputs({{"in", operand(0)}});
    finish(op);
  }
  template <class Op>
  void in_place(Op&& op, ttype type) {
    choose(Fit::kSame, type);
    op.set_outputs({{"x", operand(3)}}).eval();
  }
  template <class Op>
  void two(Op&& op, ttype type, Fit how = Fit::kMatrix) {
    choose(how, type);
    op.set_inputs({{"a", operand(0)}, {"b", operand(1)}});
    finish(op);
  }
  template <class Op>
  void along(Op&& op, ttype type, Fit how) {
    choose(how, type);
    op.set_inputs({{"in", operand(0)}, {"axis", operand(1)}});
    finish(op);
  }
  template <class Op>
  void weighted(Op&& op, ttype type, Fit how) {
    choose(how, type);
    if (c_.pick(2))
      op.set_inputs({{"in", operand(0)}, {"filter", operand(1)}});
    else
      op.set_inputs({{"in", operand(0)}, {"filter", operand(1)}, {"bias", operand(2)}});
    finish(op);
  }

  int32_t number() {
    static constexpr int32_t kNumbers[] = {1, 1, 1, 2, 3, 0, -1, INT32_MAX, INT32_MIN, 65536, 754974722};
    return kNumbers[c_.pick(3) ? 0 : c_.pick(c_.pick(3) ? 5 : 11)];
  }
  ConvolutionOptions window() {
    return convolution(c_.pick(4) ? nook::PadMode::kSame : nook::PadMode::kValid, number(), number(),
                       static_cast<nook::Activation>(c_.pick(4)), number(), number());
  }
  nook::MaxPool2D::Attrs pool() {
    nook::MaxPool2D::Attrs attrs;
    attrs.padding.mode = c_.pick(2) ? nook::PadMode::kSame : nook::PadMode::kValid;
    attrs.filter_h = number(), attrs.filter_w = number(), attrs.stride_h = number(),
    attrs.stride_w = number();
    return attrs;
  }

  void evaluate() {
    const auto when = c_.pick(2) ? Multipliers::kKeep : Multipliers::kPerInference;
    switch (c_.pick(4)) {
      case 0:
        return evaluate_elements();
      case 1:
        return evaluate_reductions();
      default:
        return evaluate_weighted(when);
    }
  }

  void evaluate_elements() {
    switch (c_.pick(12)) {
      case 0:
        return one(reference::ReLU<float>(), flt);
      case 1:
        return one(reference::ReLU<int8_t>(), i8);
      case 2:
        return one(legacy::ReLU6(), u8);
      case 3:
        return in_place(reference::InPlaceReLU6<int8_t>(), i8);
      case 4:
        return in_place(legacy::InPlaceReLU(), u8);
      case 5:
        return two(reference::AddOperator<float>(), flt, Fit::kSame);
      case 6:
        return two(reference::AddOperator<int8_t>(), i8, Fit::kSame);
      case 7:
        return two(legacy::AddOperator(), u8, Fit::kSame);
      case 8:
        return two(optimized::OptBinary<nook::AddS8>(), i8, Fit::kSame);
      case 9:
        return one(optimized::OptUnary<nook::SoftmaxS8>(), i8, Fit::kSoftmax);
      case 10:
        return one(optimized::OptUnary<nook::ReluS8>(), i8);
      default:
        return one(reference::Reshape(c_.pick(2) ? shape() : TensorShape(1)), i8, Fit::kWhole);
    }
  }

  void evaluate_reductions() {
    switch (c_.pick(13)) {
      case 0:
        return two(reference::MatMul<float>(), flt);
      case 1:
        return two(reference::MatMul<int32_t>(), i32);
      case 2:
        return two(reference::MatMul<int8_t>(), i8);
      case 3:
        return two(legacy::MatMul(), u8);
      case 4:
        return one(reference::Max<int8_t>(), i8, Fit::kWhole);
      case 5:
        return along(reference::Min<float>(), flt, Fit::kAxis);
      case 6:
        return along(reference::ArgMax<int8_t>(), i8, Fit::kIndex);
      case 7:
        return along(reference::ArgMin<float>(), flt, Fit::kIndex);
      case 8:
        return one(reference::MaxPool<int8_t>(pool()), i8);
      case 9:
        return one(legacy::AvgPool(pool()), u8);
      case 10:
        return one(reference::MinPool<float>(pool()), flt);
      case 11:
        return one(optimized::OptUnary<nook::MaxPool2DS8>(pool()), i8);
      default:
        return one(reference::Squeeze(c_.byte()), i8);
    }
  }

  void evaluate_weighted(Multipliers when) {
    switch (c_.pick(13)) {
      case 0:
        return weighted(reference::Conv2D(window()), flt, Fit::kConvolution);
      case 1:
        return weighted(symmetric_quantization::QuantizedConv2D(window(), when), i8, Fit::kConvolution);
      case 2:
        return weighted(legacy::QuantizedConv2D(window(), when), u8, Fit::kConvolution);
      case 3:
        return weighted(optimized::OptConv2D<int8_t>(window(), when), i8, Fit::kConvolution);
      case 4:
        return weighted(optimized::OptConv2D<float>(window()), flt, Fit::kConvolution);
      case 5:
        return weighted(symmetric_quantization::QuantizedDepthwiseSepConv2D(window(), when), i8,
                        Fit::kDepthwise);
      case 6:
        return weighted(legacy::QuantizedDepthwiseSepConv2D(window(), when), u8, Fit::kDepthwise);
      case 7:
        return weighted(optimized::OptDepthwiseSepConv2D<int8_t>(window(), when), i8, Fit::kDepthwise);
      case 8:
        return weighted(reference::DepthwiseSepConv2D(window()), flt, Fit::kDepthwise);
      case 9:
        return weighted(reference::FullyConnected(), flt, Fit::kDense);
      case 10:
        return weighted(symmetric_quantization::QuantizedFullyConnected({}, when), i8, Fit::kDense);
      case 11:
        return weighted(legacy::QuantizedFullyConnected({}, when), u8, Fit::kDense);
      default:
        return weighted(optimized::OptFullyConnected<int8_t>({}, when), i8, Fit::kDense);
    }
  }

  Choices& c_;
  std::vector<uint8_t> objects_, elements_;
  Metadata metadata_;
  Ram ram_;
  Event history_[8];
  EventHistory errors_;
  Context context_;
  Context* before_;
  Tensor* tensors_ = nullptr;
  std::vector<std::unique_ptr<uint8_t[]>> memories_;
  bool fitted_ = false;
  uint32_t sum_ = 0;
};

template <class Ram, class Metadata>
void run(Choices& choices) {
  std::make_unique<Program<Ram, Metadata>>(choices)->run();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Choices choices(data, size);
  switch (choices.pick(4)) {
    case 0:
      run<CircularArenaAllocator<>, BumpArenaAllocator<>>(choices);
      break;
    case 1:
      run<CircularArenaAllocator<uint8_t, 16>, CircularArenaAllocator<>>(choices);
      break;
    case 2:
      run<CircularArenaAllocator<uint32_t, 4>, CircularArenaAllocator<uint32_t, 16>>(choices);
      break;
    default:
      run<CircularArenaAllocator<uint16_t, 8>, CircularArenaAllocator<uint16_t, 8>>(choices);
  }
  return 0;
}
