// Unrolled recurrent layers and loops of one become one operator with the same results.
#include "nook/ops/abs/abs_op.h"
#include "nook/ops/dynamic_update_slice/dynamic_update_slice_op.h"
#include "nook/ops/gather/gather_op.h"
#include "nook/ops/less/less_op.h"
#include "nook/ops/unpack/unpack_op.h"
#include "nookc/front/import/regions.h"
#include "nookc/middle/passes/floats/simplify_floats.h"
#include "nookc/middle/passes/recurrent/roll_loops.h"
#include "nookc/middle/passes/recurrent/roll_steps.h"
#include "tests/nookc/recurrent_cells.h"

namespace {

using nookc::TensorId;
using test::CellSpelling;
using test::CellWriter;
using test::operators;
using test::real_changes;
using test::States;

int simplify(nookc::Graph& graph) { return nookc::simplify_floats(graph, {}); }

size_t layers(const nookc::Graph& graph) {
  return static_cast<size_t>(std::ranges::count_if(graph.nodes, [](const nookc::Node& n) {
    return !n.erased() && nookc::op_name(n).starts_with("NOOK_");
  }));
}

// An unrolled layer, the operands of its steps and its readers.
struct Unrolled {
  CellWriter f;
  int32_t steps;
  std::vector<TensorId> x, hidden;
  States last;

  Unrolled(test::Rng& rng, CellSpelling kind) : f(rng, kind), steps(rng.in(2, 6)) { read(rng.in(0, 3)); }

  void read(int how) {
    const bool batch_major = how == 1;
    if (how >= 2) {
      for (int32_t k = 0; k < steps; ++k) x.push_back(f.input({f.batch, f.in}));
    } else {
      const TensorId all = batch_major ? f.input({f.batch, steps, f.in}) : f.input({steps, f.batch, f.in});
      nook::Unpack::Attrs attrs;
      attrs.axis = batch_major ? 1 : 0;
      for (int32_t k = 0; k < steps; ++k) x.push_back(f.plain(f.b.tensor("x", {f.batch, f.in})));
      f.b.node(attrs, {all}, x[0]).out = x;
    }
    if (f.rng.in(0, 1)) std::ranges::reverse(x);
  }
  TensorId first() {
    return f.rng.in(0, 1) ? f.input({f.batch, f.cells})
                          : f.numbers({f.batch, f.cells}, 0, f.rng.in(0, 1) ? 1.0f : 0.0f);
  }
  void write() {
    last.hidden = first();
    if (f.lstm()) last.cell = first();
    for (TensorId step : x) hidden.push_back((last = f.step(step, last)).hidden);
  }
  // All hidden states in one tensor, or some of them, or the last one.
  void show() {
    const int how = f.rng.in(0, 3);
    if (how <= 1) {
      const TensorId all = f.plain(f.b.tensor("all", how ? std::vector<int32_t>{f.batch, steps, f.cells}
                                                         : std::vector<int32_t>{steps, f.batch, f.cells}));
      f.b.outputs(f.node(nookc::pack(how), hidden, all));
    } else {
      for (int32_t k = 0; k < steps; ++k)
        if (k + 1 == steps || (how == 3 && f.rng.in(0, 1)))
          f.b.outputs(f.node(nook::Abs::Attrs{}, {hidden[static_cast<size_t>(k)]}, f.state()));
    }
    if (f.lstm() && f.rng.in(0, 1)) f.b.outputs(f.node(nook::Abs::Attrs{}, {last.cell}, f.state()));
  }
};

// A loop over all steps as Keras writes it.
struct Looped {
  CellWriter f;
  int32_t steps;
  nookc::RegionWriter regions;
  std::vector<TensorId> carried, given, next;
  TensorId x, all = TensorId::kNone, counter = TensorId::kNone;

  Looped(test::Rng& rng, CellSpelling kind)
      : f(rng, kind), steps(rng.in(1, 6)), regions(f.b.graph), x(f.input({steps, f.batch, f.in})) {}

  TensorId whole(std::vector<int32_t> shape, const std::string& name) {
    const TensorId t = f.b.tensor(name, std::move(shape));
    f.b.graph[t].type = nook::DType::kS32, f.b.graph[t].scales.clear();
    return t;
  }
  TensorId carry(TensorId first, TensorId now) {
    carried.push_back(now), given.push_back(first);
    return now;
  }
  TensorId start() {
    const TensorId zero = f.b.integers("zero", {1}, {0}), at = whole({3}, "start");
    return f.node(test::plain_op(nook::OpCode::kConcatenation), {counter, zero, zero}, at);
  }
  // `bound`: the limit of the counter, `more`: its step.
  void write(TensorId bound, int32_t more = 1) {
    enum Collects { kNothing, kEach, kLast };
    const auto collects = static_cast<Collects>(f.rng.in(kNothing, kLast));
    const TensorId zero = f.b.integers("none", {1}, {0});
    counter = carry(zero, whole({1}, "counter"));
    States states = {carry(f.numbers({f.batch, f.cells}, -1, 1), f.state())};
    if (f.lstm()) states.cell = carry(f.input({f.batch, f.cells}), f.state());
    const std::vector<int32_t> shape = {collects == kLast ? 1 : steps, f.batch, f.cells};
    if (collects != kNothing) all = carry(f.numbers(shape, 0, 0), f.plain(f.b.tensor("all", shape)));
    regions.begin_loop(carried, given, "loop");
    TensorId goes_on = whole({1}, "goes_on");
    f.b.graph[goes_on].type = nook::DType::kBool;
    f.node(nook::Less::Attrs{}, {counter, bound}, goes_on);
    regions.break_unless(goes_on);
    const TensorId one =
        f.node(nook::Gather::Attrs{}, {x, counter}, f.plain(f.b.tensor("one", {1, f.batch, f.in})));
    const TensorId part = f.node(nookc::reshape(), {one}, f.plain(f.b.tensor("part", {f.batch, f.in})));
    const States after = f.step(part, states);
    next = {f.node(test::plain_op(nook::OpCode::kAdd), {counter, f.b.integers("more", {1}, {more})},
                   whole({1}, "next")),
            after.hidden};
    if (f.lstm()) next.push_back(after.cell);
    if (collects != kNothing) {
      const TensorId row =
          f.node(nookc::reshape(), {after.hidden}, f.plain(f.b.tensor("row", {1, f.batch, f.cells})));
      const auto update = [&] {
        return f.node(nook::DynamicUpdateSlice::Attrs{}, {all, row, start()},
                      f.plain(f.b.tensor("new", shape)));
      };
      next.push_back(collects == kLast ? row : update());
    }
    regions.end_loop(carried, next);
    regions.done(-1, carried);
    for (size_t k = 1; k < carried.size(); ++k)
      f.b.outputs(f.node(nook::Abs::Attrs{}, {carried[k]}, f.like(carried[k])));
  }
  void write() { write(f.b.integers("bound", {1}, {steps})); }
};

}  // namespace

TEST(steps_of_an_unrolled_layer_become_one_operator_in_every_spelling) {
  for (uint32_t seed = 0; seed < 240; ++seed) {
    test::Rng rng(seed);
    Unrolled u(rng, static_cast<CellSpelling>(seed % test::kCellSpellings));
    u.write(), u.show();
    const int rolled = real_changes(u.f.b.graph, nookc::roll_steps);
    if (rolled != u.steps) printf("seed %u, gate %d: %d of %d steps\n", seed, u.f.gate, rolled, u.steps);
    EXPECT_EQ(rolled, u.steps);
    EXPECT_EQ(layers(u.f.b.graph), 1);
  }
}

TEST(loops_of_a_layer_become_one_operator_in_every_spelling) {
  for (uint32_t seed = 0; seed < 120; ++seed) {
    test::Rng rng(seed);
    Looped l(rng, static_cast<CellSpelling>(seed % test::kCellSpellings));
    l.write();
    const int rolled = real_changes(l.f.b.graph, nookc::roll_loops);
    if (rolled != 1) printf("seed %u, gate %d\n", seed, l.f.gate);
    EXPECT_EQ(rolled, 1);
    EXPECT(l.f.b.graph.regions.empty());
    EXPECT_EQ(layers(l.f.b.graph), 1);
  }
}

TEST(layers_on_layers_become_one_operator_each) {
  for (uint32_t seed = 0; seed < 24; ++seed) {
    test::Rng rng(seed);
    Unrolled u(rng, static_cast<CellSpelling>(seed % test::kCellSpellings));
    u.write();
    const std::vector<TensorId> below = u.hidden;
    CellWriter above(rng, u.f.kind);
    above.batch = u.f.batch, above.in = u.f.cells;
    above.new_weights(u.f.b);
    States last = {above.input({above.batch, above.cells}), TensorId::kNone};
    if (above.lstm()) last.cell = above.input({above.batch, above.cells});
    for (TensorId x : below) last = above.step(x, last);
    above.b.outputs(last.hidden);
    EXPECT_EQ(real_changes(above.b.graph, nookc::roll_steps), 2 * u.steps);
    EXPECT_EQ(layers(above.b.graph), 2);
  }
}

TEST(a_step_that_shows_what_is_inside_of_it_stays) {
  test::Rng rng(5);
  Unrolled u(rng, CellSpelling::kLstm);
  u.f.gate = 0;
  u.write();
  for (const nookc::Node& node : std::vector<nookc::Node>(u.f.b.graph.nodes))
    if (nookc::op_code(node) == nook::OpCode::kLogistic) u.f.b.outputs(node.out[0]);
  u.f.b.outputs(u.last.hidden);
  EXPECT_EQ(nookc::roll_steps(u.f.b.graph), 0);
}

TEST(gates_with_other_clamps_stay) {
  using enum nook::OpCode;
  const auto rolled = [](const auto& gate) {
    test::Rng rng(6);
    Unrolled u(rng, CellSpelling::kLstm);
    u.f.gate_function = gate;
    u.write(), u.show();
    return real_changes(u.f.b.graph, nookc::roll_steps) > 0;
  };
  EXPECT(rolled([](CellWriter& f, TensorId x) { return f.unary(kRelu0To1, f.with(kMul, x, 0.3f)); }));
  // up to 2, from -1, falling, without an upper bound, with a bound for each step of a gate, a soft one
  EXPECT(!rolled([](CellWriter& f, TensorId x) { return f.with(kMul, f.unary(kRelu6, x), 1.0f / 3); }));
  EXPECT(!rolled([](CellWriter& f, TensorId x) { return f.unary(kReluN1To1, x); }));
  EXPECT(!rolled([](CellWriter& f, TensorId x) { return f.unary(kRelu0To1, f.with(kMul, x, -0.3f)); }));
  EXPECT(!rolled([](CellWriter& f, TensorId x) { return f.unary(kRelu, x); }));
  int calls = 0;
  EXPECT(!rolled([&](CellWriter& f, TensorId x) {
    return f.unary(kRelu0To1, f.with(kMul, x, 0.1f * static_cast<float>(1 + calls++)));
  }));
  EXPECT(!rolled(
      [&](CellWriter& f, TensorId x) { return f.unary(calls++ % 3 == 0 ? kLogistic : kRelu0To1, x); }));
}

TEST(layers_with_hard_sigmoids_stay_for_quantize) {
  for (const int gate : {0, 1}) {
    test::Rng rng(2);
    Unrolled u(rng, CellSpelling::kGruAfter);
    u.f.gate = gate;
    u.write(), u.show();
    nookc::simplify_floats(u.f.b.graph, {std::string(nookc::kHardGates)});
    EXPECT_EQ(layers(u.f.b.graph), gate ? 0 : 1);
  }
}

TEST(all_simplifications_together_make_one_operator_of_the_steps) {
  for (uint32_t seed = 0; seed < 60; ++seed) {
    test::Rng rng(seed);
    Unrolled u(rng, static_cast<CellSpelling>(seed % test::kCellSpellings));
    u.write(), u.show();
    EXPECT(real_changes(u.f.b.graph, simplify) >= u.steps);
    EXPECT_EQ(layers(u.f.b.graph), 1);
  }
}

TEST(steps_that_read_the_step_before_as_x_stay) {
  for (uint32_t seed = 0; seed < 12; ++seed) {
    test::Rng rng(seed);
    CellWriter f(rng, CellSpelling::kRnn);
    States last = {f.input({f.batch, f.cells})};
    TensorId x = f.input({f.batch, f.in});
    const TensorId w = f.numbers({f.in, f.cells}, -1, 1);
    for (int k = 0; k < 3; ++k) {
      last = f.step(x, last);
      x = f.node(nookc::fully_connected(), {last.hidden, w}, f.plain(f.b.tensor("x", {f.batch, f.in})));
    }
    f.b.outputs(x);
    EXPECT_EQ(nookc::roll_steps(f.b.graph), 0);
  }
}

TEST(loops_that_count_otherwise_stay) {
  for (const bool twice : {false, true}) {
    test::Rng rng(3);
    Looped l(rng, CellSpelling::kGruAfter);
    l.steps = 4;
    l.f.b.graph[l.x].shape.dim[0] = 4;
    l.write(twice ? l.f.b.integers("bound", {1}, {4}) : l.f.b.integers("bound", {1}, {3}), twice ? 2 : 1);
    EXPECT_EQ(real_changes(l.f.b.graph, nookc::roll_loops), 0);
    nookc::simplify_floats(l.f.b.graph, {});  // others simplify the operators of the loop
    EXPECT(layers(l.f.b.graph) == 0 && !l.f.b.graph.regions.empty());
  }
}

TEST(roll_recurrent_is_left_out_by_name) {
  test::Rng rng(4);
  Unrolled u(rng, CellSpelling::kGruBefore);
  u.write(), u.show();
  nookc::Graph kept = u.f.b.graph;
  EXPECT_EQ(nookc::simplify_floats(kept, {"roll-recurrent"}), 0);
  EXPECT(real_changes(u.f.b.graph, simplify) >= u.steps);
  EXPECT_EQ(layers(u.f.b.graph), 1);
}
