// Layers that remember rows, in the spellings that models use, with other readers in between.
#include <algorithm>
#include <span>

#include "nook/ops/abs/abs_op.h"
#include "nook/ops/concatenation/concatenation_op.h"
#include "nook/ops/slice/slice_op.h"
#include "nookc/front/export/export.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/middle/passes/cut_joins.h"
#include "tests/generated/check.h"
#include "tests/nookc/graphs.h"
#include "tests/sanitized.h"
#include "tests/test.h"

namespace {

using generated::Choices;
using nookc::TensorId;

class Registers {
 public:
  explicit Registers(Choices& choices) : choose_(choices), channels_(choices.in(1, 4)) {}

  test::GraphBuilder build() {
    TensorId rows = b_.input("x", {1, choose_.in(1, 3), 1, channels_});
    for (int layers = choose_.in(1, 3); layers > 0; --layers) {
      rows = layer(rows);
      if (choose_.chance(50)) assign();
    }
    assign();
    return std::move(b_);
  }

 private:
  int32_t rows_of(TensorId t) const { return b_.graph[t].shape.dim[1]; }
  TensorId fresh(int32_t rows) {
    return b_.tensor("t" + std::to_string(b_.graph.tensors.size()), {1, rows, 1, channels_});
  }
  // Sometimes followed by RESHAPEs to a list and back, or by a change of every value.
  TensorId put(nookc::Attrs attrs, std::vector<TensorId> in, int32_t rows) {
    const TensorId t = fresh(rows);
    b_.node(std::move(attrs), std::move(in), t);
    if (!choose_.chance(20)) return t;
    const TensorId list = b_.tensor("list", {1, rows * channels_}), back = fresh(rows);
    b_.node(nookc::reshape(), {t, b_.integers("flat", {2}, {1, rows * channels_})}, list);
    b_.node(nookc::reshape(), {list, b_.integers("shape", {4}, {1, rows, 1, channels_})}, back);
    return back;
  }
  TensorId join(const std::vector<TensorId>& parts) {
    nook::Concatenation::Attrs along;
    along.axis = 1;
    int32_t rows = 0;
    for (const TensorId t : parts) rows += rows_of(t);
    return put(along, parts, rows);
  }
  TensorId slice(TensorId t, int32_t from, int32_t to) {
    return put(nook::Slice::Attrs{},
               {t, b_.integers("begin", {4}, {0, from, 0, 0}),
                b_.integers("size", {4}, {1, to - from, 1, channels_})},
               to - from);
  }
  void show(TensorId t) {
    b_.node(nook::Abs::Attrs{}, {t},
            b_.output("y" + std::to_string(outputs_++), {1, rows_of(t), 1, channels_}));
  }

  // A variable of some rows, and a window of them and of new rows.
  TensorId layer(TensorId rows) {
    const int32_t n = rows_of(rows), held = n + choose_.in(1, 4);
    const TensorId variable = b_.tensor("variable", {1, held, 1, channels_}), old = fresh(held);
    b_.graph[variable].variable = true;
    b_.node(nookc::reshape(), {variable, b_.integers("shape", {4}, {1, held, 1, channels_})}, old);
    const bool newest_first = choose_.chance(40);
    const auto in_order = [&](TensorId first, TensorId then) {
      return newest_first ? join({then, first}) : join({first, then});
    };
    TensorId window = TensorId::kNone, next = TensorId::kNone;
    switch (choose_.in(0, 2)) {
      case 0:  // joins, then forgets
        window = in_order(old, rows);
        next = newest_first ? slice(window, 0, held) : slice(window, n, n + held);
        break;
      case 1:  // forgets, then joins
        next = window = in_order(newest_first ? slice(old, 0, held - n) : slice(old, n, held), rows);
        break;
      default: {  // rolls, and replaces the rows that come around
        const int32_t cut = newest_first ? held - n : n;
        const TensorId rolled = join({slice(old, cut, held), slice(old, 0, cut)});
        next = window = in_order(newest_first ? slice(rolled, n, held) : slice(rolled, 0, held - n), rows);
        if (choose_.chance(20)) show(rolled);
      }
    }
    later_.push_back({next, variable});
    const TensorId seen = put(nook::Abs::Attrs{}, {window}, rows_of(window));
    const int32_t from = choose_.in(0, rows_of(window) - 1);
    if (choose_.chance(30)) show(slice(window, from, rows_of(window)));
    if (choose_.chance(30)) show(old);
    show(seen);
    return slice(seen, from, std::min(from + 3, rows_of(seen)));
  }

  void assign() {
    for (const auto& [next, variable] : later_)
      b_.node(nookc::reshape(), {next, b_.integers("shape", {4}, {1, rows_of(next), 1, channels_})},
              variable);
    later_.clear();
  }

  Choices& choose_;
  const int32_t channels_;
  test::GraphBuilder b_;
  int outputs_ = 0;
  std::vector<std::pair<TensorId, TensorId>> later_;
};

}  // namespace

TEST(rows_that_are_remembered_in_any_spelling_give_the_bytes_of_the_interpreter) {
  generated::Counts counts;
  int64_t windows = 0, cuts = 0;
  for (uint64_t seed = 1; seed <= (test::kSanitized ? 30 : 200); ++seed) {
    Choices choices(seed);
    nookc::Graph graph = Registers(choices).build().graph;
    const auto tflite = nookc::export_tflite(graph);
    EXPECT(tflite);
    generated::Subject subject(*tflite, static_cast<uint32_t>(seed));
    std::string wrong = subject.prepare(counts), how;
    for (int turn = 0; turn < 4 && wrong.empty(); ++turn) {
      generated::Variant variant = generated::plain();
      variant.options.disabled_passes.clear();
      if (turn > 0) variant = generated::random_variant(choices, subject.graph());
      how = variant.text;
      wrong = subject.check(variant, counts);
    }
    if (!wrong.empty()) printf("seed %d: %s: %s\n", static_cast<int>(seed), how.c_str(), wrong.c_str());
    EXPECT(wrong.empty());
    cuts += nookc::cut_joins(graph);
    nookc::CompileOptions options = generated::plain().options;
    options.disabled_passes.clear();
    const auto program =
        nookc::compile(std::as_bytes(std::span(tflite->data(), tflite->size())), "net.tflite", options);
    EXPECT(program);
    if (program) windows += static_cast<int64_t>(program->graph.windows.size());
  }
  printf("%lld programs, %lld windows, %lld slices of joined rows\n", static_cast<long long>(counts.programs),
         static_cast<long long>(windows), static_cast<long long>(cuts));
  EXPECT(windows > 50 && cuts > 50);
}
