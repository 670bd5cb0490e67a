#include "nookc/middle/hop/rewrite.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "nook/ops/slice/slice_op.h"
#include "nook/ops/slide_window/slide_window_op.h"
#include "nookc/core/invariant.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/graph/integers.h"
#include "nookc/middle/hop/hop_part.h"

namespace nookc {
namespace {

// A tensor of the new network that holds some rows of a tensor of the old one.
struct Stored {
  Rows rows;
  TensorId tensor;
};

class Rewriter {
 public:
  Rewriter(Graph& graph, const Motion& motion, const HopPlan& plan, const std::vector<Bytes>& first)
      : graph_(graph), motion_(motion), plan_(plan), first_(first), stored_(graph.tensors.size()) {}

  void run(int32_t runs) {
    std::vector<Node> old = std::move(graph_.nodes);
    graph_.nodes.clear();
    for (TensorId& t : graph_.inputs) take_input(t);
    for (size_t i = 0; i < old.size(); ++i)
      if (!old[i].erased()) rebuild(old[i], motion_.rules[i]);
    for (TensorId& t : graph_.outputs) give_output(t);
    put_state_last();
    count_runs(runs);
  }

 private:
  // A tensor like `t` with other rows along its time axis.
  TensorId add_rows(TensorId t, Rows rows, const std::string& suffix) {
    Tensor made = graph_[t];
    made.name += suffix, made.source = -1, made.placement.offset = -1;
    made.shape.dim[motion_.of(t).dim] = rows.count();
    return graph_.add(std::move(made));
  }
  std::string named(Rows rows) const {
    return "_rows_" + std::to_string(rows.begin) + "_" + std::to_string(rows.end - 1);
  }

  void store(TensorId t, Rows rows, TensorId as) { stored_[index(t)].push_back({rows, as}); }

  // If nothing is kept, the first frames still wait for a full window: a window of the input counts the runs.
  bool any_kept() const {
    return slid_ > 0 || std::ranges::any_of(plan_.held, [](const Held& held) { return held.kept; });
  }

  // A tensor with these rows: one that exists, or a slice of it.
  TensorId rows_of(TensorId t, Rows rows) {
    const std::vector<Stored> all = stored_[index(t)];
    for (const Stored& s : all)
      if (s.rows == rows) return s.tensor;
    const auto whole = std::ranges::find_if(all, [&](const Stored& s) { return s.rows.holds(rows); });
    invariant(whole != all.end(), "every row that is read is kept or computed");
    const TensorId part = add_rows(t, rows, named(rows));
    add_slice(whole->tensor, motion_.of(t).dim,
              {rows.begin - whole->rows.begin, rows.end - whole->rows.begin}, part);
    store(t, rows, part);
    return part;
  }

  void add_slice(TensorId from, int dim, Rows rows, TensorId to) {
    const nook::Shape shape = graph_[to].shape;
    std::vector<int32_t> begin(shape.rank), size(shape.dim, shape.dim + shape.rank);
    begin[static_cast<size_t>(dim)] = rows.begin;
    Node slice;
    slice.attrs = nook::Slice::Attrs{};
    const std::string name = graph_[to].name;
    slice.in = {from, add_integers(graph_, name + "_begin", begin),
                add_integers(graph_, name + "_size", size)};
    slice.out = {to};
    graph_.nodes.push_back(std::move(slice));
  }

  // Some rows of the window before the first run.
  Bytes first_rows(TensorId t, Rows rows) const {
    const int dim = motion_.of(t).dim;
    const nook::Shape& shape = graph_[t].shape;
    size_t outer = 1;
    for (int d = 0; d < dim; ++d) outer *= static_cast<size_t>(shape.dim[d]);
    const Bytes& all = first_[index(t)];
    const size_t row = all.size() / outer / static_cast<size_t>(shape.dim[dim]);
    Bytes some;
    for (size_t o = 0; o < outer; ++o) {
      const auto from = all.begin() + static_cast<std::ptrdiff_t>(o * all.size() / outer);
      some.insert(some.end(), from + static_cast<std::ptrdiff_t>(row) * rows.begin,
                  from + static_cast<std::ptrdiff_t>(row) * rows.end);
    }
    return some;
  }

  // The window of a tensor in persistent memory; `made` are its new parts, in order.
  void slide(TensorId t, const std::vector<TensorId>& made) {
    const Held& held = plan_.of(t);
    const Rows rows = held.kept ? held.window : held.made.front();
    const TensorId window = add_rows(t, rows, "_window");
    graph_[window].variable = true;
    if (!first_.empty()) graph_[window].first = std::make_shared<Bytes>(first_rows(t, rows));
    nook::SlideWindow::Attrs attrs;
    attrs.axis = motion_.of(t).dim, attrs.shift = motion_.shift(t);
    Node node;
    node.attrs = attrs;
    node.in = {made.back(), made.size() > 1 ? made.front() : TensorId::kNone};
    node.out = {window};
    graph_.nodes.push_back(std::move(node));
    stored_[index(t)].clear();
    store(t, rows, window);
    slid_ = graph_.nodes.size();
  }

  // The input of one hop is a tensor of its own: the old one keeps the shape by which operators are read.
  void take_input(TensorId& input) {
    const TensorId t = input;
    if (!motion_.of(t).moves()) return;
    const Held& held = plan_.of(t);
    input = add_rows(t, held.made.front(), "");
    graph_[input].source = graph_[t].source, graph_[input].placement = graph_[t].placement;
    store(t, held.made.front(), input);
    if (held.kept || !any_kept()) slide(t, {input});
  }

  void rebuild(const Node& old, const RowRule& rule) {
    if (rule.kind == RowRule::Kind::kStill || rule.kind == RowRule::Kind::kWhole) {
      Node node = old;
      for (TensorId& t : node.in)
        if (t != TensorId::kNone && motion_.of(t).moves()) t = rows_of(t, {0, motion_.of(t).rows});
      graph_.nodes.push_back(std::move(node));
      return;
    }
    const Held held = plan_.of(old.out[0]);
    std::vector<TensorId> made;
    for (const Rows& rows : held.made) made.push_back(rebuild_part(old, rule, rows, held));
    if (held.kept) slide(old.out[0], made);
  }

  // Returns the first result's rows.
  TensorId rebuild_part(const Node& old, const RowRule& rule, Rows rows, const Held& held) {
    int32_t operand_rows = 0;
    for (TensorId t : old.in)
      if (t != TensorId::kNone && motion_.of(t).moves()) operand_rows = motion_.of(t).rows;
    const Rows read =
        rule.kind == RowRule::Kind::kEach ? rows : RowRule::inside(rule.seen(rows), operand_rows);
    if (rule.kind == RowRule::Kind::kPart) {
      const TensorId part = rows_of(old.in[0], read);
      store(old.out[0], rows, part);
      return part;
    }
    Node node = old;
    narrow(graph_, motion_, {rule, rows, operand_rows}, node);
    for (size_t i = 0; i < node.in.size(); ++i)
      if (old.in[i] != TensorId::kNone && motion_.of(old.in[i]).moves())
        node.in[i] = rows_of(old.in[i], read);
    for (size_t i = 0; i < node.out.size(); ++i) {
      const TensorId t = old.out[i];
      const bool whole = !held.kept && rows == Rows{0, motion_.of(t).rows};
      node.out[i] = whole ? t : add_rows(t, rows, named(rows));
      store(t, rows, node.out[i]);
    }
    const TensorId first = node.out[0];
    graph_.nodes.push_back(std::move(node));
    return first;
  }

  // Outputs are tensors of their own: the application reads all of their rows.
  void give_output(TensorId& t) {
    if (!motion_.of(t).moves()) return;
    const TensorId rows = rows_of(t, {0, motion_.of(t).rows});
    if (rows == t) return;
    Node copy;
    copy.attrs = reshape(), copy.in = {rows}, copy.out = {t};
    graph_.nodes.push_back(std::move(copy));
  }

  // Operators with state of their own, and those that depend on them, run after all windows have moved: only
  // then is it known whether a run has a result.
  void put_state_last() {
    std::vector<bool> late(graph_.tensors.size());
    const auto is_early = [&](const Node& node) {
      const bool slides = Graph::attrs<nook::SlideWindow>(node) != nullptr;
      const bool waits =
          (has_state(graph_, node) && !slides) ||
          std::ranges::any_of(node.in, [&](TensorId t) { return t != TensorId::kNone && late[index(t)]; });
      for (TensorId t : node.out) late[index(t)] = waits;
      return !waits;
    };
    std::vector<Node> early, after;
    for (Node& node : graph_.nodes) (is_early(node) ? early : after).push_back(std::move(node));
    if (slid_ > 0) {
      slid_ = early.size();
      while (!Graph::attrs<nook::SlideWindow>(early[slid_ - 1])) --slid_;
    }
    early.insert(early.end(), std::make_move_iterator(after.begin()), std::make_move_iterator(after.end()));
    graph_.nodes = std::move(early);
  }

  // The last window that moves counts the runs: all others have moved by then.
  void count_runs(int32_t runs) {
    if (slid_ == 0) return;
    Graph::attrs<nook::SlideWindow>(graph_.nodes[slid_ - 1])->runs = runs;
  }

  Graph& graph_;
  const Motion& motion_;
  const HopPlan& plan_;
  const std::vector<Bytes>& first_;
  std::vector<std::vector<Stored>> stored_;  // per tensor of the old network
  size_t slid_ = 0;                          // the place after the last SLIDE_WINDOW
};

}  // namespace

void rewrite(Graph& graph, const Motion& motion, const HopPlan& plan, int32_t runs,
             const std::vector<Bytes>& first) {
  Rewriter(graph, motion, plan, first).run(runs);
}

}  // namespace nookc
