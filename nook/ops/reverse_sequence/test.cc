#include "nook/ops/reverse_sequence/reverse_sequence_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

TEST(reverse_sequence_equals_the_definition_on_random_shapes) {
  test::on_random_cases<ReverseSequence>(
      300, [](test::Rng& rng, test::OpCase<ReverseSequence>& c, DType type) {
        const Shape s = test::random_shape(rng, 2, 300);
        c.attrs.seq_dim = rng.in(0, s.rank - 1);
        c.attrs.batch_dim = (c.attrs.seq_dim + rng.in(1, s.rank - 1)) % s.rank;
        const int32_t places = s.dim[c.attrs.seq_dim], sequences = s.dim[c.attrs.batch_dim];
        int32_t narrow[7];
        int64_t wide[7];
        for (int i = 0; i < 7; ++i) wide[i] = narrow[i] = rng.in(-1, places + 1);  // some are out of range
        const bool is_wide = rng.in(0, 1);
        c.in[0] = c.out = tensor(type, s);
        c.in[1] = tensor(is_wide ? DType::kS64 : DType::kS32, shape(sequences));
        const test::Operand lengths = {is_wide ? static_cast<const void*>(wide) : narrow, c.in[1].bytes()};
        test::expect_moved<ReverseSequenceAny>(
            rng, c,
            [&](const int32_t* position) -> int32_t {
              int32_t at[kMaxRank] = {};
              for (int d = 0; d < s.rank; ++d) at[d] = position[d];
              const int32_t length = test::naive_clamp(narrow[at[c.attrs.batch_dim]], 0, places);
              int32_t& place = at[c.attrs.seq_dim];
              if (place < length) place = length - 1 - place;
              return test::element_at(s, at);
            },
            0, 0, lengths);
      });
}

TEST(reverse_sequence_reads_its_options) {
  const auto attrs = test::Options<2>({2, 1}).parse<ReverseSequence>();
  EXPECT(attrs && attrs->seq_dim == 2 && attrs->batch_dim == 1);
}

TEST(reverse_sequence_refuses_operands_that_do_not_fit) {
  static const int32_t fits[] = {0, 3}, longer[] = {0, 4};
  const auto fine = [] {
    OpCase<ReverseSequence> c;
    c.in[0] = c.out = tensor(DType::kS8, shape(2, 3)), c.in[1] = test::constant(fits);
    return c;
  };
  auto c = fine();
  EXPECT(c.prepare());
  c.in[1] = test::constant(longer);
  EXPECT(c.refused(Reason::kAxis, 1));
  c = fine(), c.attrs.seq_dim = 2;
  EXPECT(c.refused(Reason::kAxis, 0));
  c = fine(), c.attrs.batch_dim = 1;
  EXPECT(c.refused(Reason::kAxis, 0));
  c = fine(), c.attrs.batch_dim = -1;
  EXPECT(c.refused(Reason::kAxis, 0));
  c = fine(), c.in[1].shape = shape(3);
  EXPECT(c.refused(Reason::kInputShape, 1));
  c = fine(), c.in[1].shape = shape(2, 1);
  EXPECT(c.refused(Reason::kRank, 1));
  c = fine(), c.in[1].type = DType::kS8;
  EXPECT(c.refused(Reason::kType, 1));
  c = fine(), c.out.shape = shape(2, 4);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = fine(), c.in[0].type = c.out.type = DType::kS4;
  EXPECT(c.no_form());
}
