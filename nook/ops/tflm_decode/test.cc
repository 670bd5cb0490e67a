#include "nook/ops/tflm_decode/tflm_decode_op.h"
#include "tests/signal_case.h"

using namespace nook;
using namespace test;

namespace {

struct CodeTables {
  uint8_t bytes[NOOK_DECODE_HEAD + 32];
};

test::SignalCase<TflmDecode> of(DType type, const Shape& s, int32_t bits, const uint8_t* codes, int32_t count,
                                CodeTables& tables, int32_t values) {
  tables.bytes[0] = 0, tables.bytes[1] = tables.bytes[4] = 1;
  tables.bytes[5] = static_cast<uint8_t>(bits), tables.bytes[6] = static_cast<uint8_t>(1 << bits);
  test::SignalCase<TflmDecode> c;
  c.in[0] = tensor(DType::kU8, shape(count)), c.in[0].data = codes;
  c.in[1] = tensor(DType::kU8, shape(NOOK_DECODE_HEAD + values * size_of(type))), c.in[1].data = tables.bytes;
  c.out[0] = tensor(type, s);
  return c;
}

constexpr float kScales[] = {1, 2, 3};

}  // namespace

TEST(tflm_decode_reads_codes_of_3_bits_from_the_highest_one_on) {
  static const uint8_t codes[] = {0b00101001, 0b11001011, 0b10000000};  // codes 1 2 3 4 5 6 ..
  CodeTables tables = {};
  for (int16_t i = 0; i < 8; ++i) {
    const int16_t value = static_cast<int16_t>(100 * i);
    memcpy(tables.bytes + NOOK_DECODE_HEAD + 2 * i, &value, 2);
  }
  test::Guarded<int16_t, 6> y;
  of(DType::kS16, shape(2, 3), 3, codes, 3, tables, 8).run({codes, tables.bytes}, {y.data});
  EXPECT(y.is({100, 200, 300, 400, 500, 600}));
}

TEST(tflm_decode_has_a_table_for_each_channel) {
  static const uint8_t codes[] = {0b00011011, 0b00011011};
  CodeTables tables = {};
  for (int i = 0; i < 12; ++i)
    tables.bytes[NOOK_DECODE_HEAD + i] = static_cast<uint8_t>(10 * (i / 4) + i % 4);
  test::Guarded<int8_t, 6> first, last;
  auto c = of(DType::kS8, shape(3, 2), 2, codes, 2, tables, 12);
  c.out[0].scales = {kScales, 3};
  c.run({codes, tables.bytes}, {first.data});
  EXPECT(first.is({0, 1, 12, 13, 20, 21}));
  c.out[0].shape = shape(2, 3), c.out[0].channel_axis = 1;
  c.run({codes, tables.bytes}, {last.data});
  EXPECT(last.is({0, 11, 22, 3, 10, 21}));
}

TEST(tflm_decode_refuses_operands_that_do_not_fit) {
  static const uint8_t codes[] = {0b00011011, 0xFF};
  CodeTables tables = {};
  const auto fine = [&] { return of(DType::kS8, shape(8), 2, codes, 2, tables, 4); };
  auto c = fine();
  EXPECT(c.prepare());
  c.in[1].shape = shape(NOOK_DECODE_HEAD + 3);
  EXPECT(c.refused(Reason::kAxis, 0));
  c.in[1].shape = shape(NOOK_DECODE_HEAD - 1);
  EXPECT(c.refused(Reason::kElements, 1));
  c = fine(), c.out[0].shape = shape(9);
  EXPECT(c.refused(Reason::kElements, 0));
  c = fine(), c.out[0].shape = shape(0);
  EXPECT(c.refused(Reason::kElements, kFirstOutput));
  c = fine(), c.out[0].shape = shape(2, 2, 2), c.out[0].scales = {kScales, 2}, c.out[0].channel_axis = 1;
  EXPECT(c.refused(Reason::kAxis, kFirstOutput));
  c = fine(), c.in[0].data = nullptr;
  EXPECT(c.refused(Reason::kNotConstant, 0));
  c = fine(), c.in[1].data = nullptr;
  EXPECT(c.refused(Reason::kNotConstant, 1));
  const int heads[] = {0, 1, 4};
  for (const int at : heads) {
    c = fine(), tables.bytes[at] = 2;
    EXPECT(c.refused(Reason::kAttribute, 1));
  }
  c = fine(), tables.bytes[5] = 8;
  EXPECT(c.refused(Reason::kAttribute, 1));
  c = fine(), c.out[0].type = DType::kS4;
  EXPECT(c.no_form());
}
