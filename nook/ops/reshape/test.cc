#include <string.h>

#include "nook/ops/reshape/reshape_op.h"
#include "tests/op_case.h"

using namespace nook;
using namespace test;

namespace {

OpCase<Reshape> s8_case() {
  return case_of<Reshape>(tensor(DType::kS8, shape(2, 6)), tensor(DType::kS8, shape(3, 2, 2)));
}

TEST(reshape_copies_every_byte_of_every_element_type) {
  static int8_t x[500 * 8];
  const DType types[] = {DType::kF32,  DType::kF16, DType::kS32, DType::kU8, DType::kS64,
                         DType::kBool, DType::kS16, DType::kS8,  DType::kF64};
  for (uint32_t seed = 0; seed < 300; ++seed) {
    test::Rng rng(seed);
    OpCase<Reshape> c;
    c.in[0] = tensor(types[seed % 9], test::random_shape(rng, 0, 500));
    c.out = tensor(types[seed % 9], shape(1, c.in[0].shape.elements()));
    const int32_t width = size_of(c.out.type), bytes = c.out.shape.elements() * width;
    test::fill(rng, x, bytes);
    const test::Operand in[] = {{x, bytes}};
    const auto* p = c.params<RenamedAny<Reshape>>();
    if (p) test::expect_rows<RenamedAny<Reshape>>(*p, in, 1, x, bytes, width);
  }
}

TEST(reshape_moves_bytes_to_any_place_that_overlaps_them) {
  alignas(4) int8_t memory[96], expected[96];
  const int32_t sizes[] = {1, 4, 7, 16, 40};
  for (const int32_t bytes : sizes)
    for (int32_t from = 0; from < 24; ++from)
      for (int32_t to = 0; to < 24; ++to) {
        test::Rng rng(static_cast<uint32_t>(bytes));
        test::fill(rng, memory, 96);
        memcpy(expected, memory, 96);
        for (int32_t i = 0; i < bytes; ++i) expected[to + i] = memory[from + i];
        const nook_reshape p = {bytes};
        nook_reshape_ref(&p, memory + from, memory + to, nullptr);
        EXPECT(memcmp(memory, expected, 96) == 0);
      }
}

TEST(reshape_does_not_read_its_shape_operand) {
  OpCase<Reshape> c = s8_case();
  c.inputs = 2;
  c.in[1] = TensorInfo{};  // an omitted optional operand
  EXPECT(c.prepare());
  c.in[1] = tensor(DType::kS32, shape(3));  // computed by another operator
  EXPECT(c.prepare());
  const int32_t open[] = {-1, 4};
  c.in[1] = test::constant(open);
  EXPECT(c.prepare());
}

TEST(reshape_refuses_another_number_of_elements) {
  OpCase<Reshape> c = s8_case();
  c.out.shape = shape(13);
  EXPECT(c.refused(Reason::kElements, kFirstOutput));
  c = s8_case(), c.in[0].shape = c.out.shape = shape(0, 3);
  EXPECT(c.refused(Reason::kElements, 0));
}

TEST(reshape_refuses_types_that_differ_or_have_no_size) {
  OpCase<Reshape> c = s8_case();
  c.out.type = DType::kU8;
  EXPECT(c.refused(Reason::kType, kFirstOutput));
  c = s8_case(), c.in[0].type = c.out.type = DType::kString;
  EXPECT(c.no_form());
}

}  // namespace
