// Operators that move elements (nook/ops/families/movement.h), checked against their definition: the element
// of x for each element of y.
#pragma once
#include "tests/ring_case.h"

namespace test {

inline nook::DType moved_type(uint32_t seed) {
  const nook::DType types[] = {nook::DType::kS8,  nook::DType::kF32,  nook::DType::kS32,
                               nook::DType::kS16, nook::DType::kBool, nook::DType::kS64};
  return types[seed % 6];
}

// Random cases of an operator, for each type in turn: make(rng, case, type) fills one in and checks it.
template <class Op, class Case = OpCase<Op>, class Make>
void on_random_cases(uint32_t count, const Make& make) {
  for (uint32_t seed = 0; seed < count; ++seed) {
    Rng rng(seed);
    Case c;
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

// Checks all rows of a form with random elements in operand `operand`; from(position) is the index of its
// element that y has there, or -1: an element of the bytes `other`. `others`: further operands.
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

// Images, and batches of the pixels of their blocks: for SPACE_TO_BATCH_ND and its inverse.
struct RandomBlocks {
  nook::Shape whole, many;
  int32_t spatial, block[2] = {1, 1}, margins[4] = {};  // [spatial], [spatial][before, after]

  int32_t columns() const { return spatial == 2 ? block[1] : 1; }

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

// Checks a form of these two on random blocks, in either direction: element(blocks, position) is the element
// of x that y has there, or -1.
template <class Form, class Element>
void moves_blocks(nook::Shape RandomBlocks::*x, nook::Shape RandomBlocks::*y, const Element& element) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    Rng rng(seed);
    OpCase<typename Form::Op> c;
    const RandomBlocks blocks(rng);
    const nook::DType type = moved_type(seed % 5);
    c.in[0] = tensor(type, blocks.*x), c.out = tensor(type, blocks.*y);
    c.in[1] = constant(blocks.block, blocks.spatial), c.in[2] = constant(blocks.margins, 2 * blocks.spatial);
    expect_moved<Form>(rng, c, [&](const int32_t* position) -> int32_t { return element(blocks, position); });
  }
}
// `wide`: the reason and operand of the refusal for a missing end of a margin; `batches`: for 3 batches too
// few or too many.
template <class Op>
void refuses_other_blocks_and_margins(const nook::Shape& x, const nook::Shape& y, const nook::Refusal& wide,
                                      const nook::Refusal& batches) {
  static const int32_t two[] = {2, 2}, none[] = {0, 2}, huge[] = {INT32_MAX, 2};
  static const int32_t margins[] = {0, 0, 0, 0}, negative[] = {-1, 0, 0, 0}, endless[] = {0, INT32_MAX, 0, 0};
  OpCase<Op> c;
  c.in[0] = tensor(nook::DType::kS8, x), c.out = tensor(nook::DType::kS8, y);
  c.in[1] = constant(two), c.in[2] = constant(margins);
  EXPECT(c.prepare());
  c.out.type = nook::DType::kS16;
  EXPECT(c.refused(nook::Reason::kType, nook::kFirstOutput));
  EXPECT_EQ(c.refusal.need, nook::DType::kS8);
  EXPECT_EQ(c.refusal.have, nook::DType::kS16);
  c.out.type = nook::DType::kS8, c.in[1] = constant(none);
  EXPECT(c.refused(nook::Reason::kAttribute, 1));
  c.in[1] = constant(huge);
  EXPECT(c.refused(nook::Reason::kAttribute, 1));
  c.in[1] = constant(two), c.in[2] = constant(negative);
  EXPECT(c.refused(nook::Reason::kPadding, 2));
  c.in[2] = constant(endless);
  EXPECT(c.refused(wide.reason, wide.operand));
  c.in[2] = constant(margins), c.in[0].shape.dim[0] = 3;
  EXPECT(c.refused(batches.reason, batches.operand));
  c.in[0].shape = shape(4, 3);
  EXPECT(c.refused(nook::Reason::kRank, 0));
}

// DEPTH_TO_SPACE and its inverse: a fine image, and a coarse one of blocks of n by n pixels.
struct Images {
  nook::Shape fine, coarse;
  int32_t n, channels;
};
// element(images, position): the element of x that y has there.
template <class Form, class Element>
void moves_pixels(nook::Shape Images::*x, nook::Shape Images::*y, const Element& element) {
  on_random_cases<typename Form::Op>(200, [&](Rng& rng, OpCase<typename Form::Op>& c, nook::DType type) {
    const int32_t n = rng.in(1, 3), channels = rng.in(1, 5);
    const int32_t batch = rng.in(1, 2), height = rng.in(1, 2), width = rng.in(1, 2);
    const Images images = {shape(batch, n * height, n * width, channels),
                           shape(batch, height, width, channels * n * n), n, channels};
    c.attrs.block = n;
    c.in[0] = tensor(type, images.*x), c.out = tensor(type, images.*y);
    expect_moved<Form>(rng, c, [&](const int32_t* at) -> int32_t { return element(images, at); });
  });
}
// `three`: the reason why operand 0, of 4 by 6 pixels and 4 channels, has no blocks of 3.
template <class Op>
void refuses_blocks_that_do_not_divide(nook::Reason three) {
  OpCase<Op> c;
  c.in[0] = tensor(nook::DType::kS8, shape(1, 4, 6, 4)), c.out = c.in[0], c.attrs.block = 0;
  EXPECT(c.refused(nook::Reason::kAttribute, 0));
  c.attrs.block = -2;
  EXPECT(c.refused(nook::Reason::kAttribute, 0));
  c.attrs.block = 3;
  EXPECT(c.refused(three, 0));
  c.attrs.block = 2;
  EXPECT(c.refused(nook::Reason::kOutputShape, nook::kFirstOutput));
  c.in[0].shape = shape(4, 6, 4);
  EXPECT(c.refused(nook::Reason::kRank, 0));
}

// Operators that add or remove dimensions of 1; operands after the first are already in `c`.
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

// A node with several results.
template <class Op>
struct PartsCase : NodeCase<PartsCase<Op>, Op, 512> {
  nook::TensorInfo in[6], out[kMostParts];
  size_t inputs = Op::kSignature.least(), outputs = 2;

  nook::Span<const nook::TensorInfo> operands() const { return {in, inputs}; }
  nook::Span<const nook::TensorInfo> results() const { return {out, outputs}; }

  // Operand 0 is the concatenation of the outputs along `axis`.
  void expect_parts(Rng& rng, int axis) {
    alignas(16) static int8_t x[kMostBytes], y[kMostParts][kMostBytes];
    const auto prepared = this->prepare();
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
