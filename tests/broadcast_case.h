// Shapes that two operands broadcast to, for ADD, SUB and MUL.
#pragma once
#include "tests/op_case.h"

namespace test {

struct Broadcast {
  nook::Shape a, b, y;
};

// Some dimension of a or b is 1 but not y's; either may lack leading dimensions.
inline Broadcast random_broadcast(Rng& rng) {
  Broadcast s;
  s.y = random_shape(rng, 0, 300);
  nook::Shape* const operand[] = {&s.a, &s.b};
  const int whole = rng.in(0, 2);  // 2: both are
  for (int i = 0; i < 2; ++i) {
    *operand[i] = s.y;
    if (whole == 2) continue;
    for (int d = 0; d < s.y.rank; ++d)
      if (rng.in(0, 2) == 0 && (whole == i || operand[0]->dim[d] == s.y.dim[d])) operand[i]->dim[d] = 1;
  }
  nook::Shape& shorter = *operand[rng.in(0, 1)];
  while (shorter.rank > 0 && shorter.dim[0] == 1 && rng.in(0, 1)) {
    for (int d = 1; d < shorter.rank; ++d) shorter.dim[d - 1] = shorter.dim[d];
    --shorter.rank;
  }
  // y has the broadcast shape.
  const int rank = s.a.rank > s.b.rank ? s.a.rank : s.b.rank;
  s.y.rank = static_cast<uint8_t>(rank);
  for (int i = 0; i < rank; ++i)
    s.y.dim[rank - 1 - i] = s.a.back(i) > s.b.back(i) ? s.a.back(i) : s.b.back(i);
  return s;
}

// A whole operand, and another one that some dimensions of it repeat: few runs of any length, or many short
// ones.
constexpr int32_t kMostRepeats = 1024;
inline Broadcast random_repeats(Rng& rng) {
  Broadcast s;
  s.y = rng.in(0, 1) ? shape(rng.in(1, 2), rng.in(1, 3), rng.in(1, 170))
                     : shape(rng.in(1, 2), rng.in(16, 32), rng.in(1, 16));
  s.a = s.b = s.y;
  nook::Shape& repeated = rng.in(0, 1) ? s.a : s.b;
  for (int d = 0; d < s.y.rank; ++d)
    if (rng.in(0, 1)) repeated.dim[d] = 1;
  return s;
}

// The element of `operand` that corresponds to element `at` of y, found by division.
inline int32_t broadcast_index(const nook::Shape& y, const nook::Shape& operand, int32_t at) {
  int32_t index = 0, stride = 1;
  for (int i = 0; i < operand.rank; ++i) {
    const int32_t position = at % y.back(i);
    at /= y.back(i);
    if (operand.back(i) > 1) index += position * stride;
    stride *= operand.back(i);
  }
  return index;
}

}  // namespace test
