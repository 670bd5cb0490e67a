#include "nook/ops/mul/mul_op.h"
#include "nook/ops/square/square_op.h"
#include "tests/unary_case.h"

using namespace nook;

namespace {

constexpr test::UnaryOf<Square> kCase = {[](double x) { return x * x; }};

}  // namespace

TEST(square_f32_of_large_numbers_is_infinity) {
  kCase.makes({-1.5f, 3, -0.0f, 1e30f, -INFINITY}, {2.25f, 9, 0, INFINITY, INFINITY});
}

TEST(square_f32_equals_the_function) { kCase.is_the_function_in_float(); }

TEST(square_f32_has_rows_of_any_size) { kCase.has_rows_of_any_size(); }

TEST(square_refuses_other_shapes_and_types) { kCase.refuses_other_shapes_and_types(); }

TEST(square_s8_is_within_one_step_of_the_function) { kCase.is_the_function_to(1); }

TEST(square_s8_refuses_a_ratio_of_scales_that_would_overflow) {
  static const float large = 512, one = 1;
  EXPECT(kCase.s8_case(large, 0, one, 0).refused(Reason::kScaleValue, kFirstOutput));
}

namespace {

const test::UnaryS16Of<Square, SquareS16> kWords = {[](double x) { return x * x; }};

}  // namespace

TEST(square_s16_is_within_one_step_of_the_function) {
  static const float in[] = {1.0f / 32768, 0.0007f, 0.3f}, ratio[] = {1.01f, 80, 32768, 1e6f};
  for (const float& i : in)
    for (const float& r : ratio) {
      const float out = i * i * r;
      kWords.is_the_function_to(i, out, 1);
    }
}

TEST(square_s16_is_the_product_that_mul_computes) {
  static const float ins[] = {0.0007f, 0.03f}, outs[] = {0.001f, 0.37f};
  for (const float& in : ins)
    for (const float& out : outs)
      test::for_all_words([&](const int16_t* x, int32_t count) {
        static int16_t y[1024];
        auto square = kWords.case_of(in, out, count);
        test::OpCase<Mul> product;
        product.in[0] = product.in[1] = square.in[0], product.out = square.out;
        const auto* of_mul = product.params<MulS16>();
        const auto* p = square.params<SquareS16>();
        if (!of_mul || !p) return;
        const void* operands[] = {x, x};
        void* results[] = {y};
        MulS16::kernels()[MulS16::kernels().size() - 1].invoke(of_mul, {operands, results, nullptr});
        const test::Operand in_x[] = {{x, 2 * count}};
        test::expect_rows<SquareS16>(*p, in_x, 1, y, 2 * count, 2);
      });
}

TEST(square_s16_takes_or_refuses_any_scales) { kWords.takes_or_refuses_any_scales(); }

TEST(square_s16_refuses_other_quantization) { kWords.refuses_other_quantization(); }
