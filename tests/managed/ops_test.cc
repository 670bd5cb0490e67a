// The operators without weights against the reference kernels, or against their definition if there are none.
#include "nook/managed/ops/legacy.h"
#include "nook/managed/ops/optimized.h"
#include "nook/managed/ops/reference.h"
#include "nook/ops/average_pool2d/average_pool2d_op.h"
#include "tests/broadcast_case.h"
#include "tests/managed/op_world.h"
#include "tests/pooling_case.h"

using namespace managed_test;

namespace {

// A unary operator of every group that has it.
template <class Form, class Op, class Managed>
void unary(OpCase<Op>& c, Managed& op, int32_t type_bias, const char* what, uint32_t seed) {
  World<1024, 64> world;
  Tensor x = make(c.in[0], memory[0], type_bias), y = make(c.out, memory[4], type_bias);
  memset(memory[4], 0x5A, sizeof memory[4]);
  same(op.set_inputs({{Managed::in, x}}).set_outputs({{Managed::out, y}}).eval(), c.out, what, seed);
  EXPECT(world.errors.size() == 0);
}

template <class Op, class S8, class F32, template <class> class Filter>
void pools(bool unsigned_too) {
  random_cases([&](uint32_t seed, test::Rng& rng) {
    using Pool = test::Pooling<Op, S8, F32>;
    const bool floats = rng.in(0, 2) == 0;
    OpCase<Op> c = Pool::small_case(floats ? DType::kF32 : DType::kS8);
    test::Slide s;
    if (!Pool::random_geometry(rng, c, &s) || !small(c.in[0]) || !small(c.out)) return;
    c.in[0].zero_point = c.out.zero_point = floats ? 0 : rng.in(-128, 127);
    fill(rng, c.in[0], memory[0]);
    nook::MaxPool2D::Attrs attrs{c.attrs.padding,  c.attrs.filter_h, c.attrs.filter_w,
                                 c.attrs.stride_h, c.attrs.stride_w, c.attrs.activation};
    if (floats) {
      if (!expect<F32>(c)) return;
      PoolOf<float, Filter> op(attrs);
      return unary<F32>(c, op, 0, "float pool", seed);
    }
    if (!expect<S8>(c)) return;
    PoolOf<int8_t, Filter> op(attrs);
    optimized::OptUnary<S8> opt(c.attrs);
    unary<S8>(c, op, 0, "pool", seed), unary<S8>(c, opt, 0, "optimized pool", seed);
    if (!unsigned_too) return;
    flip(memory[0], bytes_of(c.in[0])), flip(expected, bytes_of(c.out));
    PoolOf<uint8_t, Filter> legacy(attrs);
    unary<S8>(c, legacy, 128, "legacy pool", seed);
  });
}

}  // namespace

TEST(maximum_pools_equal_the_kernels) {
  pools<nook::MaxPool2D, nook::MaxPool2DS8, nook::MaxPool2DF32, Highest>(true);
}
TEST(average_pools_equal_the_kernels) {
  pools<nook::AveragePool2D, nook::AveragePool2DS8, nook::AveragePool2DF32, Average>(false);
}

TEST(a_minimum_pool_is_the_maximum_pool_of_the_negated_image) {
  random_cases([](uint32_t seed, test::Rng& rng) {
    using Pool = test::Pooling<nook::MaxPool2D, nook::MaxPool2DS8, nook::MaxPool2DF32>;
    OpCase<nook::MaxPool2D> c = Pool::small_case(DType::kF32);
    test::Slide s;
    if (!Pool::random_geometry(rng, c, &s) || !small(c.in[0]) || !small(c.out)) return;
    c.attrs.activation = nook::Activation::kNone;
    fill(rng, c.in[0], memory[0]);
    float* const x = reinterpret_cast<float*>(memory[0]);
    for (int32_t i = 0; i < c.in[0].shape.elements(); ++i) x[i] = -x[i];
    if (!expect<nook::MaxPool2DF32>(c)) return;
    for (int32_t i = 0; i < c.in[0].shape.elements(); ++i) x[i] = -x[i];
    float* const y = reinterpret_cast<float*>(expected);
    for (int32_t i = 0; i < c.out.shape.elements(); ++i) y[i] = -y[i];
    reference::MinPool<float> op(c.attrs);
    unary<nook::MaxPool2DF32>(c, op, 0, "minimum pool", seed);
  });
}

TEST(a_legacy_average_rounds_halves_up) {
  World<> world;
  static const uint8_t image[4] = {1, 2, 200, 201};
  Tensor x = new RomTensor({1, 1, 4, 1}, u8, image), y = new RamTensor({1, 1, 2, 1}, u8);
  x->set_quantization_params(PerTensorQuantizationParams(128, 1)),
      y->set_quantization_params(PerTensorQuantizationParams(128, 1));
  legacy::AvgPool op(pooling(nook::PadMode::kValid, 1, 2, 1, 2));
  EXPECT(op.set_inputs({{legacy::AvgPool::in, x}}).set_outputs({{legacy::AvgPool::out, y}}).eval());
  EXPECT(static_cast<uint8_t>(y(0)) == 2 && static_cast<uint8_t>(y(1)) == 201);
}

namespace {

// The second largest: a custom filter.
template <class T>
struct Second {
  operand_t<T> best{}, second{};
  void take(operand_t<T> x, int32_t before) {
    if (before == 0) return void(best = second = x);
    if (x > best) {
      second = best, best = x;
    } else if (before == 1 || x > second) {
      second = x;
    }
  }
  operand_t<T> result(int32_t) const { return second; }
};

}  // namespace

TEST(a_generic_pool_accepts_any_filter) {
  World<> world;
  static const int8_t image[8] = {5, 9, 1, 7, -3, -8, -1, -2};
  Tensor x = new RomTensor({1, 2, 4, 1}, i8, image), y = new RamTensor({1, 1, 2, 1}, i8);
  x->set_quantization_params(PerTensorQuantizationParams(3, 0.5f)),
      y->set_quantization_params(PerTensorQuantizationParams(3, 0.5f));
  using Pool = reference::GenericPool<int8_t, Second>;
  Pool op(pooling(nook::PadMode::kValid, 2, 2, 2, 2));
  EXPECT(op.set_inputs({{Pool::in, x}}).set_outputs({{Pool::out, y}}).eval());
  EXPECT(static_cast<int8_t>(y(0)) == 5 && static_cast<int8_t>(y(1)) == 1);
}

namespace {

template <class Op, class S8, class F32, template <class> class Managed, class InPlace, class InPlaceU8,
          class InPlaceF32>
void activations(bool rescales) {
  random_cases([&](uint32_t seed, test::Rng& rng) {
    static float x_scale, y_scale;
    OpCase<Op> c;
    const bool floats = rng.in(0, 2) == 0;
    c.in[0] = c.out = tensor(floats ? DType::kF32 : DType::kS8, shape(rng.in(1, 3), rng.in(1, 30)));
    x_scale = rng.real(0.01f, 0.2f), y_scale = rescales && rng.in(0, 1) ? rng.real(0.01f, 0.2f) : x_scale;
    c.in[0].zero_point = c.out.zero_point = floats ? 0 : rng.in(-128, 127);
    if (rescales && !floats && y_scale != x_scale) c.out.zero_point = rng.in(-128, 127);
    if (!floats) c.in[0].scales = {&x_scale, 1}, c.out.scales = {&y_scale, 1};
    fill(rng, c.in[0], memory[0]);
    if (floats ? !expect<F32>(c) : !expect<S8>(c)) return;
    const bool alike = c.in[0].zero_point == c.out.zero_point && (floats || x_scale == y_scale);
    const auto in_place = [&](auto& op, int32_t type_bias, const char* what) {
      World<1024, 64> world;
      memcpy(memory[4], memory[0], sizeof memory[0]);
      Tensor x = make(c.in[0], memory[4], type_bias);
      if (alike) same(op.set_outputs({{op.x, x}}).eval(), c.out, what, seed);
    };
    if (floats) {
      Managed<float> op;
      InPlaceF32 op_in_place;
      unary<F32>(c, op, 0, "float activation", seed);
      return in_place(op_in_place, 0, "float activation in place");
    }
    Managed<int8_t> op;
    InPlace op_in_place;
    optimized::OptUnary<S8> opt;
    unary<S8>(c, op, 0, "activation", seed), unary<S8>(c, opt, 0, "optimized activation", seed);
    in_place(op_in_place, 0, "activation in place");
    flip(memory[0], bytes_of(c.in[0])), flip(expected, bytes_of(c.out));
    Managed<uint8_t> legacy;
    InPlaceU8 legacy_in_place;
    unary<S8>(c, legacy, 128, "legacy activation", seed);
    in_place(legacy_in_place, 128, "legacy activation in place");
  });
}

}  // namespace

TEST(relu_equals_the_kernels) {
  activations<nook::Relu, nook::ReluS8, nook::UnaryF32<nook::Relu>, ReLUOf, InPlaceReLUOf<int8_t>,
              InPlaceReLUOf<uint8_t>, InPlaceReLUOf<float>>(true);
}
TEST(relu6_equals_the_kernels) {
  activations<nook::Relu6, nook::Relu6S8, nook::UnaryF32<nook::Relu6>, ReLU6Of, InPlaceReLU6Of<int8_t>,
              InPlaceReLU6Of<uint8_t>, InPlaceReLU6Of<float>>(false);
}

TEST(add_equals_the_kernels) {
  random_cases([](uint32_t seed, test::Rng& rng) {
    static float scales[3];
    const auto s = test::random_broadcast(rng);
    if (s.y.rank > 4) return;
    OpCase<nook::Add> c;
    const bool floats = rng.in(0, 2) == 0;
    const DType type = floats ? DType::kF32 : DType::kS8;
    c.in[0] = tensor(type, s.a), c.in[1] = tensor(type, s.b), c.out = tensor(type, s.y);
    if (!small(c.in[0]) || !small(c.in[1]) || !small(c.out)) return;
    TensorInfo* const all[] = {&c.in[0], &c.in[1], &c.out};
    for (int i = 0; i < 3 && !floats; ++i)
      scales[i] = rng.real(0.01f, 0.1f), all[i]->scales = {&scales[i], 1},
      all[i]->zero_point = rng.in(-128, 127);
    c.attrs.activation = static_cast<nook::Activation>(rng.in(0, 3));
    fill(rng, c.in[0], memory[0]), fill(rng, c.in[1], memory[1]);
    if (floats ? !expect<nook::AddF32>(c) : !expect<nook::AddS8>(c)) return;
    const auto eval = [&](auto& op, int32_t type_bias, const char* what) {
      World<1024, 64> world;
      memset(memory[4], 0x5A, sizeof memory[4]);
      Tensor a = make(c.in[0], memory[0], type_bias), b = make(c.in[1], memory[1], type_bias),
             y = make(c.out, memory[4], type_bias);
      same(op.set_inputs({{0, a}, {1, b}}).set_outputs({{0, y}}).eval(), c.out, what, seed);
    };
    if (floats) {
      reference::AddOperator<float> op(c.attrs.activation);
      return eval(op, 0, "float add");
    }
    reference::AddOperator<int8_t> op(c.attrs.activation);
    optimized::OptBinary<nook::AddS8> opt(c.attrs);
    eval(op, 0, "add"), eval(opt, 0, "optimized add");
    flip(memory[0], bytes_of(c.in[0])), flip(memory[1], bytes_of(c.in[1])), flip(expected, bytes_of(c.out));
    legacy::AddOperator legacy(c.attrs.activation);
    eval(legacy, 128, "legacy add");
  });
}

TEST(matrices_are_multiplied) {
  random_cases([](uint32_t seed, test::Rng& rng) {
    World<1024, 64> world;
    const uint32_t m = static_cast<uint32_t>(rng.in(1, 6)), k = static_cast<uint32_t>(rng.in(1, 20)),
                   n = static_cast<uint32_t>(rng.in(1, 6));
    const int32_t zeros[3] = {rng.in(-128, 127), rng.in(-128, 127), rng.in(-128, 127)};
    const float scales[3] = {rng.real(0.01f, 0.1f), rng.real(0.01f, 0.1f), rng.real(0.01f, 1)};
    int8_t *a8 = reinterpret_cast<int8_t*>(memory[0]), *b8 = reinterpret_cast<int8_t*>(memory[1]);
    float *af = reinterpret_cast<float*>(memory[2]), *bf = reinterpret_cast<float*>(memory[3]);
    for (uint32_t i = 0; i < m * k; ++i) a8[i] = static_cast<int8_t>(rng.next()), af[i] = a8[i];
    for (uint32_t i = 0; i < k * n; ++i) b8[i] = static_cast<int8_t>(rng.next()), bf[i] = b8[i];
    Tensor a = new BufferTensor({m, k}, i8, memory[0]), b = new BufferTensor({k, n}, i8, memory[1]),
           y = new BufferTensor({m, n}, i8, memory[4]);
    Tensor fa = new BufferTensor({m, k}, flt, memory[2]), fb = new BufferTensor({k, n}, flt, memory[3]),
           fy = new BufferTensor({m, n}, flt, expected);
    Tensor* const all[] = {&a, &b, &y};
    for (int i = 0; i < 3; ++i)
      (*all[i])->set_quantization_params(PerTensorQuantizationParams(zeros[i], scales[i]));
    reference::MatMul<float> plain;
    reference::MatMul<int8_t> quantized;
    EXPECT(plain.set_inputs({{0, fa}, {1, fb}}).set_outputs({{0, fy}}).eval());
    for (uint32_t i = 0; i < m; ++i)
      for (uint32_t j = 0; j < n; ++j) {
        float sum = 0;
        for (uint32_t l = 0; l < k; ++l) sum += af[i * k + l] * bf[l * n + j];
        EXPECT(static_cast<float>(fy(i, j)) == sum);
      }
    EXPECT(quantized.set_inputs({{0, a}, {1, b}}).set_outputs({{0, y}}).eval());
    const double real = double{scales[0]} * double{scales[1]} / double{scales[2]};
    for (uint32_t i = 0; i < m; ++i)
      for (uint32_t j = 0; j < n; ++j) {
        int64_t sum = 0;
        for (uint32_t l = 0; l < k; ++l) sum += (a8[i * k + l] - zeros[0]) * (b8[l * n + j] - zeros[1]);
        expected[i * n + j] =
            static_cast<uint8_t>(test::naive_clamp(test::naive_rescale(sum, real) + zeros[2], -128, 127));
      }
    same(true, tensor(DType::kS8, shape(static_cast<int32_t>(m), static_cast<int32_t>(n))), "matrix product",
         seed);
  });
}

TEST(arg_max_returns_the_first_of_equal_elements_along_any_axis) {
  random_cases([](uint32_t, test::Rng& rng) {
    World<1024, 64> world;
    uint32_t dims[4];
    const int rank = rng.in(1, 4), axis = rng.in(0, rank - 1);
    for (uint32_t& d : dims) d = static_cast<uint32_t>(rng.in(1, 4));
    const TensorShape x_shape(dims, rank);
    uint32_t left[4] = {};
    int count = 0;
    for (int d = 0; d < rank; ++d)
      if (d != axis) left[count++] = dims[d];
    int8_t* const values = reinterpret_cast<int8_t*>(memory[0]);
    for (uint32_t i = 0; i < x_shape.num_elems(); ++i) values[i] = static_cast<int8_t>(rng.in(-2, 2));
    int32_t along[1] = {rng.in(0, 1) ? axis : axis - rank};
    Tensor x = new BufferTensor(x_shape, i8, memory[0]), where = new RomTensor({1}, i32, along);
    Tensor y = new BufferTensor({left, count}, i32, memory[1]),
           z = new BufferTensor({left, count}, u32, memory[2]);
    Tensor least = new BufferTensor({left, count}, i8, memory[3]);
    reference::ArgMax<int8_t> most_at;
    reference::ArgMin<int8_t> least_at;
    reference::Min<int8_t> smallest;
    EXPECT(most_at.set_inputs({{0, x}, {1, where}}).set_outputs({{0, y}}).eval());
    EXPECT(least_at.set_inputs({{0, x}, {1, where}}).set_outputs({{0, z}}).eval());
    EXPECT(smallest.set_inputs({{0, x}, {1, where}}).set_outputs({{0, least}}).eval());
    uint32_t outer = 1, inner = 1;
    for (int d = 0; d < axis; ++d) outer *= dims[d];
    for (int d = axis + 1; d < rank; ++d) inner *= dims[d];
    for (uint32_t o = 0; o < outer; ++o)
      for (uint32_t i = 0; i < inner; ++i) {
        uint32_t high = 0, low = 0;
        const auto at = [&](uint32_t k) { return values[(o * dims[axis] + k) * inner + i]; };
        for (uint32_t k = 1; k < dims[axis]; ++k) {
          if (at(k) > at(high)) high = k;
          if (at(k) < at(low)) low = k;
        }
        EXPECT(static_cast<int32_t>(y(o * inner + i)) == static_cast<int32_t>(high));
        EXPECT(static_cast<uint32_t>(z(o * inner + i)) == low);
        EXPECT(static_cast<int8_t>(least(o * inner + i)) == at(low));
      }
  });
}

TEST(minimum_and_maximum_reduce_some_or_all_axes) {
  World<> world;
  static const float values[] = {3, -1, 4, 1, -5, 9, 2, 6, 5, -3, 5, 8};
  static const int32_t axes[] = {0, -1}, wrong[] = {3};
  Tensor x = new RomTensor({2, 3, 2}, flt, values), some = new RomTensor({2}, i32, axes),
         bad = new RomTensor({1}, i32, wrong);
  Tensor all = new RamTensor({1}, flt), middle = new RamTensor({3}, flt),
         kept = new RamTensor({1, 3, 1}, flt);
  reference::Max<float> max;
  reference::Min<float> min;
  EXPECT(max.set_inputs({{0, x}}).set_outputs({{0, all}}).eval() && static_cast<float>(all(0)) == 9);
  EXPECT(min.set_inputs({{0, x}}).set_outputs({{0, all}}).eval() && static_cast<float>(all(0)) == -5);
  Tensor* const results[] = {&middle, &kept};
  for (Tensor* y : results) {
    EXPECT(max.set_inputs({{0, x}, {1, some}}).set_outputs({{0, *y}}).eval());
    EXPECT(static_cast<float>((*y)(0)) == 6 && static_cast<float>((*y)(1)) == 5 &&
           static_cast<float>((*y)(2)) == 9);
  }
  EXPECT(!max.set_inputs({{0, x}, {1, bad}}).eval() && world.saw(InvalidAttributeError()));
  EXPECT(!max.set_inputs({{0, x}, {1, some}}).set_outputs({{0, all}}).eval() &&
         world.saw(InvalidTensorShapeError()));
}

TEST(reshape_and_squeeze_give_the_output_its_shape) {
  World<> world;
  Tensor x = new RamTensor({1, 3, 1, 2}, i16), y = new RamTensor({1}, i16), z = new RamTensor({6}, i8);
  for (int i = 0; i < 6; ++i) x(i) = 100 * i;
  Reshape reshape(TensorShape(2, 3));
  EXPECT(reshape.set_inputs({{0, x}}).set_outputs({{0, y}}).eval() && y->get_shape() == TensorShape(2, 3));
  EXPECT(static_cast<int16_t>(y(1, 2)) == 500);
  EXPECT(!reshape.set_outputs({{0, z}}).eval() && world.saw(InvalidTensorDataTypeError()));
  Reshape wrong(TensorShape(7));
  EXPECT(!wrong.set_inputs({{0, x}}).set_outputs({{0, y}}).eval() && world.saw(InvalidTensorShapeError()));
  Squeeze all, last(1 << 2), not_one(1 << 1), none(1 << 5);
  EXPECT(last.set_inputs({{0, x}}).set_outputs({{0, y}}).eval() && y->get_shape() == TensorShape(1, 3, 2));
  EXPECT(!not_one.set_inputs({{0, x}}).set_outputs({{0, y}}).eval() && world.saw(InvalidAttributeError()));
  EXPECT(!none.set_inputs({{0, x}}).set_outputs({{0, y}}).eval() && world.saw(InvalidAttributeError()));
  EXPECT(all.set_inputs({{0, x}}).set_outputs({{0, x}}).eval() &&
         x->get_shape() == TensorShape(3, 2));  // in place
  EXPECT(static_cast<int16_t>(x(2, 1)) == 500 && all.eval());
}
