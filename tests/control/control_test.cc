// IF and WHILE, interpreted and compiled, on small models whose results are known.
#include <algorithm>
#include <cstring>

#include "nook/interp/interpreter.h"
#include "nook/ops/table.h"
#include "nookc/front/export/export.h"
#include "tests/control/check_runs.h"
#include "tests/test.h"

namespace {

using namespace control;
using control::fb::BuiltinOperator_SUB;
using generated::Values;

TEST(a_loop_adds_up) {
  Subgraph body = next_turn({kPair, kPair});
  body.out.push_back(body.plus(2, 3, kPair)), body.out.push_back(3);
  for (const int32_t n : {0, 1, 7, -3})
    check({loop_from_zero({kPair, kPair}, 1, 2), until_n({kPair, kPair}), body}, {{n}, {100, 200}, {3, -4}},
          {{std::max(n, 0)}, {n}, {100 + 3 * std::max(n, 0), 200 - 4 * std::max(n, 0)}, {3, -4}});
}

TEST(values_that_a_loop_carries_swap) {
  Subgraph swap = next_turn({kPair, kPair});
  swap.out.push_back(3), swap.out.push_back(2);
  for (const int32_t n : {0, 1, 2, 5}) {
    const Numbers a = {{1, 2}}, b = {{3, 4}};
    check({loop_from_zero({kPair, kPair}, 1, 2), until_n({kPair, kPair}), swap}, {{n}, {1, 2}, {3, 4}},
          {{n}, {n}, n % 2 ? b[0] : a[0], n % 2 ? a[0] : b[0]});
  }
  Subgraph rotate = next_turn({{}, {}, {}});
  rotate.out.push_back(3), rotate.out.push_back(4), rotate.out.push_back(2);
  check({loop_from_zero({{}, {}, {}}, 1, 2), until_n({{}, {}, {}}), rotate}, {{4}, {5}, {6}, {7}},
        {{4}, {4}, {6}, {7}, {5}});
}

TEST(a_value_is_passed_on_under_another_name) {
  const Tensor column = {control::fb::TensorType_INT32, {2, 1}};
  Subgraph body = next_turn({kPair, kPair});
  const int32_t as_column = body.op(control::fb::BuiltinOperator_RESHAPE, {2}, column);
  const int32_t again = body.op(control::fb::BuiltinOperator_RESHAPE, {as_column}, kPair);
  body.out.push_back(3), body.out.push_back(again);
  check({loop_from_zero({kPair, kPair}, 1, 2), until_n({kPair, kPair}), body}, {{3}, {1, 2}, {3, 4}},
        {{3}, {3}, {3, 4}, {1, 2}});
}

TEST(fibonacci) {
  Subgraph body = next_turn({{}, {}});
  body.out.push_back(3), body.out.push_back(body.plus(2, 3));
  check({loop_from_zero({{}, {}}, 1, 2), until_n({{}, {}}), body}, {{10}, {0}, {1}},
        {{10}, {10}, {55}, {89}});
}

TEST(branches_return_their_inputs_constants_and_one_value_twice) {
  Subgraph then = two_pairs(), other = two_pairs();
  then.out = {0, 0};
  other.out = {other.constant({7, 8}), 0};
  for (const int32_t flag : {0, 1, 2, 255})
    check({if_main(1, 2), then, other}, {{flag}, {1, 2}, {3, 4}},
          flag ? Numbers{{1, 2}, {1, 2}, {2, 4}, {1, 2}} : Numbers{{7, 8}, {1, 2}, {8, 10}, {1, 2}});
  Subgraph sum = two_pairs();
  const int32_t y = sum.plus(0, 1, kPair);
  sum.out = {y, y};
  check({if_main(1, 2), sum, other}, {{1}, {1, 2}, {3, 4}}, {{4, 6}, {4, 6}, {8, 12}, {1, 2}});
}

// An operator with many operands keeps its list of pointers in the scratch, each time its subgraph runs.
TEST(kernel_scratch_of_a_repeated_subgraph_is_exclusive) {
  const Tensor wide = {control::fb::TensorType_INT32, {16}};
  const auto eight = [&](Subgraph& g, int32_t x) {
    return g.op(control::fb::BuiltinOperator_CONCATENATION, std::vector<int32_t>(8, x), wide);
  };
  Subgraph main, inner;
  const int32_t flag = main.input(kFlag), x = main.input(kPair);
  const int32_t once = main.branch({flag, x}, 1, 1, {wide})[0];
  const int32_t kept = eight(main, main.plus(x, x, kPair)), sum = main.plus(once, once, wide);
  const int32_t again = main.branch({flag, x}, 1, 1, {wide})[0];
  main.out = {main.plus(main.plus(kept, sum, wide), again, wide)};
  inner.out = {eight(inner, inner.input(kPair))};
  std::vector<int32_t> want;
  for (int i = 0; i < 8; ++i) want.push_back(5 * 7), want.push_back(5 * -3);
  check({main, inner}, {{1}, {7, -3}}, {want});
}

TEST(one_subgraph_is_run_by_several_operators) {
  Subgraph main;
  const int32_t flag = main.input(kFlag), a = main.input(kPair);
  const int32_t x = main.branch({flag, a}, 1, 1, {kPair})[0];
  const int32_t between = main.plus(x, a, kPair);
  const int32_t y = main.branch({flag, x}, 2, 1, {kPair})[0];
  main.out = {main.plus(y, between, kPair), x, main.branch({flag, y}, 1, 2, {kPair})[0]};
  Subgraph twice;  // runs the other subgraph
  const int32_t in = twice.input(kPair);
  const int32_t on = twice.less(twice.constant({1}), twice.constant({2}));
  twice.out = {twice.plus(twice.branch({on, in}, 2, 2, {kPair})[0], in, kPair)};
  Subgraph ten;
  const int32_t from = ten.input(kPair);
  ten.out = {ten.op(BuiltinOperator_SUB, {from, ten.constant({10, 20})}, kPair)};
  // twice(v) = 2 v - (10, 20), ten(v) = v - (10, 20)
  check({main, twice, ten}, {{1}, {100, 200}}, {{470, 940}, {190, 380}, {350, 700}});
  check({main, twice, ten}, {{0}, {100, 200}}, {{660, 1320}, {190, 380}, {360, 720}});
}

TEST(a_loop_in_a_loop_and_a_branch_in_it) {
  // for i < n: for j < i: if j < 2 then s += 10 else s += 1
  Subgraph outer_body;  // i, n, s
  const int32_t i = outer_body.input(), n = outer_body.input(), s = outer_body.input();
  const std::vector<int32_t> inner = outer_body.loop({outer_body.constant({0}), i, s}, 1, 3);
  outer_body.out = {outer_body.plus(i, outer_body.constant({1})), n, inner[2]};
  Subgraph inner_body;  // j, i, s
  const int32_t j = inner_body.input(), limit = inner_body.input(), sum = inner_body.input();
  const int32_t small = inner_body.less(j, inner_body.constant({2}));
  const int32_t y = inner_body.branch({small, sum}, 4, 5, {{}})[0];
  inner_body.out = {inner_body.plus(j, inner_body.constant({1})), limit, y};
  Subgraph ten, one;
  ten.out = {ten.plus(ten.input(), ten.constant({10}))};
  one.out = {one.plus(one.input(), one.constant({1}))};
  // i = 0..4: 0, 10, 20, 21, 22
  check({loop_from_zero({{}}, 1, 2), until_n({{}}), outer_body, inner_body, ten, one}, {{5}, {1000}},
        {{5}, {5}, {1073}});
}

TEST(values_from_before_a_loop_are_present_after_it) {
  Subgraph main;
  const int32_t n = main.input(), a = main.input(kPair);
  const int32_t b = main.plus(a, a, kPair), c = main.plus(b, a, kPair);
  const std::vector<int32_t> y = main.loop({main.constant({0}), n, b}, 1, 2);
  main.out = {main.plus(main.plus(y[2], c, kPair), b, kPair)};
  Subgraph body = next_turn({kPair});
  const int32_t t = body.plus(2, 2, kPair);
  body.out.push_back(body.op(BuiltinOperator_SUB, {t, body.constant({1, 1})}, kPair));
  // b = 2a; each iteration: b -> 2b - 1
  check({main, until_n({kPair}), body}, {{2}, {10, 20}}, {{77 + 30 + 20, 157 + 60 + 40}});
}

TEST(a_condition_from_before_a_loop_decides_in_each_iteration) {
  Subgraph main;
  const int32_t n = main.input(), a = main.input(kPair), x = main.input(), y = main.input();
  const int32_t zero = main.constant({0});
  const int32_t flag = main.less(x, y), go = main.less(zero, n);
  const std::vector<int32_t> done = main.loop({go, zero, n, flag, a}, 1, 2);
  main.out = {done[4], done[1]};
  const auto carried = [](Subgraph& g) {
    g.input(kFlag), g.input(), g.input(), g.input(kFlag), g.input(kPair);
  };
  Subgraph condition, body, ten, one;
  carried(condition), carried(body);
  condition.out = {0};
  const int32_t s = body.branch({3, 4}, 3, 4, {kPair})[0];
  const int32_t next = body.plus(1, body.constant({1}));
  body.out = {body.less(next, 2), next, 2, 3, s};
  ten.out = {ten.plus(ten.input(kPair), ten.constant({10, 20}), kPair)};
  one.out = {one.plus(one.input(kPair), one.constant({1, 2}), kPair)};
  for (const int32_t less : {0, 1})
    check({main, condition, body, ten, one}, {{5}, {0, 0}, {3}, {less ? 4 : 3}},
          {less ? std::vector<int32_t>{50, 100} : std::vector<int32_t>{5, 10}, {5}});
}

// ---- state ----

int32_t variable(Subgraph& g) { return g.op(control::fb::BuiltinOperator_VAR_HANDLE, {}, kName); }
int32_t read(Subgraph& g, int32_t name) { return g.op(control::fb::BuiltinOperator_READ_VARIABLE, {name}); }
void assign(Subgraph& g, int32_t name, int32_t value) {
  g.ops.push_back({control::fb::BuiltinOperator_ASSIGN_VARIABLE, {name, value}, {}});
}

TEST(a_branch_assigns_a_variable_and_the_other_leaves_it) {
  Subgraph main, then, other;
  const int32_t flag = main.input(kFlag), x = main.input();
  const int32_t doubled = main.plus(x, x);  // not placed in the variable, because the branch may not run
  const int32_t before = read(main, variable(main));
  const int32_t y = main.branch({flag, doubled}, 1, 2, {{}})[0];
  main.out = {y, main.plus(before, main.constant({0})), read(main, variable(main))};
  const int32_t value = then.input();
  assign(then, variable(then), value);
  then.out = {then.plus(value, then.constant({1}))};
  other.input();
  other.out = {read(other, variable(other))};
  check_runs({main, then, other}, {{{1}, {4}}, {{0}, {5}}, {{1}, {6}}, {{0}, {7}}},
             {{{9}, {0}, {8}}, {{8}, {8}, {8}}, {{13}, {8}, {12}}, {{12}, {12}, {12}}});
}

TEST(a_loop_counts_in_a_variable_from_run_to_run) {
  Subgraph body = next_turn({{}});
  const int32_t name = variable(body), before = read(body, name);
  const int32_t more = body.plus(before, body.constant({10}));
  assign(body, name, more);
  body.out.push_back(body.plus(before, read(body, name)));  // the values before and after are distinct
  check_runs({loop_from_zero({{}}, 1, 2), until_n({{}}), body}, {{{3}, {0}}, {{0}, {-1}}, {{1}, {0}}},
             {{{3}, {3}, {50}}, {{0}, {0}, {-1}}, {{1}, {1}, {70}}});
}

TEST(a_condition_reads_what_the_body_assigns) {
  Subgraph main, until, body;
  main.out = main.loop({main.input()}, 1, 2);
  const int32_t limit = until.input();
  until.out = {until.less(read(until, variable(until)), limit)};
  const int32_t n = body.input(), name = variable(body);
  assign(body, name, body.plus(read(body, name), body.constant({4})));
  body.out = {body.plus(n, body.constant({1}))};
  check_runs({main, until, body}, {{{5}}, {{5}}, {{9}}}, {{{7}}, {{5}}, {{10}}});
}

TEST(subgraphs_are_given_the_name_of_a_variable) {
  Subgraph main, until, body, then, other;
  const int32_t n = main.input(), name = variable(main), zero = main.constant({0});
  const std::vector<int32_t> done = main.loop({zero, n, name}, 1, 2);
  main.out = {done[0], read(main, done[2])};
  const int32_t i = until.input(), most = until.input();
  until.input(kName);
  until.out = {until.less(i, most)};
  const int32_t k = body.input(), end = body.input(), same = body.input(kName);
  const int32_t next = body.plus(k, body.constant({1}));
  const int32_t last = body.less(next, end);
  const int32_t y = body.branch({last, same, next}, 3, 4, {{}})[0];
  body.out = {y, end, same};
  const int32_t here = then.input(kName), value = then.input();
  assign(then, here, then.plus(read(then, here), value));
  then.out = {value};
  other.input(kName);
  other.out = {other.input()};
  check_runs({main, until, body, then, other}, {{{4}}, {{1}}, {{3}}}, {{{4}, {6}}, {{1}, {6}}, {{3}, {9}}});
}

TEST(initial_values_of_unused_variables_are_dropped) {
  Subgraph main, once;
  const int32_t x = main.input();
  main.ops.push_back({control::fb::BuiltinOperator_CALL_ONCE, {}, {}, 1});
  const auto declare = [](Subgraph& g, const char* name) {
    const int32_t t = variable(g);
    g.ops.back().name = name;
    return t;
  };
  for (const char* name : {"used", "unused", "last"})  // as if each had bytes, followed by the next
    assign(once, declare(once, name), once.constant({name == std::string("used") ? 7 : 1000}));
  declare(main, "unused");
  const int32_t before = read(main, declare(main, "used"));
  declare(main, "last");
  main.out = {main.plus(x, before)};
  check_runs({main, once}, {{{1}}, {{2}}}, {{{8}}, {{9}}});
}

// As in TensorFlow Lite, a second call of the same subgraph does nothing.
TEST(a_subgraph_that_initialises_variables_runs_once_however_often_it_is_called) {
  Subgraph main, one, other;
  const int32_t x = main.input();
  for (const int32_t number : {1, 2, 1, 1})
    main.ops.push_back({control::fb::BuiltinOperator_CALL_ONCE, {}, {}, number});
  assign(one, variable(one), one.constant({7}));
  assign(other, variable(other), other.constant({9}));
  main.out = {main.plus(x, read(main, variable(main)))};
  check_runs({main, one, other}, {{{1}}, {{2}}}, {{{10}}, {{11}}});
}

// ---- written again ----

// The number of operators of each subgraph, sorted: a written file may have them in another order.
std::vector<uint32_t> operators_of(const std::string& tflite) {
  const auto model = nook::Model::open({reinterpret_cast<const uint8_t*>(tflite.data()), tflite.size()});
  std::vector<uint32_t> counts;
  for (uint32_t g = 0; model && g < model->subgraph_count(); ++g)
    counts.push_back(model->subgraph(g).operator_count());
  std::ranges::sort(counts);
  return counts;
}

TEST(a_model_that_is_written_again_has_the_same_operators) {
  Subgraph main, then, other;
  const int32_t flag = main.input(kFlag), x = main.input(kPair), y = main.input(kPair);
  main.out = main.branch({flag, x, y}, 1, 2, {kPair, kPair});
  const int32_t a = then.input(kPair), b = then.input(kPair);
  then.out = {then.plus(a, b, kPair), a};
  other.out = {other.input(kPair), other.input(kPair)};
  const auto again = [](const std::string& tflite) {
    const auto graph = nookc::import_tflite(view(tflite), "control.tflite");
    EXPECT(graph);
    const auto written = graph ? nookc::export_tflite(*graph) : nookc::Result<std::string>(graph.diag());
    EXPECT(written);
    return written ? *written : std::string();
  };
  const std::string branches = write({main, then, other});
  EXPECT(operators_of(again(branches)) == operators_of(branches));
  EXPECT(operators_of(again(again(branches))) == operators_of(branches));
}

// ---- bounds ----

struct Limited {
  nook_status status;
  int32_t result;
};

// Runs the interpreter with a limit.
Limited run_limited(const std::string& tflite, int32_t n, uint32_t limit) {
  const auto model = nook::Model::open({reinterpret_cast<const uint8_t*>(tflite.data()), tflite.size()});
  nook::InterpreterOptions options;
  options.control = &nook_control_flow, options.subgraph_limit = limit;
  alignas(16) static uint8_t working[32768], persistent[8192], scratch[4096];
  const int32_t x = 0;
  int32_t out[3] = {};
  const nook_const_buffer in[] = {{&n, 4}, {&x, 4}};
  const nook_buffer to[] = {{out, 4}, {out + 1, 4}, {out + 2, 4}};
  nook::Interpreter net(*model, nook::resolver(nook::all_ops()), {in, to, persistent, scratch, working},
                        options);
  EXPECT(net.ok());
  const nook_status status = net.invoke();
  return {status, out[2]};
}

TEST(a_loop_ends_at_the_limit_of_the_caller) {
  const std::string tflite = write(counter());
  EXPECT_EQ(run_limited(tflite, 3, 0).result, 15);
  EXPECT_EQ(run_limited(tflite, 3, 3).status, NOOK_OK);
  EXPECT_EQ(run_limited(tflite, 3, 3).result, 15);
  EXPECT_EQ(run_limited(tflite, 3, 2).status, NOOK_LIMIT);
  EXPECT_EQ(run_limited(tflite, INT32_MAX, 1000).status, NOOK_LIMIT);
  generated::Variant v = generated::plain();
  v.options.while_limit = 3;
  const auto program = nookc::compile(view(tflite), "control.tflite", v.options);
  EXPECT(program);
  const auto files = nookc::emit_c(*program, v.emit);
  const generated::Compiled code(*files, {});
  for (const int32_t n : {3, 4}) {
    const Values given = input_bytes({{n}, {0}}, program->graph);
    generated::State nothing;
    const generated::Outcome o = generated::run_whole({*program, *files, v, code}, given, 1, nothing);
    EXPECT(o.wrong == (n == 3 ? "" : "it returned status " + std::to_string(NOOK_LIMIT)));
  }
}

}  // namespace
