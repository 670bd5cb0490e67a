// Compares the kernels of float32 operators with two operands with the reference, on random vectors.
#pragma once
#include "tests/broadcast_case.h"
#include "tests/kernel_case.h"

namespace test {

template <class Op, class Form>
void float_vectors_equal_the_reference() {
  const int before = failures, runs_before = fast_runs;
  for (uint32_t seed = 0; seed < 300 && failures == before; ++seed) {
    Rng rng(seed);
    OpCase<Op> c;
    const Broadcast s = random_repeats(rng);
    c.inputs = 2, c.attrs.activation = static_cast<nook::Activation>(rng.in(0, 3));
    c.in[0] = tensor(nook::DType::kF32, s.a), c.in[1] = tensor(nook::DType::kF32, s.b);
    c.out = tensor(nook::DType::kF32, s.y);
    fill_floats(rng, layer_data.x, c.in[0].shape.elements());
    fill_floats(rng, layer_data.w, c.in[1].shape.elements());
    const Operand in[] = {{layer_data.x, c.in[0].bytes()}, {layer_data.w, c.in[1].bytes()}};
    const auto* p = c.template params<Form>();
    const int runs = fast_runs;
    if (p) expect_rows_like_reference<Form>(*p, in, 2, c.out.bytes(), 4);
    if (p && nook::has_vector_repeats(*p)) EXPECT(!has_fast_rows<Form>() || fast_runs > runs);
    if (failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
  EXPECT(!has_fast_rows<Form>() || fast_runs - runs_before > 300);
}

}  // namespace test
