// Scales, zero points and dimensions that no network has: every operator returns, and either refuses them or
// computes with them, in every group and for every operand.
#include <float.h>
#include <math.h>
#include <string.h>

#include "nook/managed/ops/arithmetic.h"
#include "nook/managed/ops/optimized.h"
#include "nook/managed/ops/pools.h"
#include "nook/managed/ops/symmetric_quantization.h"
#include "nook/ops/softmax/softmax_op.h"
#include "tests/managed/recorder.h"

using namespace managed_test;

namespace {

constexpr float kBad[] = {0.0f, -0.0f, -1.0f, -1e-43f, INFINITY, -INFINITY, NAN};
constexpr float kExtreme[] = {0x1p-149f, 1e-43f, FLT_MIN, 1e-20f, 1e20f, FLT_MAX};
constexpr uint32_t kSide = 2;
constexpr int kOperands = 4, kOutput = 3;  // in, filter, bias, out

struct Numbers {
  int operand = -1;  // operand whose numbers are changed; -1: none
  float scale = 0.5f;
  int32_t zero = 0;
};

// The four operands of one operator, with 2x2 or 1x2x2x1 elements.
struct Operands {
  int8_t bytes[kOperands][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {}, {9, 9, 9, 9}};
  int32_t bias[2] = {1, 2};
  Tensor tensors[kOperands];

  Operands(ttype type, const TensorShape& shape, const TensorShape& filter, bool channels,
           const Numbers& numbers) {
    for (int i = 0; i < kOperands; ++i) {
      tensors[i] = i == 2 ? new BufferTensor({filter[0] == 1 ? filter[3] : filter[0]}, i32, bias)
                          : new BufferTensor(i == 1 ? filter : shape, type, bytes[i]);
      const bool changed = i == numbers.operand;
      const float scale = changed ? numbers.scale : i == 2 ? 0.25f : 0.5f;
      const int32_t zero = changed ? numbers.zero : type == u8 && i != 2 ? 128 : 0;
      if (i == 1 && channels) {  // only the last channel is changed
        const float scales[] = {0.5f, scale};
        const int32_t zeros[] = {0, zero};
        tensors[i]->set_quantization_params(PerChannelQuantizationParams(zeros, scales));
      } else {
        tensors[i]->set_quantization_params(PerTensorQuantizationParams(zero, scale));
      }
    }
  }
  bool output_is_untouched() const {
    static const int8_t nine[4] = {9, 9, 9, 9};
    return memcmp(bytes[kOutput], nine, sizeof nine) == 0;
  }
};

// The operands as an operator accepts them.
template <class Op>
bool eval_one(Op& op, Tensor (&t)[kOperands]) {
  return op.set_inputs({{"in", t[0]}}).set_outputs({{"out", t[3]}}).eval();
}
template <class Op>
bool eval_two(Op& op, Tensor (&t)[kOperands]) {
  return op.set_inputs({{"a", t[0]}, {"b", t[1]}}).set_outputs({{"out", t[3]}}).eval();
}
template <class Op>
bool eval_weighted(Op& op, Tensor (&t)[kOperands]) {
  return op.set_inputs({{"in", t[0]}, {"filter", t[1]}, {"bias", t[2]}}).set_outputs({{"out", t[3]}}).eval();
}

struct Tried {
  int done = 0, refused = 0;
};

// One operator, with each operand of `used` (one bit each) changed in turn.
template <class Make, class Eval>
void try_numbers(const char* what, ttype type, const TensorShape& shape, const TensorShape& filter,
                 bool channels, uint32_t used, Make make, Eval eval, Tried& tried) {
  const auto run = [&](const Numbers& numbers, bool is_bad) {
    World<8192, 4096> world;
    Operands all(type, shape, filter, channels, numbers);
    auto op = make();
    const bool done = eval(op, all.tensors);
    if (done) ++tried.done;
    if (!done) ++tried.refused;
    const bool told = done ? world.saw() : world.saw(InvalidQuantizationError());
    if (told && (done || all.output_is_untouched()) && !(is_bad && done)) return;
    ++test::failures;
    printf("%s: operand %d, scale %g, zero point %ld: done %d\n", what, numbers.operand,
           static_cast<double>(numbers.scale), static_cast<long>(numbers.zero), done);
  };
  run({}, false);
  for (int i = 0; i < kOperands; ++i) {
    if (!(used >> i & 1)) continue;
    const int32_t zero = type == u8 && i != 2 ? 128 : 0;
    for (const float scale : kBad) run({i, scale, zero}, true);
    for (const float scale : kExtreme) run({i, scale, zero}, false);
    if (i == 2) continue;  // a bias may have any zero point, which nothing reads
    const int32_t least = type == u8 ? 0 : -128;
    const int32_t bad[] = {least - 1, least + 256, INT32_MIN, INT32_MIN + 100, INT32_MAX},
                  good[] = {least, least + 255};
    for (const int32_t number : bad) run({i, 0.5f, number}, true);
    for (const int32_t number : good) run({i, 0.5f, number}, false);
  }
}

constexpr uint32_t kOne = 1 | 8, kTwo = 1 | 2 | 8, kAll = 1 | 2 | 4 | 8;

template <class Op>
void try_two(const char* what, ttype type, Tried& tried) {
  try_numbers(
      what, type, {kSide, kSide}, {kSide, kSide}, false, kTwo, [] { return Op(); }, eval_two<Op>, tried);
}
template <class Op>
void try_one(const char* what, ttype type, const TensorShape& shape, typename Op::Attrs attrs, Tried& tried) {
  try_numbers(
      what, type, shape, {kSide, kSide}, false, kOne, [&] { return Op(attrs); }, eval_one<Op>, tried);
}
template <class Op, class Attrs>
void try_weighted(const char* what, ttype type, const TensorShape& filter, const Attrs& attrs, Tried& tried) {
  const TensorShape image =
      filter.num_dims() == 2 ? TensorShape(kSide, kSide) : TensorShape(1, 1, kSide, kSide);
  for (int several = 0; several < 2; ++several) {
    const bool channels = several != 0;
    if (channels && type == u8) continue;  // the older scheme has one scale
    const Multipliers times[] = {Multipliers::kKeep, Multipliers::kPerInference};
    for (const Multipliers when : times)
      try_numbers(
          what, type, image, filter, channels, kAll, [&] { return Op(attrs, when); }, eval_weighted<Op>,
          tried);
  }
}

}  // namespace

TEST(every_scale_and_zero_point_is_computed_with_or_refused) {
  Tried tried;
  try_two<MatMulOf<int8_t>>("MatMul", i8, tried);
  try_two<MatMulOf<uint8_t>>("legacy MatMul", u8, tried);
  try_two<AddOf<int8_t>>("AddOperator", i8, tried);
  try_two<AddOf<uint8_t>>("legacy AddOperator", u8, tried);
  try_two<optimized::OptBinary<nook::AddS8>>("OptBinary<AddS8>", i8, tried);
  nook::MaxPool2D::Attrs pool;
  pool.filter_h = pool.filter_w = 1;
  const TensorShape image(1, kSide, kSide, 1);
  try_one<PoolOf<int8_t, Highest>>("MaxPool", i8, image, pool, tried);
  try_one<PoolOf<uint8_t, Average>>("legacy AvgPool", u8, image, pool, tried);
  try_one<optimized::OptUnary<nook::MaxPool2DS8>>("OptUnary<MaxPool2DS8>", i8, image, pool, tried);
  try_one<optimized::OptUnary<nook::SoftmaxS8>>("OptUnary<SoftmaxS8>", i8, image, {}, tried);
  const nook::FullyConnected::Attrs full;
  using symmetric_quantization::QuantizedFullyConnected;
  try_weighted<QuantizedFullyConnected>("QuantizedFullyConnected", i8, {kSide, kSide}, full, tried);
  try_weighted<QuantizedFullyConnectedOf<uint8_t>>("legacy QuantizedFullyConnected", u8, {kSide, kSide}, full,
                                                   tried);
  try_weighted<optimized::OptFullyConnected<int8_t>>("OptFullyConnected", i8, {kSide, kSide}, full, tried);
  const nook::Conv2D::Attrs conv;
  const TensorShape filter(kSide, 1, 1, kSide), depth(1, 1, 1, kSide);
  using symmetric_quantization::QuantizedConv2D, symmetric_quantization::QuantizedDepthwiseSepConv2D;
  try_weighted<QuantizedConv2D>("QuantizedConv2D", i8, filter, conv, tried);
  try_weighted<QuantizedConv2DOf<uint8_t>>("legacy QuantizedConv2D", u8, filter, conv, tried);
  try_weighted<optimized::OptConv2D<int8_t>>("OptConv2D", i8, filter, conv, tried);
  const nook::DepthwiseConv2D::Attrs each;
  try_weighted<QuantizedDepthwiseSepConv2D>("QuantizedDepthwiseSepConv2D", i8, depth, each, tried);
  try_weighted<QuantizedDepthwiseSepConv2DOf<uint8_t>>("legacy QuantizedDepthwise", u8, depth, each, tried);
  try_weighted<optimized::OptDepthwiseSepConv2D<int8_t>>("OptDepthwiseSepConv2D", i8, depth, each, tried);
  EXPECT(tried.done > 200 && tried.refused > 1000);
}

TEST(a_refusal_says_which_scale_of_which_operand) {
  World<> world;
  Operands all(i8, {kSide, kSide}, {kSide, kSide}, true, {1, 0.0f, 0});
  optimized::OptFullyConnected<int8_t> op;
  EXPECT(!eval_weighted(op, all.tensors) && world.saw(InvalidQuantizationError()));
  EXPECT(op.refusal().reason == nook::Reason::kScaleValue && op.refusal().operand == 1 &&
         op.refusal().have == 1);
}

TEST(the_quantization_of_floats_is_ignored) {
  World<> world;
  float a[4] = {1, 2, 3, 4}, b[4] = {1, 0, 0, 1}, c[4];
  Tensor x = new BufferTensor({2, 2}, flt, a), y = new BufferTensor({2, 2}, flt, b),
         z = new BufferTensor({2, 2}, flt, c);
  x->set_quantization_params(PerTensorQuantizationParams(INT32_MIN, 0.0f));
  AddOf<float> add;
  EXPECT(add.set_inputs({{"a", x}, {"b", y}}).set_outputs({{"out", z}}).eval() && world.saw() &&
         c[3] == 5.0f);
}

TEST(a_shape_is_refused_where_any_product_of_its_dimensions_overflows) {
  World<> world;
  static uint8_t memory[16];
  constexpr uint32_t kHuge = 0x80000000u;
  const TensorShape refused[] = {{0, kHuge},       {kHuge, 0},        {0, kHuge, kHuge, kHuge},
                                 {65536, 32768},   {0, 65536, 65536}, {UINT32_MAX},
                                 {1, 1, 0, kHuge}, {kHuge},           {46341, 46341, 0, 1},
                                 {kHuge, 2, 1, 0}};
  for (const TensorShape& shape : refused) {
    Tensor t = new BufferTensor(shape, u8, static_cast<void*>(memory)), r = new RamTensor(shape, u8),
           c = new RomTensor(shape, u8, static_cast<const void*>(memory));
    EXPECT(!t && !r && !c);
    EXPECT(world.saw(InvalidTensorDimensionsError(), InvalidTensorDimensionsError(),
                     InvalidTensorDimensionsError()));
    Tensor small = new RamTensor({2, 2}, u8);
    EXPECT(!small->resize(shape) && world.saw(InvalidTensorDimensionsError()));
    EXPECT(small->get_shape() == TensorShape(2, 2) && small->num_elems() == 4);
  }
  // Elements of four bytes overflow earlier.
  constexpr uint32_t kNone = 0;
  Tensor bytes = new BufferTensor({kNone, 0x20000000u}, u8, static_cast<void*>(memory));
  EXPECT(bytes && bytes->num_elems() == 0);
  Tensor words = new BufferTensor({kNone, 0x20000000u}, i32, static_cast<void*>(memory));
  EXPECT(!words && world.saw(InvalidTensorDimensionsError()));
}

TEST(more_channels_than_any_memory_has_room_for_are_refused) {
  World<> world;
  static uint8_t memory[4];
  Tensor t = new BufferTensor({4}, i8, static_cast<void*>(memory));
  // Eight bytes each: in 32 bits the product would be 0 and 8.
  const uint32_t counts[] = {0x20000000u, 0x20000001u, UINT32_MAX};
  for (const uint32_t count : counts) {
    const float scale = 1;
    const int32_t zero = 0;
    EXPECT(!t->set_quantization_params(PerChannelQuantizationParams(&zero, &scale, count)));
    EXPECT(world.saw(OutOfMemError()) && !t->get_quantization_params().is_quantized());
  }
}
