// Compares the kernels of float32 operators with two operands with the reference, on random vectors.
#pragma once
#include "tests/kernel_case.h"

namespace test {

// Images, rows and columns: few rows of any length, or many short ones.
inline nook::Shape vectors_shape(Rng& rng) {
  return rng.in(0, 1) ? shape(rng.in(1, 2), rng.in(1, 3), rng.in(1, 70))
                      : shape(rng.in(1, 2), rng.in(16, 32), rng.in(1, 16));
}

// An operand's shape: some dimensions are 1.
inline nook::Shape broadcast_to(Rng& rng, const nook::Shape& y) {
  nook::Shape operand = y;
  for (int d = 0; d < y.rank; ++d)
    if (rng.in(0, 1)) operand.dim[d] = 1;
  return operand;
}

template <class Op, class Form>
void float_vectors_equal_the_reference() {
  const int before = failures, runs_before = fast_runs;
  for (uint32_t seed = 0; seed < 300 && failures == before; ++seed) {
    Rng rng(seed);
    OpCase<Op> c;
    const int32_t whole = rng.in(0, 1);
    const nook::Shape all = vectors_shape(rng), other = broadcast_to(rng, all);
    c.inputs = 2, c.attrs.activation = static_cast<nook::Activation>(rng.in(0, 3));
    c.in[whole] = tensor(nook::DType::kF32, all), c.in[1 - whole] = tensor(nook::DType::kF32, other);
    c.out = tensor(nook::DType::kF32, all);
    fill_floats(rng, layer_data.x, c.in[0].shape.elements());
    fill_floats(rng, layer_data.w, c.in[1].shape.elements());
    const Operand in[] = {{layer_data.x, c.in[0].bytes()}, {layer_data.w, c.in[1].bytes()}};
    const auto* p = c.template params<Form>();
    const int runs = fast_runs;
    if (p) expect_rows_like_reference<Form>(*p, in, 2, c.out.bytes(), 4);
    if (p && nook::has_period(*p)) EXPECT(!has_fast_rows<Form>() || fast_runs > runs);
    if (failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
  EXPECT(!has_fast_rows<Form>() || fast_runs - runs_before > 300);
}

}  // namespace test
