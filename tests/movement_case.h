// Operators that move elements (nook/ops/families/movement.h), against their definition: which element of x
// each element of y is.
#pragma once
#include "tests/ring_case.h"

namespace test {

inline nook::DType moved_type(uint32_t seed) {
  const nook::DType types[] = {nook::DType::kS8,  nook::DType::kF32,  nook::DType::kS32,
                               nook::DType::kS16, nook::DType::kBool, nook::DType::kS64};
  return types[seed % 6];
}

// Random cases of an operator, of each type in turn: make(rng, case, type) fills one in and checks it.
template <class Op, class Make>
void on_random_cases(uint32_t count, const Make& make) {
  for (uint32_t seed = 0; seed < count; ++seed) {
    Rng rng(seed);
    OpCase<Op> c;
    make(rng, c, moved_type(seed));
  }
}

// The element of a dense tensor at a position.
inline int32_t element_at(const nook::Shape& shape, const int32_t* position) {
  int32_t at = 0;
  for (int d = 0; d < shape.rank; ++d) at = at * shape.dim[d] + position[d];
  return at;
}
// The position of an element.
inline void position_of(const nook::Shape& shape, int32_t element, int32_t* position) {
  for (int d = shape.rank - 1; d >= 0; --d) position[d] = element % shape.dim[d], element /= shape.dim[d];
}

// All rows of a form with random elements in operand `operand`; from(position) is the element of it that y
// has there, or -1: an element of the bytes `other`. `others`: what further operands are.
template <class Form, class Op, class From>
void expect_moved(Rng& rng, OpCase<Op>& c, const From& from, size_t operand = 0, int8_t other = 0,
                  Operand second = {}, Operand third = {}) {
  alignas(16) static int8_t x[kMostBytes], y[kMostBytes];
  const int32_t width = size_of(c.out.type), size = c.out.shape.elements();
  const int32_t bytes = c.in[operand].shape.elements() * width;
  EXPECT(size * width <= kMostBytes && bytes <= kMostBytes);
  if (size * width > kMostBytes || bytes > kMostBytes) return;
  fill(rng, x, bytes);
  for (int32_t i = 0; i < size; ++i) {
    int32_t position[nook::kMaxRank] = {};
    position_of(c.out.shape, i, position);
    const int32_t at = from(position);
    if (at < 0) memset(y + i * width, other, static_cast<size_t>(width));
    if (at >= 0) memcpy(y + i * width, x + at * width, static_cast<size_t>(width));
  }
  Operand in[] = {{x, 0}, {second.data ? second.data : x, second.bytes}, {third.data, third.bytes}};
  in[operand] = {x, bytes};
  const int inputs = third.data ? 3 : second.data || operand == 1 ? 2 : 1;
  const auto* p = c.template params<Form>();
  if (p) expect_rows<Form>(*p, in, inputs, y, size * width, width);
  if constexpr (Form::kRows == nook::ByRows::kWindow)
    if (p) expect_rows_of_rings<Form>(*p, in, inputs, operand, c.in[operand].shape, c.out.shape, width, y);
}

// Images, and batches of the pixels of their blocks: of SPACE_TO_BATCH_ND and its inverse.
struct RandomBlocks {
  nook::Shape whole, many;
  int32_t spatial, block[2] = {1, 1}, margins[4] = {};  // [spatial], [spatial][before, after]

  explicit RandomBlocks(Rng& rng) : spatial(rng.in(1, 2)) {
    whole.rank = many.rank = static_cast<uint8_t>(spatial + 2);
    whole.dim[0] = many.dim[0] = rng.in(1, 2), whole.dim[spatial + 1] = many.dim[spatial + 1] = rng.in(1, 3);
    for (int i = 0; i < spatial; ++i) {
      block[i] = rng.in(1, 3), many.dim[i + 1] = rng.in(1, 3), many.dim[0] *= block[i];
      const int32_t all = block[i] * many.dim[i + 1];
      margins[2 * i] = rng.in(0, all - 1), margins[2 * i + 1] = rng.in(0, all - 1 - margins[2 * i]);
      whole.dim[i + 1] = all - margins[2 * i] - margins[2 * i + 1];
    }
  }
};

// Operators that add or remove dimensions of 1; operands but the first are in `c` already.
enum class Ones { kAdded, kRemoved };
template <class Form, class Op>
void copies_every_byte(Rng& rng, OpCase<Op> c, nook::DType type, Ones ones) {
  nook::Shape x = random_shape(rng, 1, 200), longer;
  if (x.rank == nook::kMaxRank) --x.rank;
  const int at = rng.in(0, x.rank);
  for (int d = 0; d <= x.rank; ++d) {
    if (d == at) longer.dim[longer.rank++] = 1;
    if (d < x.rank) longer.dim[longer.rank++] = x.dim[d];
  }
  c.in[0] = tensor(type, ones == Ones::kAdded ? x : longer),
  c.out = tensor(type, ones == Ones::kAdded ? longer : x);
  expect_moved<Form>(rng, c,
                     [&](const int32_t* position) -> int32_t { return element_at(c.out.shape, position); });
}
template <class Op>
void refuses_more_than_ones(OpCase<Op> c) {
  c.in[0] = tensor(nook::DType::kS8, shape(2, 1, 6)), c.out = tensor(nook::DType::kS8, shape(6, 2));
  EXPECT(c.refused(nook::Reason::kOutputShape, nook::kFirstOutput));
  c.out.shape = shape(12);
  EXPECT(c.refused(nook::Reason::kOutputShape, nook::kFirstOutput));
  c.out.shape = shape(2, 5);
  EXPECT(c.refused(nook::Reason::kElements, nook::kFirstOutput));
  c.out = tensor(nook::DType::kU8, shape(2, 6));
  EXPECT(c.refused(nook::Reason::kType, nook::kFirstOutput));
}

constexpr size_t kMostParts = 8;

// A node with several results and the memory that its Params live in.
template <class Op>
struct PartsCase {
  typename Op::Attrs attrs{};
  nook::TensorInfo in[3], out[kMostParts];
  size_t inputs = Op::kSignature.least(), outputs = 2;
  nook::Refusal refusal{};
  alignas(16) uint8_t memory[512];

  nook::Result<nook::Prepared> prepare() {
    nook::Arena arena({memory, sizeof memory});
    nook::PrepareContext context{arena, nook::kBuildIsa, false, {}};
    const nook::NodeView node{Op::kCode, 1, {}, {in, inputs}, {out, outputs}};
    const auto prepared = nook::prepare_op<Op>(attrs, node, context);
    refusal = context.refusal;
    return prepared;
  }
  bool refused(nook::Reason reason, int operand) {
    return !prepare() && refusal.reason == reason && refusal.operand == operand;
  }

  // Operand 0 is what the outputs are along `axis`, one after the other.
  void expect_parts(Rng& rng, int axis) {
    alignas(16) static int8_t x[kMostBytes], y[kMostParts][kMostBytes];
    const auto prepared = prepare();
    EXPECT(prepared);
    if (!prepared) return;
    const nook::Shape& whole = in[0].shape;
    fill(rng, x, in[0].bytes());
    const void* from[] = {x, nullptr, nullptr};
    void* to[kMostParts];
    for (size_t i = 0; i < kMostParts; ++i) to[i] = y[i], memset(y[i], kGuardByte, sizeof y[i]);
    prepared->invoke(prepared->params, {from, to, nullptr});
    int32_t outer = 1;
    for (int d = 0; d < axis; ++d) outer *= whole.dim[d];
    const int8_t* next = x;
    for (int32_t k = 0; k < outer; ++k)
      for (size_t i = 0; i < outputs; ++i) {
        const int32_t run = out[i].bytes() / outer;
        EXPECT(memcmp(y[i] + k * run, next, static_cast<size_t>(run)) == 0);
        next += run;
      }
    EXPECT(next == x + in[0].bytes());
    for (size_t i = 0; i < outputs; ++i)
      EXPECT(only_guard(reinterpret_cast<uint8_t*>(y[i]) + out[i].bytes(), 16));
  }
};

}  // namespace test
