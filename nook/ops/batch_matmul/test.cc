#include <string.h>

#include "nook/ops/batch_matmul/batch_matmul_op.h"
#include "tests/broadcast_case.h"
#include "tests/kernel_case.h"

using namespace nook;
using test::OpCase;
using test::shape;
using test::tensor;

namespace {

constexpr int32_t kMost = 1000;  // elements of any operand

// Random matrices, some transposed, with batch dimensions that broadcast. False: too large.
bool random_matrices(test::Rng& rng, OpCase<BatchMatmul>& c) {
  test::Broadcast s = test::random_broadcast(rng);
  if (s.y.rank > kMaxRank - 2 || s.y.elements() > 12) return false;
  // Whole tiles of packed columns and rests of them, and more than a vector register holds.
  const int32_t rows = rng.in(1, 5), columns = rng.in(0, 1) ? rng.in(1, 5) : rng.in(6, 20);
  const int32_t depth = rng.in(0, 1) ? rng.in(1, 7) : rng.in(8, 70);
  c.attrs.adj_x = rng.in(0, 1), c.attrs.adj_y = rng.in(0, 1);
  const auto append = [](Shape& to, int32_t first, int32_t second) {
    to.dim[to.rank++] = first, to.dim[to.rank++] = second;
  };
  append(s.a, c.attrs.adj_x ? depth : rows, c.attrs.adj_x ? rows : depth);
  append(s.b, c.attrs.adj_y ? columns : depth, c.attrs.adj_y ? depth : columns);
  append(s.y, rows, columns);
  c.in[0].shape = s.a, c.in[1].shape = s.b, c.out.shape = s.y;
  return s.a.elements() <= kMost && s.b.elements() <= kMost && s.y.elements() <= kMost;
}

// The index of the first element of operand `operand`'s matrix that contributes to element `at` of y.
int32_t matrix_of(const OpCase<BatchMatmul>& c, size_t operand, int32_t at) {
  Shape y = c.out.shape, x = c.in[operand].shape;
  const int32_t size = x.back(0) * x.back(1), of_y = y.back(0) * y.back(1);
  y.rank = static_cast<uint8_t>(y.rank - 2), x.rank = static_cast<uint8_t>(x.rank - 2);
  return test::broadcast_index(y, x, at / of_y) * size;
}

// Calls visit(element of a, element of b) for each product of element `at` of y.
template <class Visit>
void for_each_product(const OpCase<BatchMatmul>& c, int32_t at, Visit visit) {
  const Shape &a = c.in[0].shape, &b = c.in[1].shape;
  const int32_t row = at / c.out.shape.back(0) % c.out.shape.back(1), column = at % c.out.shape.back(0);
  const int32_t depth = c.attrs.adj_x ? a.back(1) : a.back(0);
  for (int32_t k = 0; k < depth; ++k)
    visit(matrix_of(c, 0, at) + (c.attrs.adj_x ? k * a.back(0) + row : row * a.back(0) + k),
          matrix_of(c, 1, at) + (c.attrs.adj_y ? column * b.back(0) + k : k * b.back(0) + column));
}

// TensorFlow Lite's scaling of 64-bit sums, by definition.
int32_t naive_rescale_s64(int64_t x, double real) {
  int32_t exponent = 0;
  while (real >= 1) real /= 2, ++exponent;
  while (real < 0.5) real *= 2, --exponent;
  const int64_t multiplier = static_cast<int64_t>(real * 2147483648.0 + 0.5);
  const int64_t upper = multiplier < 0x7FFF0000 ? (multiplier + 32768) / 65536 : 32767;
  const int64_t unit = int64_t{1} << (15 - exponent), sum = x * upper + unit / 2;
  return static_cast<int32_t>(sum / unit - (sum % unit < 0));
}

// Both operands and the result, without shapes. The scales last until the next call.
OpCase<BatchMatmul> of_random_scales(test::Rng& rng, DType type) {
  static float scale[3];
  OpCase<BatchMatmul> c;
  scale[0] = rng.real(0.01f, 0.1f), scale[1] = rng.real(0.01f, 0.1f), scale[2] = rng.real(0.1f, 0.9f);
  TensorInfo* const tensors[] = {&c.in[0], &c.in[1], &c.out};
  for (int i = 0; i < 3; ++i) {
    *tensors[i] = tensor(type, shape());
    tensors[i]->scales = {&scale[i], 1};
    tensors[i]->zero_point = type == DType::kS16 ? 0 : rng.in(-128, 127);
  }
  return c;
}

template <class Form, class Element>
void equals_the_definition(DType type, int32_t least, int32_t most) {
  static Element a[kMost], b[kMost], y[kMost];
  for (uint32_t seed = 0; seed < 400; ++seed) {
    test::Rng rng(seed);
    const bool wide = type == DType::kS16;
    OpCase<BatchMatmul> c = of_random_scales(rng, type);
    if (!random_matrices(rng, c)) continue;
    for (Element& v : a) v = static_cast<Element>(rng.in(least, most));
    for (Element& v : b) v = static_cast<Element>(rng.in(least, most));
    volatile const float product = c.in[0].scale() * c.in[1].scale();
    const double real = double{product} / double{c.out.scale()};
    for (int32_t i = 0; i < c.out.shape.elements(); ++i) {
      int64_t sum = 0;
      for_each_product(c, i, [&](int32_t in_a, int32_t in_b) {
        const int64_t from_a = static_cast<int64_t>(a[in_a]), from_b = static_cast<int64_t>(b[in_b]);
        sum += type == DType::kF32 ? from_a * from_b
                                   : (from_a - c.in[0].zero_point) * (from_b - c.in[1].zero_point);
      });
      if (type == DType::kF32) y[i] = static_cast<Element>(sum);
      if (wide) y[i] = static_cast<Element>(test::naive_clamp(naive_rescale_s64(sum, real), -32768, 32767));
      if (type == DType::kS8)
        y[i] = static_cast<Element>(
            test::naive_clamp(test::naive_rescale(sum, real) + c.out.zero_point, -128, 127));
    }
    const auto* p = c.params<Form>();
    if (!p) return;
    const test::Operand in[] = {{a, c.in[0].bytes()}, {b, c.in[1].bytes()}};
    test::expect_rows<Form>(*p, in, 2, y, c.out.bytes(), sizeof(Element));
  }
}

OpCase<BatchMatmul> fine(DType type) {
  static const float one = 1;
  OpCase<BatchMatmul> c;
  c.in[0] = tensor(type, shape(2, 3, 4)), c.in[1] = tensor(type, shape(1, 4, 5));
  c.out = tensor(type, shape(2, 3, 5));
  if (type != DType::kF32) c.in[0].scales = c.in[1].scales = c.out.scales = {&one, 1};
  return c;
}

}  // namespace

TEST(batch_matmul_s8_equals_the_definition_on_random_matrices) {
  equals_the_definition<BatchMatmulS8, int8_t>(DType::kS8, -128, 127);
}

// The rows are portable, so each target's are counted everywhere.
TEST(batch_matmul_s8_packs_the_columns_of_many_random_matrices) {
  const char* const symbols[] = {
      "nook_batch_matmul_s8_mve",        "nook_batch_matmul_s8_mve_stack",
      "nook_batch_matmul_s8_dsp_2x4",    "nook_batch_matmul_s8_rv32",
      "nook_batch_matmul_s8_rv32_stack", "nook_batch_matmul_s8_dsp_2x4_stack",
      "nook_batch_matmul_s8_thumb1",     "nook_batch_matmul_s8_thumb1_stack",
  };
  for (const char* symbol : symbols) {
    const KernelEntry* const row = test::row_called<BatchMatmulS8>(symbol);
    EXPECT(row);
    if (!row) return;
    uint32_t taken = 0, all = 0;
    for (uint32_t seed = 0; seed < 400; ++seed) {
      test::Rng rng(seed);
      OpCase<BatchMatmul> c = of_random_scales(rng, DType::kS8);
      if (!random_matrices(rng, c)) continue;
      const auto* p = c.params<BatchMatmulS8>();
      ++all, taken += p && row->accepts(p, KernelRows::kAll);
    }
    EXPECT(test::takes_enough(symbol, taken, all));
  }
}

// The sums of the largest depth reach the limit of 2^29, and one more would exceed it.
TEST(batch_matmul_s8_packs_no_columns_whose_sums_are_too_large) {
  nook_batch_matmul_s8 p{};
  p.walk.rows = 4, p.walk.columns = 8, p.walk.a_step = 1, p.shift = -9;
  for (const KernelEntry& row : BatchMatmulS8::kernels()) {
    if (!strstr(row.symbol, "s8_mve") && !strstr(row.symbol, "2x4")) continue;
    if (strstr(row.symbol, "_stack")) continue;
    p.walk.depth = 8256;
    EXPECT(row.accepts(&p, KernelRows::kAll));
    p.walk.depth = 8257;
    EXPECT(!row.accepts(&p, KernelRows::kAll));
    p.walk.depth = 8, p.shift = 1;
    EXPECT(!row.accepts(&p, KernelRows::kAll));
    p.shift = -31;
    EXPECT(!row.accepts(&p, KernelRows::kAll));
    p.shift = -9;
  }
}

TEST(batch_matmul_s16_equals_the_definition_on_random_matrices) {
  equals_the_definition<BatchMatmulS16, int16_t>(DType::kS16, -32768, 32767);
}

// Factors as models have them, whose results use the range of int16, and operands at its ends.
TEST(batch_matmul_s16_kernels_equal_the_reference_on_random_and_extreme_matrices) {
  constexpr int32_t kDeep = 400, kElements = 4 * kDeep;
  static int16_t a[kElements], b[kElements];
  static float scale[3];
  const int before = test::failures, runs_before = test::fast_runs;
  for (uint32_t seed = 0; seed < test::fast_cases() && test::failures == before; ++seed) {
    test::Rng rng(seed);
    OpCase<BatchMatmul> c = of_random_scales(rng, DType::kS16);
    if (seed % 16 == 1)
      c.in[0].shape = shape(1, kDeep), c.in[1].shape = shape(kDeep, 4), c.out.shape = shape(1, 4);
    else if (!random_matrices(rng, c))
      continue;
    for (float& each : scale) each = 1 / static_cast<float>(1 << rng.in(7, 15)) * rng.real(0.5f, 2);
    scale[2] *= 256;
    c.in[0].scales = {&scale[0], 1}, c.in[1].scales = {&scale[1], 1}, c.out.scales = {&scale[2], 1};
    test::fill(rng, a, kElements), test::fill(rng, b, kElements);
    if (seed % 4 == 0)
      for (int i = 0; i < kElements; ++i)
        a[i] = rng.in(0, 9) ? INT16_MIN : INT16_MAX, b[i] = rng.in(0, 9) ? INT16_MIN : INT16_MAX;
    const auto* p = c.params<BatchMatmulS16>();
    const test::Operand in[] = {{a, c.in[0].bytes()}, {b, c.in[1].bytes()}};
    if (p) test::expect_rows_like_reference<BatchMatmulS16>(*p, in, 2, c.out.bytes(), 2, 2);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
  EXPECT(!test::has_fast_rows<BatchMatmulS16>() ||
         test::fast_runs - runs_before > static_cast<int>(test::fast_cases()));
}

// A product of a sum and the factor reaches the limit of 2^63, and a deeper one might exceed it.
TEST(batch_matmul_s16_takes_no_factors_whose_products_are_too_large) {
  const char* const symbols[] = {"nook_batch_matmul_s16_mve", "nook_batch_matmul_s16_dsp_1x4"};
  for (const char* symbol : symbols) {
    const KernelEntry* const row = test::row_called<BatchMatmulS16>(symbol);
    EXPECT(row);
    if (!row) return;
    nook_batch_matmul_s16 p{};
    p.walk.columns = 4, p.walk.depth = 512, p.multiplier = INT32_MAX, p.shift = -9;
    EXPECT(row->accepts(&p, KernelRows::kAll));
    p.walk.depth = 513;
    EXPECT(!row->accepts(&p, KernelRows::kAll));
    p.walk.depth = 8, p.shift = -8;
    EXPECT(!row->accepts(&p, KernelRows::kAll));
    p.shift = -31;
    EXPECT(row->accepts(&p, KernelRows::kAll));
    p.walk.columns = 3;
    EXPECT(!row->accepts(&p, KernelRows::kAll));
  }
}

TEST(batch_matmul_f32_equals_the_definition_on_random_matrices) {
  equals_the_definition<BatchMatmulF32, float>(DType::kF32, -8, 8);
}

TEST(batch_matmul_f32_kernels_equal_the_reference_on_random_matrices) {
  static float a[kMost], b[kMost];
  const int before = test::failures, runs_before = test::fast_runs;
  for (uint32_t seed = 0; seed < 400 && test::failures == before; ++seed) {
    test::Rng rng(seed);
    OpCase<BatchMatmul> c = of_random_scales(rng, DType::kF32);
    if (seed % 16 == 1)  // more than kernels copy at once
      c.in[0].shape = shape(2, 75), c.in[1].shape = shape(75, 3), c.out.shape = shape(2, 3);
    else if (!random_matrices(rng, c))
      continue;
    test::fill_floats(rng, a, c.in[0].shape.elements());
    test::fill_floats(rng, b, c.in[1].shape.elements());
    const auto* p = c.params<BatchMatmulF32>();
    const test::Operand in[] = {{a, c.in[0].bytes()}, {b, c.in[1].bytes()}};
    if (p) test::expect_rows_like_reference<BatchMatmulF32>(*p, in, 2, c.out.bytes(), 4);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
  EXPECT(!test::has_fast_rows<BatchMatmulF32>() || test::fast_runs - runs_before > 200);
}

TEST(batch_matmul_equals_results_computed_by_hand) {
  OpCase<BatchMatmul> c;
  c.in[0] = c.in[1] = c.out = tensor(DType::kF32, shape(2, 2));
  const float a[] = {1, 2, 3, 4}, b[] = {5, 6, 7, 8};
  const float plain[] = {19, 22, 43, 50}, left[] = {26, 30, 38, 44}, right[] = {17, 23, 39, 53};
  test::expect_makes<BatchMatmulF32>(c, plain, a, b);
  c.attrs = {true, false}, test::expect_makes<BatchMatmulF32>(c, left, a, b);
  c.attrs = {false, true}, test::expect_makes<BatchMatmulF32>(c, right, a, b);
}

TEST(batch_matmul_reads_its_options) {
  const auto attrs = test::Options<2>({0, 1}).parse<BatchMatmul>();
  EXPECT(attrs && !attrs->adj_x && attrs->adj_y);
}

TEST(batch_matmul_refuses_matrices_that_do_not_fit) {
  const DType types[] = {DType::kS8, DType::kS16, DType::kF32};
  for (const DType type : types) {
    auto c = fine(type);
    EXPECT(c.prepare());
    c.in[1].shape = shape(1, 3, 5);
    EXPECT(c.refused(Reason::kInputShape, 1));
    c = fine(type), c.in[1].shape = shape(3, 4, 5);
    EXPECT(c.refused(Reason::kBroadcast, 1));
    c = fine(type), c.in[0].shape = shape(4);
    EXPECT(c.refused(Reason::kRank, 0));
    c = fine(type), c.in[1].shape = shape(4);
    EXPECT(c.refused(Reason::kRank, 1));
    c = fine(type), c.out.shape = shape(3, 5);
    EXPECT(c.refused(Reason::kRank, kFirstOutput));
    c = fine(type), c.out.shape = shape(2, 3, 4);
    EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
    c = fine(type), c.in[0].shape = shape(2, 3, 0);
    EXPECT(c.refused(Reason::kElements, 0));
    c = fine(type), c.out.type = DType::kS32;
    EXPECT(c.no_form());
  }
}

TEST(batch_matmul_refuses_other_quantization) {
  static const float large = 1e12f, some = 256;
  auto c = fine(DType::kS8);
  c.in[0].scales = {};
  EXPECT(c.refused(Reason::kScaleCount, 0));
  c = fine(DType::kS8), c.in[1].scales = {&large, 1};
  EXPECT(c.refused(Reason::kScaleValue, 1));
  c = fine(DType::kS16), c.in[1].zero_point = 1;
  EXPECT(c.refused(Reason::kZeroPoint, 1));
  c = fine(DType::kS16), c.in[1].scales = {&some, 1};  // fits 32-bit sums
  EXPECT(c.refused(Reason::kScaleValue, 1));
}
