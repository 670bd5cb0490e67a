// Layers that remember rows: one buffer for the rows of a variable and those that are joined to them.
#include "nookc/middle/passes/keep_windows.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "nook/ops/abs/abs_op.h"
#include "nook/ops/circular_buffer/circular_buffer_op.h"
#include "nook/ops/concatenation/concatenation_op.h"
#include "nook/ops/pad/pad_op.h"
#include "nook/ops/reshape/reshape_op.h"
#include "nook/ops/slice/slice_op.h"
#include "nookc/middle/passes/make_views.h"
#include "nookc/middle/search/level.h"
#include "tests/nookc/graphs.h"
#include "tests/run_program.h"
#include "tests/test.h"

namespace {

using nookc::Location;
using nookc::TensorId;
using test::GraphBuilder;

constexpr int32_t kHeld = 3, kChannels = 4;

// y = ABS of the last rows of x, of which a variable remembers three.
struct Remembers {
  GraphBuilder b;
  int32_t fresh;
  TensorId x = b.input("x", {1, fresh, 1, kChannels});
  TensorId variable = b.tensor("variable", {1, kHeld, 1, kChannels}), old = rows("old", kHeld);
  TensorId window = rows("window", kHeld + fresh), next = rows("next", kHeld);
  TensorId y = b.output("y", {1, kHeld + fresh, 1, kChannels});

  // `at`: the first row of the window that is remembered.
  explicit Remembers(int32_t fresh_rows, bool newest_first, int32_t at) : fresh(fresh_rows) {
    b.graph[variable].variable = true;
    b.node(nook::Reshape::Attrs{}, {variable}, old);
    nook::Concatenation::Attrs along;
    along.axis = 1;
    b.node(along, newest_first ? std::vector<TensorId>{x, old} : std::vector<TensorId>{old, x}, window);
    b.node(
        nook::Slice::Attrs{},
        {window, b.integers("begin", {4}, {0, at, 0, 0}), b.integers("size", {4}, {1, kHeld, 1, kChannels})},
        next);
    b.node(nook::Reshape::Attrs{}, {next}, variable);
    b.node(nook::Abs::Attrs{}, {window}, y);
  }
  explicit Remembers(int32_t fresh_rows) : Remembers(fresh_rows, false, fresh_rows) {}

  TensorId rows(const std::string& name, int32_t count) { return b.tensor(name, {1, count, 1, kChannels}); }
};

nookc::CompileOptions options() {
  nookc::CompileOptions o;
  o.target = nookc::find_target("host");
  return o;
}

nookc::Result<nookc::Program> compiled(nookc::Graph& graph, int windows) {
  EXPECT_EQ(nookc::keep_windows(graph), windows);
  EXPECT(nookc::verify(graph).empty());
  nookc::make_views(graph);
  auto program = nookc::lower_and_place(graph, options());
  EXPECT(program);
  return program;
}

// Runs several inferences; in each, the output has to be the magnitudes of `window`.
void expect_remembers(const nookc::Program& program, int32_t fresh, bool newest_first, int32_t at,
                      std::vector<int> kept) {
  test::ProgramRun run(program);
  for (int turn = 0; turn < 7; ++turn) {
    std::vector<int> rows(static_cast<size_t>(fresh * kChannels));
    for (size_t i = 0; i < rows.size(); ++i) {
      rows[i] = static_cast<int>((i * 7 + static_cast<size_t>(turn) * 31) % 200) - 90;
      run.input(0)[i] = static_cast<char>(rows[i]);
    }
    std::vector<int> window = newest_first ? rows : kept;
    const std::vector<int>& then = newest_first ? kept : rows;
    window.insert(window.end(), then.begin(), then.end());
    kept.assign(window.begin() + at * kChannels, window.begin() + (at + kHeld) * kChannels);
    for (const nookc::Call& call : program.calls) EXPECT(run.call(call));
    for (size_t i = 0; i < window.size(); ++i) EXPECT_EQ(int{run.output(0)[i]}, std::abs(window[i]));
  }
}

const std::vector<int> kZeros(kHeld* kChannels, 0);

}  // namespace

TEST(a_window_is_one_buffer_in_persistent_memory) {
  for (const int32_t fresh : {1, 2, 5}) {
    Remembers net(fresh);
    const auto p = compiled(net.b.graph, 1);
    EXPECT_EQ(p->scratch_bytes, 0);
    EXPECT(p->kept.size() == 1 && p->kept[0].name == "variable");
    EXPECT_EQ(p->kept[0].bytes, (kHeld + fresh) * kChannels);
    // The new rows are copied from the application's buffer, read, and the newest rows are moved.
    EXPECT(test::names(p->graph) == "RESHAPE RESHAPE CONCATENATION SLICE ABS RESHAPE");
    EXPECT(p->calls.size() == 3 && p->calls[1].in[0].kind == Location::Kind::kKept);
    EXPECT_EQ(p->calls[0].out[0].offset, p->calls[1].in[0].offset + kHeld * kChannels);
    EXPECT(p->calls[0].views_before.size() == 1);  // the value that was kept
    expect_remembers(*p, fresh, false, fresh, kZeros);
  }
}

TEST(the_newest_rows_may_come_first_and_any_rows_may_be_remembered) {
  for (const bool newest_first : {false, true})
    for (int32_t at = 0; at <= 4; ++at) {
      Remembers net(4, newest_first, at);
      const auto p = compiled(net.b.graph, 1);
      expect_remembers(*p, 4, newest_first, at, kZeros);
    }
  Remembers few(1, true, 0);  // the rows that are remembered move to a place that overlaps them
  expect_remembers(*compiled(few.b.graph, 1), 1, true, 0, kZeros);
}

TEST(a_variable_in_a_window_begins_with_its_own_value) {
  Remembers net(2, true, 0);
  auto bytes = std::make_shared<nookc::Bytes>();
  std::vector<int> first(kHeld * kChannels);
  std::iota(first.begin(), first.end(), 20);
  for (const int value : first) bytes->push_back(static_cast<std::byte>(value));
  net.b.graph[net.variable].first = bytes;
  const auto p = compiled(net.b.graph, 1);
  EXPECT_EQ(p->kept[0].first_at, 2 * kChannels);
  expect_remembers(*p, 2, true, 0, first);
  Remembers zero(2);
  for (nookc::Tensor& t : zero.b.graph.tensors) t.zero_point = t.type == nook::DType::kS8 ? 5 : 0;
  EXPECT_EQ(int{compiled(zero.b.graph, 1)->kept[0].fill}, 5);
}

TEST(rows_of_a_layer_are_written_into_the_window) {
  Remembers net(2);
  const TensorId rows = net.rows("rows", 2);
  net.b.node(nook::Abs::Attrs{}, {net.x}, rows);
  std::rotate(net.b.graph.nodes.begin(), net.b.graph.nodes.end() - 1, net.b.graph.nodes.end());
  net.b.graph.nodes[2].in[1] = rows;
  const auto p = compiled(net.b.graph, 1);
  EXPECT(p->calls.size() == 3 && p->calls[0].out[0].kind == Location::Kind::kKept);
}

TEST(a_window_stays_in_the_scratch_if_another_value_would_be_read) {
  Remembers again(1);  // the new value
  const TensorId value = again.rows("value", kHeld);
  again.b.node(nook::Reshape::Attrs{}, {again.variable}, value);
  again.b.node(nook::Abs::Attrs{}, {value}, again.b.output("z", {1, kHeld, 1, kChannels}));
  EXPECT_EQ(nookc::keep_windows(again.b.graph), 0);
  Remembers twice(1);
  twice.b.node(nook::Reshape::Attrs{}, {twice.old}, twice.variable);
  EXPECT_EQ(nookc::keep_windows(twice.b.graph), 0);
  Remembers shown(1);  // the application's buffer
  shown.b.outputs(shown.window);
  EXPECT_EQ(nookc::keep_windows(shown.b.graph), 0);
  Remembers waits(1);
  const TensorId all = waits.b.output("all", {1, 4, 1, kChannels});
  waits.b.node(nook::CircularBuffer::Attrs{}, {waits.x}, all);
  std::rotate(waits.b.graph.nodes.begin() + 4, waits.b.graph.nodes.end() - 1, waits.b.graph.nodes.end());
  EXPECT_EQ(nookc::keep_windows(waits.b.graph), 0);
  Remembers constant(1);  // nothing assigns it
  constant.b.graph.nodes.erase(constant.b.graph.nodes.begin() + 3);
  EXPECT_EQ(nookc::keep_windows(constant.b.graph), 0);
}

TEST(a_window_stays_in_the_scratch_if_memory_would_rise) {
  Remembers net(5);
  GraphBuilder& b = net.b;
  const TensorId large = b.tensor("large", {40, 8}), larger = b.tensor("larger", {40, 8});
  b.node(nook::Pad::Attrs{}, {b.input("z", {1, 8}), b.integers("around", {2, 2}, {0, 39, 0, 0})}, large);
  b.node(nook::Abs::Attrs{}, {large}, larger);
  b.node(nook::Abs::Attrs{}, {larger}, b.output("u", {40, 8}));
  EXPECT_EQ(nookc::keep_windows(b.graph), 0);
}

// Layers that forget rows first, and remember the whole window.
TEST(a_variable_may_be_the_whole_window) {
  constexpr int32_t kRows = 5;
  for (const auto& [fresh, newest_first] :
       {std::pair(1, false), {2, false}, {4, false}, {1, true}, {2, true}, {4, true}}) {
    GraphBuilder b;
    const TensorId x = b.input("x", {1, fresh, 1, 4}), variable = b.tensor("variable", {1, kRows, 1, 4});
    const TensorId old = b.tensor("old", {1, kRows, 1, 4}), rest = b.tensor("rest", {1, kRows - fresh, 1, 4});
    const TensorId rows = b.tensor("rows", {1, fresh, 1, 4}), window = b.tensor("window", {1, kRows, 1, 4});
    b.graph[variable].variable = true;
    b.node(nook::Abs::Attrs{}, {x}, rows);
    b.node(nook::Reshape::Attrs{}, {variable}, old);
    b.node(nook::Slice::Attrs{},
           {old, b.integers("begin", {4}, {0, newest_first ? 0 : fresh, 0, 0}),
            b.integers("size", {4}, {1, kRows - fresh, 1, 4})},
           rest);
    nook::Concatenation::Attrs along;
    along.axis = 1;
    b.node(along, newest_first ? std::vector<TensorId>{rows, rest} : std::vector<TensorId>{rest, rows},
           window);
    b.node(nook::Reshape::Attrs{}, {window}, variable);
    b.node(nook::Abs::Attrs{}, {window}, b.output("y", {1, kRows, 1, 4}));
    const auto p = compiled(b.graph, 1);
    EXPECT_EQ(p->kept[0].bytes, kRows * 4);
    EXPECT_EQ(p->scratch_bytes, 4 * fresh);  // the new rows, until the others have moved
    EXPECT_EQ(p->calls.size(), 4);
    std::vector<int> kept(kRows * 4);
    test::ProgramRun run(*p);
    for (int turn = 1; turn < 7; ++turn) {
      std::vector<int> seen;
      for (size_t i = 0; i < run.input(0).size(); ++i) {
        run.input(0)[i] = static_cast<char>(turn * 16 + static_cast<int>(i));
        seen.push_back(int{run.input(0)[i]});
      }
      if (newest_first)
        kept.erase(kept.end() - fresh * 4, kept.end());
      else
        kept.erase(kept.begin(), kept.begin() + fresh * 4);
      kept.insert(newest_first ? kept.begin() : kept.end(), seen.begin(), seen.end());
      for (const nookc::Call& call : p->calls) EXPECT(run.call(call));
      for (size_t i = 0; i < kept.size(); ++i) EXPECT_EQ(int{run.output(0)[i]}, kept[i]);
    }
  }
}

// The application needs its own copy of such rows.
TEST(tensors_in_a_window_may_be_outputs) {
  for (const int which : {0, 1, 2}) {
    Remembers net(2);
    const TensorId rows = net.rows("rows", 2);
    net.b.node(nook::Abs::Attrs{}, {net.x}, rows);
    std::rotate(net.b.graph.nodes.begin(), net.b.graph.nodes.end() - 1, net.b.graph.nodes.end());
    net.b.graph.nodes[2].in[1] = rows;
    net.b.outputs(which == 0 ? rows : which == 1 ? net.old : net.next);
    EXPECT_EQ(nookc::keep_windows(net.b.graph), which == 1 ? 0 : 1);
    nookc::make_views(net.b.graph);
    const auto p = nookc::lower_and_place(net.b.graph, options());
    EXPECT(p);
    test::ProgramRun run(*p);
    for (int turn = 1; turn < 4; ++turn) {
      for (char& each : run.input(0)) each = static_cast<char>(turn);
      for (const nookc::Call& call : p->calls) EXPECT(run.call(call));
      const std::vector<char>& shown = run.output(1);
      EXPECT_EQ(int{shown.back()}, which == 1 ? turn - 1 : turn);
      EXPECT_EQ(int{run.output(0)[0]}, std::max(turn - 2, 0));
    }
  }
}

// `reorder` may place their reader there while they are a copy.
TEST(rows_that_are_read_after_their_window_has_changed_stay_a_copy) {
  Remembers net(2);
  const TensorId oldest = net.rows("oldest", 2);
  net.b.node(nook::Slice::Attrs{},
             {net.window, net.b.integers("from", {4}, {0, 0, 0, 0}),
              net.b.integers("count", {4}, {1, 2, 1, kChannels})},
             oldest);
  net.b.node(nook::Abs::Attrs{}, {oldest}, net.b.output("z", {1, 2, 1, kChannels}));
  EXPECT_EQ(nookc::keep_windows(net.b.graph), 1);
  std::swap(net.b.graph.nodes.back(), *(net.b.graph.nodes.end() - 2));
  EXPECT(net.b.graph.nodes.back().in[0] == oldest);
  nookc::make_views(net.b.graph);
  const auto p = nookc::lower_and_place(net.b.graph, options());
  EXPECT(p);
  test::ProgramRun run(*p);
  for (int turn = 1; turn < 7; ++turn) {
    for (char& each : run.input(0)) each = static_cast<char>(turn);
    for (const nookc::Call& call : p->calls) EXPECT(run.call(call));
    // Three rows are kept: two of the last inference after one of the inference before it.
    EXPECT_EQ(int{run.output(1).front()}, std::max(turn - 2, 0));
    EXPECT_EQ(int{run.output(1).back()}, turn - 1);
  }
}
