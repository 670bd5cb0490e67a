#include "nook/ops/pad/pad_op.h"
#include "tests/ring_case.h"

using namespace nook;
using namespace test;

namespace {

OpCase<Pad> s8_case() {
  static const int32_t paddings[] = {1, 0, 0, 2};
  OpCase<Pad> c;
  c.in[0] = quantized(shape(2, 2), kHalf, 9), c.in[1] = constant(paddings),
  c.out = quantized(shape(3, 4), kHalf, 9);
  return c;
}

TEST(pad_equals_results_computed_by_hand) {
  OpCase<Pad> c = s8_case();
  const int8_t x[] = {1, 2, 3, 4}, y[] = {9, 9, 9, 9, 1, 2, 9, 9, 3, 4, 9, 9};
  test::expect_makes<PadAny>(c, y, x);
}

TEST(pad_reads_64_bit_paddings_that_are_aligned_to_4_bytes) {
  alignas(8) static uint8_t bytes[4 + 4 * 8];
  const int64_t paddings[] = {1, 0, 0, 2};
  memcpy(bytes + 4, paddings, sizeof paddings);
  OpCase<Pad> c = s8_case();
  c.in[1] = tensor(DType::kS64, shape(2, 2));
  c.in[1].data = bytes + 4;
  const auto* p = c.params<PadAny>();
  EXPECT(p && p->head == 4 && p->tail == 2 && p->run == 2);
}

TEST(pad_equals_the_definition_on_random_shapes_and_paddings) {
  static int8_t x[200 * 8], y[4000];
  const int before = test::rows_from_rings;
  const DType types[] = {DType::kS8, DType::kF32, DType::kS32, DType::kS16, DType::kS64, DType::kBool};
  for (uint32_t seed = 0; seed < 400; ++seed) {
    test::Rng rng(seed);
    const DType type = types[seed % 6];
    const int32_t width = size_of(type), zero = rng.in(-128, 127);
    const Shape from = test::random_shape_or_image(rng, 0, seed % 2 ? 12 : 200);
    int32_t paddings[2 * kMaxRank] = {};
    Shape to = from;
    for (int d = 0; d < 2 * from.rank; ++d) {
      const int32_t amount = rng.in(0, 2) ? 0 : rng.in(1, 3);
      to.dim[d / 2] += amount, paddings[d] = amount;
      if (to.elements() * width <= 4000) continue;
      to.dim[d / 2] -= amount, paddings[d] = 0;
    }
    const int32_t size = from.elements(), padded = to.elements();
    test::fill(rng, x, size * width);
    for (int32_t i = 0; i < padded; ++i) {  // element i of y, by its position in each dimension
      int32_t rest = i, at = 0, stride = 1;
      bool inside = true;
      for (int d = from.rank - 1; d >= 0; --d) {
        const int32_t position = rest % to.dim[d] - paddings[2 * d];
        rest /= to.dim[d];
        inside = inside && position >= 0 && position < from.dim[d];
        at += position * stride, stride *= from.dim[d];
      }
      if (inside) {
        memcpy(y + i * width, x + at * width, static_cast<size_t>(width));
      } else {
        memset(y + i * width, type == DType::kS8 ? zero : 0, static_cast<size_t>(width));
      }
    }
    OpCase<Pad> c;
    c.in[0] = tensor(type, from), c.in[1] = constant(paddings, 2 * from.rank), c.out = tensor(type, to);
    if (type == DType::kS8) c.in[0] = quantized(from, kHalf, zero), c.out = quantized(to, kHalf, zero);
    const test::Operand in[] = {{x, size * width}};
    const auto* p = c.params<PadAny>();
    if (p) test::expect_rows<PadAny>(*p, in, 1, y, padded * width, width);
    if (p) test::expect_rows_of_rings<PadAny>(*p, in, 1, 0, from, to, width, y);
  }
  EXPECT(test::rows_from_rings > before + 200);
}

TEST(pad_copies_whole_rows_of_an_image_and_may_have_it_at_the_end_of_its_output) {
  static const int32_t paddings[] = {0, 0, 1, 1, 1, 1, 0, 0};
  OpCase<Pad> c;
  c.in[0] = quantized(shape(1, 96, 96, 3), kHalf, 0), c.in[1] = constant(paddings);
  c.out = quantized(shape(1, 98, 98, 3), kHalf, 0);
  const auto* p = c.params<PadAny>();
  EXPECT(p && p->run == 96 * 3 && p->rank == 1 && p->dim[0] == 96 && p->gap[0] == 6);
  for (const auto& row : PadAny::kernels()) EXPECT(p && row.overlap(p, 0) == (98 * 98 - 96 * 96 - 99) * 3);
}

TEST(pad_refuses_the_third_operand_of_PADV2) {
  OpCase<Pad> c = s8_case();
  c.inputs = 3, c.in[2] = quantized(shape(), kHalf, 9);
  EXPECT(c.refused(Reason::kOperandCount, 0));
}

TEST(pad_refuses_paddings_that_are_negative_or_no_constant_integers) {
  static const int32_t negative[] = {-1, 2, 0, 2}, behind[] = {1, 0, 0, -2}, few[] = {1, 0};
  OpCase<Pad> c = s8_case();
  test::refuses_constants(c, Reason::kPadding, negative, behind);
  test::refuses_constants(c, Reason::kElements, few);
  c = s8_case(), c.in[1].data = nullptr;
  EXPECT(c.refused(Reason::kNotConstant, 1));
  c = s8_case(), c.in[1].type = DType::kS8;
  EXPECT(c.refused(Reason::kType, 1));
}

TEST(pad_refuses_paddings_that_are_too_large) {
  static const int64_t wide[] = {int64_t{1} << 40, 0, 0, 0}, behind[] = {0, 0, 0, int64_t{1} << 31};
  static const int32_t most[] = {INT32_MAX, 0, 0, 0};
  OpCase<Pad> c = s8_case();
  c.in[1] = tensor(DType::kS64, shape(4)), c.in[1].data = wide;
  EXPECT(c.refused(Reason::kPadding, 1));
  c.in[1].data = behind;
  EXPECT(c.refused(Reason::kPadding, 1));
  c.in[1] = constant(most);
  EXPECT(c.refused(Reason::kTooLarge, kFirstOutput));
}

TEST(pad_refuses_shapes_types_and_zero_points_that_do_not_fit) {
  test::refuses_shapes_and_types_of_moved(s8_case, shape(4, 4));
  OpCase<Pad> c = s8_case();
  c.out.zero_point = 128;
  EXPECT(c.refused(Reason::kZeroPoint, kFirstOutput));
}

TEST(pad_refuses_every_size_of_persistent_memory_that_is_too_small) {
  OpCase<Pad> c = s8_case();
  test::refuses_too_little_memory(c);
}

}  // namespace
