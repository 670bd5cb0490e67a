#include "nook/ops/add/add_op.h"
#include "tests/kernel_case.h"

using namespace nook;

// y = a + b, in runs: b may lack the rows of a.
TEST(add_f32_kernels_equal_the_reference_on_random_vectors) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    test::Rng rng(seed);
    test::OpCase<Add> c;
    const int32_t rows = rng.in(1, 3), columns = rng.in(1, 70);
    const Shape one_row = test::shape(columns), all = test::shape(rows, columns);
    c.inputs = 2, c.attrs.activation = static_cast<Activation>(rng.in(0, 3));
    c.in[0] = test::tensor(DType::kF32, all), c.out = test::tensor(DType::kF32, all);
    c.in[1] = test::tensor(DType::kF32, rng.in(0, 1) ? all : one_row);
    test::fill_floats(rng, test::layer_data.x, all.elements());
    test::fill_floats(rng, test::layer_data.w, c.in[1].shape.elements());
    const test::Operand in[] = {{test::layer_data.x, c.in[0].bytes()}, {test::layer_data.w, c.in[1].bytes()}};
    const auto* p = c.params<AddF32>();
    if (p) test::expect_rows_like_reference<AddF32>(*p, in, 2, c.out.bytes(), 4);
  }
}
