#include "nook/ops/slide_window/slide_window_op.h"
#include "tests/op_case.h"

using namespace nook;

namespace {

// A window of 5 rows of 3 bytes in `outer` groups, with `tail` new rows and `head` rows at its beginning.
test::OpCase<SlideWindow> window(int32_t outer, int32_t tail, int32_t head, int32_t shift, int32_t runs) {
  test::OpCase<SlideWindow> c;
  c.attrs = {1, shift, runs};
  c.in[0] = test::tensor(DType::kS8, test::shape(outer, tail, 3));
  if (head > 0) c.in[1] = test::tensor(DType::kS8, test::shape(outer, head, 3)), c.inputs = 2;
  c.out = test::tensor(DType::kS8, test::shape(outer, 5, 3));
  c.out.variable = true;
  return c;
}

// Byte b of row r in group o of call `call`.
int8_t value(int32_t call, int32_t o, int32_t r, int32_t b) {
  return static_cast<int8_t>(call * 64 + o * 20 + r * 4 + b);
}

}  // namespace

TEST(slide_window_moves_its_rows_and_replaces_the_others) {
  constexpr int32_t outer = 2, tail = 2, head = 1, shift = 1;
  test::OpCase<SlideWindow> c = window(outer, tail, head, shift, 0);
  const auto prepared = c.prepare();
  EXPECT(prepared && prepared->state_bytes == 0);
  int8_t y[outer][5][3] = {}, want[outer][5][3] = {}, ends[outer][tail][3], begins[outer][head][3];
  for (int32_t call = 0; call < 4; ++call) {
    for (int32_t o = 0; o < outer; ++o)
      for (int32_t b = 0; b < 3; ++b) {
        for (int32_t r = 0; r < tail; ++r) ends[o][r][b] = value(call, o, r, b);
        begins[o][0][b] = value(call, o, 4, b);
        for (int32_t r = head; r < 5 - tail; ++r) want[o][r][b] = want[o][r + shift][b];
        want[o][0][b] = begins[o][0][b];
        for (int32_t r = 0; r < tail; ++r) want[o][5 - tail + r][b] = ends[o][r][b];
      }
    const void* in[] = {ends, begins};
    void* out[] = {y};
    prepared->invoke(prepared->params, {in, out, nullptr});
    EXPECT(memcmp(y, want, sizeof y) == 0);
  }
}

TEST(slide_window_says_from_which_run_on_it_is_full) {
  test::OpCase<SlideWindow> c = window(1, 2, 0, 2, 3);
  const auto prepared = c.prepare();
  EXPECT(prepared && prepared->state_bytes == 4);
  int8_t y[15] = {}, ends[6] = {1, 2, 3, 4, 5, 6};
  alignas(8) int32_t state[2] = {};
  const void* in[] = {ends, nullptr};
  void* out[] = {y};
  const auto waits = [&] {
    bool set = false;
    prepared->invoke(prepared->params, {in, out, nullptr, state, &set});
    return set;
  };
  EXPECT(waits() && waits() && !waits() && !waits());
  EXPECT(state[0] == 3);
  static const int32_t others[] = {-1, INT32_MIN, INT32_MAX};  // restored from other bytes
  for (const int32_t spoiled : others) {
    state[0] = spoiled;
    (void)waits();
    EXPECT(state[0] >= 0 && state[0] <= 3);
  }
}

TEST(slide_window_refuses_operands_that_do_not_fit_its_window) {
  test::OpCase<SlideWindow> c = window(1, 2, 1, 1, 0);
  EXPECT(c.prepare());
  c.out.variable = false;
  EXPECT(c.refused(Reason::kNotVariable, kFirstOutput));
  c = window(1, 2, 1, 1, 0), c.in[0].shape.dim[2] = 4;
  EXPECT(c.refused(Reason::kInputShape, 0));
  c = window(1, 2, 1, 1, 0), c.in[1].shape = test::shape(1, 3);
  EXPECT(c.refused(Reason::kRank, 1));
  c = window(1, 2, 1, 1, 0), c.in[1].type = DType::kF32;
  EXPECT(c.refused(Reason::kType, 1));
  c = window(1, 3, 3, 1, 0);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = window(1, 2, 1, 3, 0);
  EXPECT(c.refused(Reason::kAttribute, 0));
  c = window(1, 2, 1, 0, 0);
  EXPECT(c.refused(Reason::kAttribute, 0));
  c = window(1, 2, 1, 1, -1);
  EXPECT(c.refused(Reason::kAttribute, 0));
  c = window(1, 2, 1, 1, 0), c.attrs.axis = 3;
  EXPECT(c.refused(Reason::kAxis, 0));
}
