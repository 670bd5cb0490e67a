// Slices whose bounds are computed when the model runs, and loops that fill lists with them, as TensorFlow
// writes recurrent networks.
#include <algorithm>

#include "tests/control/check_runs.h"

namespace {

using namespace control;
using control::fb::BuiltinOperator_CONCATENATION;
using control::fb::BuiltinOperator_SLICE;
using control::fb::BuiltinOperator_STRIDED_SLICE;

Tensor whole(std::vector<int32_t> shape) { return {control::fb::TensorType_INT32, std::move(shape)}; }

// A vector that begins with a computed number.
int32_t vector(Subgraph& g, int32_t first, std::vector<int32_t> others) {
  const Tensor made = whole({static_cast<int32_t>(others.size()) + 1});
  return g.op(BuiltinOperator_CONCATENATION, {first, g.constant(std::move(others))}, made);
}

// The part [i, i + 1) of a list.
int32_t row(Subgraph& g, int32_t list, int32_t i, bool strided, int32_t width) {
  if (!strided)
    return g.op(BuiltinOperator_SLICE, {list, vector(g, i, {0}), g.constant({1, width})}, whole({1, width}));
  const int32_t end = vector(g, g.plus(i, g.constant({1})), {width});
  return g.op(BuiltinOperator_STRIDED_SLICE, {list, vector(g, i, {0}), end, g.constant({1, 1})},
              whole({1, width}));
}

// list[:i] + part + list[i + 1:], with shapes as TensorFlow records those that it does not know.
int32_t with_row(Subgraph& g, int32_t list, int32_t i, int32_t part, bool strided, int32_t width) {
  const int32_t next = g.plus(i, g.constant({1}));
  int32_t before = 0, after = 0;
  if (strided) {
    const int32_t ones = g.constant({1, 1});
    before = g.op(BuiltinOperator_STRIDED_SLICE, {list, g.constant({0, 0}), vector(g, i, {width}), ones},
                  whole({1, 1}));
    after = g.op(BuiltinOperator_STRIDED_SLICE,
                 {list, vector(g, next, {0}), g.constant({INT32_MAX, width}), ones}, whole({1, 1}));
  } else {
    before = g.op(BuiltinOperator_SLICE, {list, g.constant({0, 0}), vector(g, i, {-1})}, whole({1, 1}));
    after = g.op(BuiltinOperator_SLICE, {list, vector(g, next, {0}), g.constant({-1, -1})}, whole({1, 1}));
  }
  return g.op(BuiltinOperator_CONCATENATION, {before, part, after}, whole({1, width}));
}

// list[i] = x[i] + i for each i below n.
std::vector<Subgraph> filling(bool strided) {
  const std::vector<Tensor> carried = {whole({5, 2}), whole({5, 2})};
  Subgraph body = next_turn(carried);
  const int32_t item = body.plus(row(body, 3, 0, strided, 2), 0, whole({1, 2}));
  body.out.push_back(with_row(body, 2, 0, item, strided, 2));
  body.out.push_back(3);
  return {loop_from_zero(carried, 1, 2), until_n(carried), body};
}

TEST(a_loop_fills_a_list) {
  const std::vector<int32_t> list(10, -7), x = {10, 20, 30, 40, 50, 60, 70, 80, 90, 100};
  for (const bool strided : {false, true}) {
    const std::string file = restated(filling(strided));
    for (const int32_t n : {0, 1, 3, 5, 8}) {  // beyond the end it is the last part
      std::vector<int32_t> want = list;
      for (int32_t i = 0; i < n; ++i)
        for (int32_t k = 0; k < 2; ++k)
          want[static_cast<size_t>(std::min(i, 4) * 2 + k)] =
              x[static_cast<size_t>(std::min(i, 4) * 2 + k)] + i;
      check_file(file, {{{n}, list, x}}, {{{n}, {n}, want, x}});
    }
  }
}

int32_t nearest(int64_t i, int32_t dim) { return static_cast<int32_t>(std::clamp<int64_t>(i, 0, dim - 1)); }

// main(x, at): the part of x that begins at `at` in the first dimension.
Subgraph part_at(const std::vector<int32_t>& shape, const std::vector<int32_t>& begin,
                 const std::vector<int32_t>& size, int32_t stride, bool strided) {
  Subgraph g;
  const int32_t x = g.input(whole(shape)), at = g.input();
  const std::vector<int32_t> others(begin.begin() + 1, begin.end());
  const int32_t from = others.empty() ? at : vector(g, at, others);
  if (!strided) {
    g.out = {g.op(BuiltinOperator_SLICE, {x, from, g.constant(size)}, whole(size))};
    return g;
  }
  std::vector<int32_t> end, strides(shape.size(), 1);
  for (size_t d = 1; d < shape.size(); ++d) end.push_back(begin[d] + size[d]);
  strides[0] = stride;
  const int32_t last = g.plus(at, g.constant({(size[0] - 1) * stride + 1}));
  g.out = {g.op(BuiltinOperator_STRIDED_SLICE,
                {x, from, end.empty() ? last : vector(g, last, end), g.constant(strides)}, whole(size))};
  return g;
}

TEST(a_slice_begins_where_the_model_computes_it) {
  for (uint32_t seed = 0; seed < 24; ++seed) {
    test::Rng rng(seed);
    const bool strided = seed % 2 == 1;
    std::vector<int32_t> shape, begin, size;
    for (int d = rng.in(1, 4); d > 0; --d) {
      shape.push_back(rng.in(1, 6)), begin.push_back(rng.in(0, shape.back() - 1));
      size.push_back(rng.in(1, shape.back() - begin.back()));
    }
    const int32_t stride = strided && size[0] > 1 ? rng.in(1, (shape[0] - 1) / (size[0] - 1)) : 1;
    const std::string file = restated({part_at(shape, begin, size, stride, strided)});
    std::vector<int32_t> x;
    int32_t inner = 1;
    for (size_t d = 1; d < shape.size(); ++d) inner *= shape[d];
    for (int32_t i = 0; i < shape[0] * inner; ++i) x.push_back(i);
    const int32_t places[] = {0, begin[0], shape[0] - (size[0] - 1) * stride - 1, strided ? -1 : -9, 1000000};
    for (const int32_t at : places) {
      const int32_t from = strided && at < 0 ? at + shape[0] : at;
      std::vector<int32_t> want;
      for (int32_t i = 0; i < shape[0] * inner; ++i) {  // all positions of the result, and more
        int32_t rest = i, index = 0, dense = 1;
        bool inside = true;
        for (size_t d = shape.size(); d-- > 1; rest /= shape[d], dense *= shape[d]) {
          inside = inside && rest % shape[d] < size[d];
          index += (rest % shape[d] + begin[d]) * dense;
        }
        if (!inside || rest >= size[0]) continue;
        want.push_back(
            x[static_cast<size_t>(nearest(int64_t{from} + rest * stride, shape[0]) * dense + index)]);
      }
      check_file(file, {{x, {at}}}, {{want}});
    }
  }
}

TEST(a_slice_whose_size_changes_is_refused) {
  Subgraph g;
  const int32_t x = g.input(whole({4, 2})), n = g.input();
  g.out = {g.op(BuiltinOperator_SLICE, {x, g.constant({0, 0}), vector(g, n, {-1})}, whole({1, 2}))};
  const auto program = nookc::compile(view(write({g})), "control.tflite", generated::plain().options);
  EXPECT(!program && to_string(program.diag()).find("operand 2") != std::string::npos);
}

// Only a list whose part is replaced is a list.
TEST(parts_that_are_not_contiguous_are_not_a_list) {
  for (const int32_t gap : {0, 2}) {
    Subgraph g;
    const int32_t x = g.input(whole({4, 2})), i = g.input(), part = g.input(whole({1, 2}));
    const int32_t before =
        g.op(BuiltinOperator_SLICE, {x, g.constant({0, 0}), vector(g, i, {-1})}, whole({1, 2}));
    const int32_t after =
        g.op(BuiltinOperator_SLICE, {x, vector(g, g.plus(i, g.constant({gap})), {0}), g.constant({-1, -1})},
             whole({1, 2}));
    g.out = {g.op(BuiltinOperator_CONCATENATION, {before, part, after}, whole({4, 2}))};
    EXPECT(!nookc::compile(view(write({g})), "control.tflite", generated::plain().options));
  }
}

TEST(a_list_without_a_part_is_refused) {
  for (const size_t missing : {0, 1, 2}) {
    Subgraph g;
    const int32_t x = g.input(whole({4, 2})), i = g.input(), part = g.input(whole({1, 2}));
    g.out = {with_row(g, x, i, part, false, 2)};
    g.ops.back().in[missing] = -1;
    EXPECT(!nookc::compile(view(write({g})), "control.tflite", generated::plain().options));
  }
}

}  // namespace
