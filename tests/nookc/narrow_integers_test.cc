// Operators of int64 that nook computes in int32: the numbers of int64, or no change.
#include "nookc/front/import/narrow_integers.h"

#include <algorithm>
#include <cstring>
#include <random>

#include "nook/ops/cast/cast_op.h"
#include "nook/ops/cumsum/cumsum_op.h"
#include "nook/ops/floor_div/floor_div_op.h"
#include "nook/ops/floor_mod/floor_mod_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nook/ops/reduce_max/reduce_max_op.h"
#include "nook/ops/reduce_min/reduce_min_op.h"
#include "nook/ops/sub/sub_op.h"
#include "nook/ops/sum/sum_op.h"
#include "nookc/middle/passes/evaluate.h"
#include "tests/nookc/graphs.h"
#include "tests/test.h"

namespace {

using namespace nookc;

constexpr int32_t kCount = 5;

struct Wide : test::GraphBuilder {
  TensorId wide(const std::string& name) {
    const TensorId t = tensor(name, {kCount});
    graph[t].type = nook::DType::kS64, graph[t].scales.clear();
    return t;
  }
  TensorId number(int64_t value) {
    const TensorId t = wide("c" + std::to_string(graph.tensors.size()));
    auto bytes = std::make_shared<Bytes>(sizeof value);
    std::memcpy(bytes->data(), &value, sizeof value);
    graph[t].shape.dim[0] = 1, graph[t].data = std::move(bytes);
    return t;
  }
  // The result of the last node for these values of the first input; empty: an operator is refused.
  std::vector<int64_t> run(const Bytes& x) {
    std::vector<Bytes> values(graph.tensors.size());
    values[static_cast<size_t>(graph.inputs[0])] = x;
    for (const Node& node : graph.nodes) {
      std::vector<const void*> in;
      for (const TensorId t : node.in)
        in.push_back(graph[t].constant() ? graph[t].data->data() : values[static_cast<size_t>(t)].data());
      const std::vector<Bytes> made = evaluate(graph, node, in);
      if (made.empty()) return {};
      values[static_cast<size_t>(node.out[0])] = made[0];
    }
    std::vector<int64_t> result(kCount);
    const Bytes& last = values[static_cast<size_t>(graph.outputs[0])];
    if (last.size() == sizeof(int64_t) * kCount) std::memcpy(result.data(), last.data(), last.size());
    return result;
  }
};

struct Step {
  Attrs attrs;
  int64_t (*apply)(int64_t, int64_t);
};

// Chains that overflow are not narrowed; their numbers are not compared.
int64_t wrapped(uint64_t number) { return static_cast<int64_t>(number); }

int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

const Step kSteps[] = {
    {nook::Sub::Attrs{},
     [](int64_t a, int64_t b) { return wrapped(static_cast<uint64_t>(a) - static_cast<uint64_t>(b)); }},
    {nook::Mul::Attrs{},
     [](int64_t a, int64_t b) { return wrapped(static_cast<uint64_t>(a) * static_cast<uint64_t>(b)); }},
    {nook::FloorDiv::Attrs{}, floor_div},
    {nook::FloorMod::Attrs{}, [](int64_t a, int64_t b) { return a - floor_div(a, b) * b; }},
};

}  // namespace

TEST(chains_of_int64_whose_numbers_fit_give_the_numbers_of_int64) {
  std::mt19937 random(1);
  const int64_t constants[] = {1, 2, 3, -1, -7, 100, 65535, 0x7fffffff, int64_t{1} << 33};
  int narrowed = 0, kept = 0;
  for (int chain = 0; chain < 400; ++chain) {
    Wide b;
    const TensorId x = b.input("x", {kCount});
    TensorId at = b.wide("t");
    b.node(nook::Cast::Attrs{}, {x}, at);
    std::vector<int64_t> want;
    Bytes bytes;
    for (int i = 0; i < kCount; ++i) {
      want.push_back(static_cast<int8_t>(random()));
      bytes.push_back(static_cast<std::byte>(want.back()));
    }
    for (size_t steps = 1 + random() % 4; steps > 0; --steps) {
      const Step& step = kSteps[random() % std::size(kSteps)];
      const int64_t constant = constants[random() % std::size(constants)];
      const TensorId c = b.number(constant), y = b.wide("y");
      b.node(step.attrs, {at, c}, y);
      at = y;
      for (int64_t& number : want) number = step.apply(number, constant);
    }
    b.outputs(at);
    narrow_integers(b.graph);
    EXPECT(verify(b.graph).empty());
    const std::vector<int64_t> have = b.run(bytes);
    EXPECT(have.empty() || have == want);
    (have.empty() ? kept : narrowed) += 1;
  }
  EXPECT(narrowed > 200 && kept > 20);
}

namespace {

template <class Op>
Attrs kept() {
  typename Op::Attrs attrs;
  attrs.keep_dims = true;
  return attrs;
}

// Widens x, reduces it, and spreads the result over the shape of x again. Returns the numbers.
std::vector<int64_t> reduced(const Attrs& attrs, const Bytes& x) {
  Wide b;
  const TensorId in = b.input("x", {kCount}), wide = b.wide("t"), y = b.wide("y"), all = b.wide("all");
  const TensorId axis = b.integers("axis", {1}, {0}), zero = b.number(0);
  b.node(nook::Cast::Attrs{}, {in}, wide);
  if (!attrs.get<nook::Cumsum>()) b.graph[y].shape.dim[0] = 1;
  b.node(attrs, {wide, axis}, y);
  const TensorId zeros = b.wide("zeros");
  b.node(nook::Mul::Attrs{}, {wide, zero}, zeros);
  b.node(nook::Sub::Attrs{}, {y, zeros}, all);
  b.outputs(all);
  narrow_integers(b.graph);
  EXPECT(verify(b.graph).empty());
  return b.run(x);
}

}  // namespace

TEST(reductions_of_int64_whose_numbers_fit_give_the_numbers_of_int64) {
  std::mt19937 random(2);
  for (int round = 0; round < 50; ++round) {
    Bytes x;
    std::vector<int64_t> numbers, sums;
    for (int i = 0; i < kCount; ++i) {
      numbers.push_back(static_cast<int8_t>(random()));
      sums.push_back(numbers.back() + (sums.empty() ? 0 : sums.back()));
      x.push_back(static_cast<std::byte>(numbers.back()));
    }
    const auto all = [](int64_t number) { return std::vector<int64_t>(kCount, number); };
    EXPECT(reduced(kept<nook::Sum>(), x) == all(sums.back()));
    EXPECT(reduced(kept<nook::ReduceMax>(), x) == all(*std::max_element(numbers.begin(), numbers.end())));
    EXPECT(reduced(kept<nook::ReduceMin>(), x) == all(*std::min_element(numbers.begin(), numbers.end())));
    EXPECT(reduced(nook::Cumsum::Attrs{}, x) == sums);
  }
}

TEST(a_sum_of_int64_that_may_not_fit_stays) {
  Wide b;
  const TensorId x = b.input("x", {kCount}), wide = b.wide("t"), y = b.wide("y");
  b.graph[x].type = nook::DType::kS32, b.graph[x].scales.clear(), b.graph[y].shape.dim[0] = 1;
  b.node(nook::Cast::Attrs{}, {x}, wide);
  b.node(kept<nook::Sum>(), {wide, b.integers("axis", {1}, {0})}, y);
  b.outputs(y);
  narrow_integers(b.graph);
  EXPECT(test::names(b.graph) == "CAST SUM");
}

TEST(a_constant_without_numbers_has_no_range_that_overflows) {
  Wide b;
  const TensorId x = b.input("x", {kCount}), c = b.number(1), wide = b.wide("t"), y = b.wide("y");
  b.graph[c].shape.dim[0] = 0, b.graph[c].data = std::make_shared<Bytes>();
  b.node(nook::Cast::Attrs{}, {x}, wide);
  b.node(nook::Sub::Attrs{}, {wide, c}, y);
  b.outputs(y);
  narrow_integers(b.graph);
  EXPECT(!b.graph.nodes.empty());
}

TEST(an_operator_of_int64_stays_if_an_operand_may_be_any_number) {
  Wide b;
  const TensorId x = b.input("x", {kCount}), y = b.wide("y");
  b.graph[x].type = nook::DType::kS64;
  b.node(nook::Sub::Attrs{}, {x, b.number(1)}, y);
  b.outputs(y);
  narrow_integers(b.graph);
  EXPECT(test::names(b.graph) == "SUB");
}
