// The operators with weights against the reference kernels, in every group: random shapes and numbers, both
// paddings, different strides, dilations, saturation.
#include "nook/managed/ops/legacy.h"
#include "nook/managed/ops/optimized.h"
#include "nook/managed/ops/reference.h"
#include "nook/managed/ops/symmetric_quantization.h"
#include "tests/managed/op_world.h"
#include "tests/sliding_case.h"

using namespace managed_test;

namespace {

template <class Managed>
bool eval_weighted(Managed& op, Tensor& x, Tensor& w, Tensor& b, Tensor& y) {
  memset(memory[4], 0x5A, sizeof memory[4]);
  if (b) op.set_inputs({{Managed::in, x}, {Managed::filter, w}, {Managed::bias, b}});
  if (!b) op.set_inputs({{Managed::filter, w}, {Managed::in, x}});
  return op.set_outputs({{Managed::out, y}}).eval() && op.eval();  // the second evaluation checks nothing
}

// Scales, zero points, an optional bias, an activation.
template <class Op>
void random_numbers(test::Rng& rng, OpCase<Op>& c, int32_t out_c, bool floats) {
  static float scales[64], x_scale, y_scale;
  c.inputs = rng.in(0, 3) ? 3 : 2;
  c.attrs.activation = static_cast<nook::Activation>(rng.in(0, 3));
  const DType type = floats ? DType::kF32 : DType::kS8;
  c.in[0].type = c.in[1].type = c.out.type = type;
  c.in[2] = c.inputs == 3 ? tensor(floats ? DType::kF32 : DType::kS32, shape(out_c)) : TensorInfo();
  if (floats) return;
  for (float& s : scales) s = rng.real(0.001f, 0.05f);
  x_scale = rng.real(0.01f, 0.1f), y_scale = rng.real(0.005f, 0.5f);
  c.in[0].scales = {&x_scale, 1}, c.in[0].zero_point = rng.in(-128, 127);
  c.in[1].scales = {scales, rng.in(0, 1) ? static_cast<size_t>(out_c) : 1};
  c.out.scales = {&y_scale, 1}, c.out.zero_point = rng.in(-128, 127);
}

// One case of an operator with weights and random numbers, in all of its groups; only small shapes.
template <class S8, class F32, class Quantized, class Legacy, class Float, template <class> class Opt,
          class Op>
void weighted_case(OpCase<Op>& c, int32_t out_c, uint32_t seed, test::Rng& rng) {
  if (!small(c.in[0]) || !small(c.in[1]) || !small(c.out)) return;
  const bool floats = rng.in(0, 2) == 0;
  random_numbers(rng, c, out_c, floats);
  World<1024, 512> world;
  const TensorInfo& y_info = c.out;
  for (size_t i = 0; i < c.inputs; ++i) fill(rng, c.in[i], memory[i]);
  if (floats ? !expect<F32>(c) : !expect<S8>(c)) return;
  const auto when = rng.in(0, 1) ? Multipliers::kKeep : Multipliers::kPerInference;
  {
    Tensor x = make(c.in[0], memory[0]), w = make(c.in[1], memory[1]), y = make(y_info, memory[4]), b;
    if (c.inputs == 3) b = make(c.in[2], memory[2]);
    if (floats) {
      Float op(c.attrs);
      Opt<float> opt(c.attrs);
      same(eval_weighted(op, x, w, b, y), y_info, "float", seed);
      same(eval_weighted(opt, x, w, b, y), y_info, "optimized float", seed);
      return;
    }
    Quantized op(c.attrs, when);
    Opt<int8_t> opt(c.attrs, when);
    same(eval_weighted(op, x, w, b, y), y_info, "symmetric", seed);
    same(eval_weighted(opt, x, w, b, y), y_info, "optimized", seed);
    EXPECT(opt.scratch_bytes() <= (when == Multipliers::kKeep ? 0 : 8 + 5 * 64));
  }
  if (c.in[1].scales.size() != 1) return;
  flip(memory[0], bytes_of(c.in[0])), flip(memory[1], bytes_of(c.in[1])), flip(expected, bytes_of(y_info));
  Tensor x = make(c.in[0], memory[0], 128), w = make(c.in[1], memory[1], 128),
         y = make(y_info, memory[4], 128), b;
  if (c.inputs == 3) b = make(c.in[2], memory[2]);
  Legacy legacy(c.attrs, when);
  same(eval_weighted(legacy, x, w, b, y), y_info, "legacy", seed);
  EXPECT(world.errors.size() == 0);
}

}  // namespace

TEST(convolutions_equal_the_kernels) {
  random_cases([](uint32_t seed, test::Rng& rng) {
    OpCase<nook::Conv2D> c;
    test::Slide s;
    const int32_t groups = rng.in(0, 3) ? 1 : rng.in(1, 3), filter_c = rng.in(1, 4),
                  out_c = groups * rng.in(1, 4);
    if (!test::random_slide(rng, 2, nook::PadMode::kExplicit, &c.attrs.padding, &s)) return;
    c.attrs.stride_h = s.rows.stride, c.attrs.stride_w = s.columns.stride;
    c.attrs.dilation_h = s.rows.dilation, c.attrs.dilation_w = s.columns.dilation;
    const int32_t batch = rng.in(1, 2);
    c.in[0].shape = shape(batch, s.rows.in, s.columns.in, groups * filter_c);
    c.in[1].shape = shape(out_c, s.rows.filter, s.columns.filter, filter_c);
    c.out.shape = shape(batch, s.y.out, s.x.out, out_c);
    weighted_case<nook::Conv2DS8, nook::Conv2DF32, symmetric_quantization::QuantizedConv2D,
                  legacy::QuantizedConv2D, reference::Conv2D, optimized::OptConv2D>(c, out_c, seed, rng);
  });
}

TEST(depthwise_convolutions_equal_the_kernels) {
  random_cases([](uint32_t seed, test::Rng& rng) {
    OpCase<nook::DepthwiseConv2D> c;
    test::Slide s;
    const int32_t channels = rng.in(1, 9), out_c = channels * (rng.in(0, 2) ? 1 : rng.in(1, 4)),
                  batch = rng.in(1, 2);
    if (!test::random_slide(rng, 3, nook::PadMode::kExplicit, &c.attrs.padding, &s)) return;
    c.attrs.stride_h = s.rows.stride, c.attrs.stride_w = s.columns.stride;
    c.attrs.dilation_h = s.rows.dilation, c.attrs.dilation_w = s.columns.dilation;
    c.in[0].shape = shape(batch, s.rows.in, s.columns.in, channels);
    c.in[1].shape = shape(1, s.rows.filter, s.columns.filter, out_c);
    c.out.shape = shape(batch, s.y.out, s.x.out, out_c);
    weighted_case<nook::DepthwiseConv2DS8, nook::DepthwiseConv2DF32,
                  symmetric_quantization::QuantizedDepthwiseSepConv2D, legacy::QuantizedDepthwiseSepConv2D,
                  reference::DepthwiseSepConv2D, optimized::OptDepthwiseSepConv2D>(c, out_c, seed, rng);
  });
}

TEST(fully_connected_equals_the_kernels) {
  random_cases([](uint32_t seed, test::Rng& rng) {
    OpCase<nook::FullyConnected> c;
    const int32_t batch = rng.in(1, 4), in = rng.in(1, 40), out = rng.in(1, 20);
    c.in[0].shape = rng.in(0, 1) ? shape(batch, in) : shape(batch, 1, in);
    c.in[1].shape = shape(out, in), c.out.shape = shape(batch, out);
    weighted_case<nook::FullyConnectedS8, nook::FullyConnectedF32,
                  symmetric_quantization::QuantizedFullyConnected, legacy::QuantizedFullyConnected,
                  reference::FullyConnected, optimized::OptFullyConnected>(c, out, seed, rng);
  });
}

// uint8 weights with their own zero point, which no kernel supports, against the definition.
TEST(legacy_weights_may_have_any_zero_point) {
  random_cases([](uint32_t seed, test::Rng& rng) {
    World<1024, 512> world;
    const int32_t in = rng.in(1, 40), out = rng.in(1, 20), x_zero = rng.in(0, 255), w_zero = rng.in(0, 255),
                  y_zero = rng.in(0, 255);
    const float x_scale = rng.real(0.01f, 0.1f), w_scale = rng.real(0.001f, 0.05f),
                y_scale = rng.real(0.005f, 0.5f);
    Tensor x = new BufferTensor({1, static_cast<uint32_t>(in)}, u8, memory[0]);
    Tensor w = new BufferTensor({static_cast<uint32_t>(out), static_cast<uint32_t>(in)}, u8, memory[1]);
    Tensor y = new BufferTensor({1, static_cast<uint32_t>(out)}, u8, memory[4]), none;
    x->set_quantization_params(PerTensorQuantizationParams(x_zero, x_scale));
    w->set_quantization_params(PerTensorQuantizationParams(w_zero, w_scale));
    y->set_quantization_params(PerTensorQuantizationParams(y_zero, y_scale));
    for (int32_t i = 0; i < in * out; ++i)
      memory[0][i % 800] = static_cast<uint8_t>(rng.next()), memory[1][i] = static_cast<uint8_t>(rng.next());
    for (int32_t o = 0; o < out; ++o) {
      int64_t sum = 0;
      for (int32_t i = 0; i < in; ++i) sum += (memory[0][i] - x_zero) * (memory[1][o * in + i] - w_zero);
      const double real = double{x_scale} * double{w_scale} / double{y_scale};
      expected[o] = static_cast<uint8_t>(test::naive_clamp(test::naive_rescale(sum, real) + y_zero, 0, 255));
    }
    legacy::QuantizedFullyConnected op;
    TensorInfo out_info = tensor(DType::kU8, shape(out));
    same(eval_weighted(op, x, w, none, y), out_info, "legacy fully connected", seed);
  });
}

TEST(operators_refuse_operands_that_they_cannot_compute) {
  World<> world;
  static const int8_t weights[18] = {};
  Tensor x = new RamTensor({1, 3, 3, 2}, i8), w = new RomTensor({1, 3, 3, 2}, i8, weights),
         y = new RamTensor({1, 1, 1, 1}, i8);
  const auto quantize = [](Tensor& t, int32_t zero) {
    t->set_quantization_params(PerTensorQuantizationParams(zero, 0.5f));
  };
  optimized::OptConv2D<int8_t> op(convolution(nook::PadMode::kValid));
  const auto eval = [&] {
    return op.set_inputs({{op.in, x}, {op.filter, w}}).set_outputs({{op.out, y}}).eval();
  };
  EXPECT(!eval() && world.saw(InvalidQuantizationError()));
  quantize(x, 0), quantize(w, 0), quantize(y, 0);
  EXPECT(eval() && world.saw());
  EXPECT(op.kernel() && op.scratch_bytes() <= 4 * 3 * 3 * 2);
  quantize(w, 1);
  EXPECT(!eval() && world.saw(InvalidQuantizationError()));
  quantize(w, 0);
  EXPECT(y->resize({1, 2, 2, 1}) && !eval() && world.saw(InvalidTensorShapeError()));
  EXPECT(op.refusal().need == 1 && op.refusal().have == 2);
  Tensor real = new RamTensor({1, 3, 3, 2}, flt);
  EXPECT(!op.set_inputs({{op.in, real}, {op.filter, w}}).eval() && world.saw(InvalidTensorDataTypeError()));
  optimized::OptConv2D<int8_t> stride(convolution(nook::PadMode::kValid, 0, 1));
  EXPECT(!stride.set_inputs({{op.in, x}, {op.filter, w}}).set_outputs({{op.out, y}}).eval() &&
         world.saw(InvalidAttributeError()));
  symmetric_quantization::QuantizedConv2D reference_op(convolution(nook::PadMode::kValid));
  EXPECT(!reference_op.set_inputs({{op.in, x}, {op.filter, real}}).set_outputs({{op.out, y}}).eval());
  EXPECT(world.saw(InvalidTensorDataTypeError()));
}

TEST(an_operator_that_reads_after_it_wrote_refuses_the_same_tensor_twice) {
  World<> world;
  static const int8_t weights[4] = {1, 2, 3, 4};
  Tensor x = new RamTensor({1, 4, 4, 2}, i8), w = new RomTensor({2, 1, 1, 2}, i8, weights);
  Tensor real = new RamTensor({2, 2}, flt);
  Tensor* const all[] = {&x, &w};
  for (Tensor* t : all) (*t)->set_quantization_params(PerTensorQuantizationParams(0, 1));
  symmetric_quantization::QuantizedConv2D conv(convolution(nook::PadMode::kValid));
  EXPECT(!conv.set_inputs({{conv.in, x}, {conv.filter, w}}).set_outputs({{conv.out, x}}).eval());
  EXPECT(world.saw(InvalidTensorError()));
  reference::MaxPool<int8_t> pool(pooling(nook::PadMode::kValid, 1, 1, 1, 1));
  EXPECT(!pool.set_inputs({{pool.in, x}}).set_outputs({{pool.out, x}}).eval() &&
         world.saw(InvalidTensorError()));
  reference::MatMul<float> product;
  EXPECT(
      !product.set_inputs({{product.a, real}, {product.b, real}}).set_outputs({{product.out, real}}).eval());
  EXPECT(world.saw(InvalidTensorError()));
}

TEST(a_kernel_that_can_not_work_in_place_is_not_asked_to) {
  World<> world;
  static int8_t buffer[64];
  static const int8_t weights[4] = {1, 2, 3, 4};
  Tensor x = new BufferTensor({1, 4, 4, 2}, i8, buffer), w = new RomTensor({2, 1, 1, 2}, i8, weights),
         y = new BufferTensor({1, 4, 4, 2}, i8, buffer);
  Tensor* const all[] = {&x, &w, &y};
  for (Tensor* t : all) (*t)->set_quantization_params(PerTensorQuantizationParams(0, 1));
  optimized::OptConv2D<int8_t> op(convolution(nook::PadMode::kValid));
  EXPECT(!op.set_inputs({{op.in, x}, {op.filter, w}}).set_outputs({{op.out, y}}).eval());
  EXPECT(world.saw(InvalidTensorError()));
  optimized::OptBinary<nook::AddS8> add(nook::Add::Attrs{});
  EXPECT(add.set_inputs({{0, x}, {1, y}}).set_outputs({{0, y}}).eval() && world.saw());  // this one can
}

TEST(multipliers_that_are_kept_are_found_where_they_moved_to) {
  World<> world;
  static const int8_t weights[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  static constexpr float kScales[3] = {0.1f, 0.2f, 0.3f};
  static constexpr int32_t kZeros[3] = {};
  const size_t whole = world.ram.available();
  {
    Tensor gap = new RamTensor({200}, i8), x = new RamTensor({1, 4}, i8),
           w = new RomTensor({3, 4}, i8, weights), y = new RamTensor({1, 3}, i8);
    x->set_quantization_params(PerTensorQuantizationParams(0, 0.5f)),
        y->set_quantization_params(PerTensorQuantizationParams(0, 1));
    w->set_quantization_params(RomQuantizationParams<kScales, kZeros>());
    for (int i = 0; i < 4; ++i) x(i) = 10 + i;
    optimized::OptFullyConnected<int8_t> kept(dense()), made(dense(), Multipliers::kPerInference);
    EXPECT(kept.set_inputs({{kept.in, x}, {kept.filter, w}}).set_outputs({{kept.out, y}}).eval());
    const int8_t first = y(2);
    gap.reset();
    EXPECT(world.ram.rebalance());
    Tensor rest = new RamTensor({static_cast<uint32_t>(world.ram.available())}, u8);  // unchanged
    for (uint32_t i = 0; i < rest->num_elems(); ++i) rest(i) = 0x77;
    rest.reset();
    y(2) = 0;
    EXPECT(kept.eval() && static_cast<int8_t>(y(2)) == first && kept.scratch_bytes() == 0);
    y(2) = 0;
    EXPECT(made.set_inputs({{kept.in, x}, {kept.filter, w}}).set_outputs({{kept.out, y}}).eval());
    EXPECT(static_cast<int8_t>(y(2)) == first && made.scratch_bytes() == 15);
  }
  EXPECT(world.ram.rebalance() && world.ram.available() == whole);
}
