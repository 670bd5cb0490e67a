// Compares the kernels of float32 operators with two operands with the reference, on random vectors.
#pragma once
#include "tests/kernel_case.h"

namespace test {

// The shape of an operand of y [rows][columns], which may lack the rows, the columns, or both.
inline nook::Shape operand_shape(Rng& rng, int32_t rows, int32_t columns) {
  switch (rng.in(0, 3)) {
    case 0:
      return shape(columns);
    case 1:
      return shape(rows, 1);
    case 2:
      return shape(1);
    default:
      return shape(rows, columns);
  }
}

template <class Op, class Form>
void float_vectors_equal_the_reference() {
  const int before = failures, runs_before = fast_runs;
  for (uint32_t seed = 0; seed < 300 && failures == before; ++seed) {
    Rng rng(seed);
    OpCase<Op> c;
    const int32_t rows = rng.in(1, 3), columns = rng.in(1, 70), whole = rng.in(0, 1);
    const nook::Shape all = shape(rows, columns), other = operand_shape(rng, rows, columns);
    c.inputs = 2, c.attrs.activation = static_cast<nook::Activation>(rng.in(0, 3));
    c.in[whole] = tensor(nook::DType::kF32, all), c.in[1 - whole] = tensor(nook::DType::kF32, other);
    c.out = tensor(nook::DType::kF32, all);
    fill_floats(rng, layer_data.x, c.in[0].shape.elements());
    fill_floats(rng, layer_data.w, c.in[1].shape.elements());
    const Operand in[] = {{layer_data.x, c.in[0].bytes()}, {layer_data.w, c.in[1].bytes()}};
    const auto* p = c.template params<Form>();
    if (p) expect_rows_like_reference<Form>(*p, in, 2, c.out.bytes(), 4);
    if (failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
  EXPECT(!has_fast_rows<Form>() || fast_runs - runs_before > 300);
}

}  // namespace test
