// Sizes that a model computes with operators that nook has no kernels for.
#include "tests/control/check_runs.h"

namespace {

using namespace control;
using enum control::fb::BuiltinOperator;

Tensor wide(std::vector<int32_t> shape, std::vector<int32_t> numbers = {}) {
  std::vector<int32_t> halves;  // the low half of each number first
  for (const int32_t n : numbers) halves.insert(halves.end(), {n, n < 0 ? -1 : 0});
  return {control::fb::TensorType_INT64, std::move(shape), std::move(halves)};
}
Tensor whole(std::vector<int32_t> shape) { return {control::fb::TensorType_INT32, std::move(shape)}; }

// main(x, n): adds to n the shape that onnx-tf computes for Reshape(x, request), where 0 stands for a size of
// x. The file records one element for sizes that it leaves open.
Subgraph requested(const std::vector<int32_t>& request) {
  Subgraph g;
  const auto count = static_cast<int32_t>(request.size());
  const int32_t x = g.input(whole({2, 3, 4})), n = g.input(whole({count}));
  const int32_t shape = g.op(BuiltinOperator_SHAPE, {x}, wide({3}));
  const int32_t asked = g.add(wide({count}, request)), zero = g.add(wide({1}, {0}));
  const int32_t open = g.op(BuiltinOperator_EQUAL, {asked, zero}, {control::fb::TensorType_BOOL, {count}});
  const int32_t places = g.op(BuiltinOperator_WHERE, {open}, wide({1, 1}));
  const int32_t flat = g.op(BuiltinOperator_RESHAPE, {places, g.constant({-1})}, wide({1}));
  const int32_t sizes = g.op(BuiltinOperator_GATHER, {shape, flat}, wide({1}));
  const int32_t dense =
      g.op(BuiltinOperator_SPARSE_TO_DENSE, {places, g.add(wide({1}, {count})), sizes, zero}, wide({1}));
  const int32_t sum = g.op(BuiltinOperator_ADD, {asked, dense}, wide({1}));
  const int32_t narrow = g.op(BuiltinOperator_CAST, {sum}, whole({1}));
  g.out = {g.plus(n, narrow, whole({count})), x};
  return g;
}

TEST(sizes_are_computed_when_a_model_is_read) {
  std::vector<int32_t> x(24);
  for (const std::vector<int32_t>& request :
       std::vector<std::vector<int32_t>>{{-1}, {0, -1}, {0, 12}, {24}, {0, 0, 0}, {4, 0, 2}, {6, 4}, {0}}) {
    std::vector<int32_t> n(request.size(), 100), want;
    for (size_t i = 0; i < request.size(); ++i)
      want.push_back(100 + (request[i] ? request[i] : std::vector<int32_t>{2, 3, 4}[i]));
    check_file(restated({requested(request)}), {{x, n}}, {{want, x}});
  }
}

// Each of two columns is added to each of two rows: not as many numbers as either has.
TEST(int64_that_broadcast_to_a_table_are_refused) {
  for (const bool table : {false, true}) {
    Subgraph g;
    const int32_t n = g.input(whole({2})),
                  column =
                      g.add(wide(table ? std::vector<int32_t>{2, 1} : std::vector<int32_t>{1, 2}, {1, 2}));
    const int32_t sum = g.op(BuiltinOperator_ADD, {column, g.add(wide({1, 2}, {10, 20}))}, wide({1, 2}));
    const int32_t narrow = g.op(BuiltinOperator_CAST, {sum}, whole({1, 2}));
    g.out = {g.plus(n, g.op(BuiltinOperator_RESHAPE, {narrow, g.constant({2})}, whole({2})), whole({2}))};
    if (!table)
      check_file(restated({g}), {{{0, 0}}}, {{{11, 22}}});
    else
      EXPECT(!nookc::compile(view(write({g})), "control.tflite", generated::plain().options));
  }
}

TEST(a_list_without_elements_is_refused_where_others_read_it) {
  Subgraph g = requested({6, 4});
  const int32_t flat = g.ops[3].out[0];
  const int32_t joined = g.op(BuiltinOperator_CONCATENATION, {flat, g.add(wide({1}, {7}))}, wide({2}));
  g.out.push_back(g.plus(g.in[1], g.op(BuiltinOperator_CAST, {joined}, whole({2})), whole({2})));
  const auto program = nookc::compile(view(write({g})), "control.tflite", generated::plain().options);
  EXPECT(!program && to_string(program.diag()).find("WHERE") != std::string::npos);
}

TEST(places_that_depend_on_inputs_are_refused) {
  Subgraph g = requested({0, 12});
  g.ops[1].in[0] = g.input(wide({2}));
  const auto program = nookc::compile(view(write({g})), "control.tflite", generated::plain().options);
  EXPECT(!program && to_string(program.diag()).find("WHERE") != std::string::npos);
}

TEST(places_outside_of_the_sizes_are_refused) {
  Subgraph g = requested({1, 1, 1, 0});  // x has three dimensions
  EXPECT(!nookc::compile(view(write({g})), "control.tflite", generated::plain().options));
}

}  // namespace
