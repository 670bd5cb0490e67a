#include "nookc/middle/passes/between_marks.h"

#include <algorithm>
#include <map>
#include <utility>

#include "nookc/graph/ethos_u.h"
#include "nookc/graph/next_values.h"

namespace nookc {
namespace {

constexpr size_t kMostStretches = 32;  // passes take time for each: those with most operators are chosen
constexpr size_t kLeastNodes = 2;

// The nodes [first, end) of a graph.
struct Stretch {
  size_t first, end;

  size_t size() const { return end - first; }
};

bool is_same(const Tensor& a, const Tensor& b) {
  return a.type == b.type && a.shape == b.shape && a.scales == b.scales && a.zero_point == b.zero_point &&
         a.channel_axis == b.channel_axis && a.variable == b.variable && a.first == b.first &&
         a.data == b.data && a.narrowed.of == b.narrowed.of;
}

class BetweenMarks {
 public:
  explicit BetweenMarks(Graph& graph) : graph_(graph), next_(next_values(graph)) {
    find_stretches();
    keep_values_apart();
    find_users();
  }

  int run(const std::function<int(Graph&)>& pass) {
    std::vector<size_t> place(graph_.nodes.size() + 1);
    std::vector<Node> all;
    int changes = 0;
    size_t part = 0;
    for (size_t i = 0; i < graph_.nodes.size();) {
      place[i] = all.size();
      if (part == stretches_.size() || i < stretches_[part].first) {
        all.push_back(graph_.nodes[i++]);
        continue;
      }
      changes += run_on(part, pass, all);
      i = stretches_[part++].end;
    }
    place.back() = all.size();
    graph_.nodes = std::move(all);
    graph_.regions.move_marks(place);
    return changes;
  }

 private:
  static constexpr size_t kNobody = SIZE_MAX, kSeveral = SIZE_MAX - 1, kOutside = SIZE_MAX - 2;

  bool writes_next(const Node& node) const {
    return std::ranges::any_of(node.out, [&](TensorId t) { return next_.contains(t); });
  }

  void find_stretches() {
    std::vector<bool> begins(graph_.nodes.size() + 1);
    for (const RegionMark& mark : graph_.regions.marks) begins[mark.at] = true;
    for (size_t i = 0; i < graph_.nodes.size(); ++i) {
      if (writes_next(graph_.nodes[i])) continue;
      const bool goes_on = !stretches_.empty() && stretches_.back().end == i && !begins[i];
      if (!goes_on) stretches_.push_back({i, i});
      ++stretches_.back().end;
    }
    std::erase_if(stretches_, [](const Stretch& part) { return part.size() < kLeastNodes; });
    if (stretches_.size() <= kMostStretches) return;
    std::ranges::stable_sort(stretches_, std::greater<>(), &Stretch::size);
    stretches_.resize(kMostStretches);
    std::ranges::sort(stretches_, {}, &Stretch::first);
  }

  // A pass may make a view of what had bytes of its own. The values for the next iteration of a loop are
  // copied in order, so none may be a view of a place that an earlier copy writes.
  void keep_values_apart() {
    for (const Node& node : graph_.nodes)
      for (const TensorId t : node.in)
        if (writes_next(node) && t != TensorId::kNone && !graph_[t].constant() && !graph_[t].variable)
          graph_.regions.copied.push_back(t);
  }

  size_t stretch_of(size_t node) const {
    const auto after = std::ranges::upper_bound(stretches_, node, {}, &Stretch::first);
    if (after == stretches_.begin()) return kOutside;
    const auto part = std::prev(after);
    return node < part->end ? static_cast<size_t>(part - stretches_.begin()) : kOutside;
  }

  // Tensors that control flow names are used by several.
  void find_users() {
    users_.assign(graph_.tensors.size(), kNobody);
    const auto use = [&](TensorId t, size_t user) {
      if (t == TensorId::kNone) return;
      size_t& all = users_[index(t)];
      all = all == kNobody || all == user ? user : kSeveral;
    };
    for (size_t i = 0; i < graph_.nodes.size(); ++i) {
      const size_t part = stretch_of(i);
      for (const auto* side : {&graph_.nodes[i].in, &graph_.nodes[i].out})
        for (const TensorId t : *side) use(t, part);
    }
    const auto use_all = [&](const std::vector<TensorId>& tensors) {
      for (const TensorId t : tensors) use(t, kSeveral);
    };
    use_all(graph_.inputs), use_all(graph_.outputs), use_all(graph_.regions.copied);
    for (const RegionMark& mark : graph_.regions.marks)
      use(mark.condition, kSeveral), use_all(mark.results), use_all(mark.carried);
    for (const auto& [value, to] : graph_.regions.joined) use(value, kSeveral), use(to, kSeveral);
  }

  // A network of the nodes of a part: `whole` gives the tensors of the graph, in the order of its own.
  Graph network_of(const Stretch& part, std::vector<TensorId>& whole) const {
    Graph own;
    own.file = graph_.file, own.description = graph_.description;
    std::map<TensorId, TensorId> numbers;
    std::vector<bool> made;
    for (size_t i = part.first; i < part.end; ++i) {
      own.nodes.push_back(graph_.nodes[i]);
      Node& node = own.nodes.back();
      const auto rename = [&](TensorId& t, bool out) {
        if (t == TensorId::kNone) return;
        const auto [at, fresh] = numbers.try_emplace(t, static_cast<TensorId>(own.tensors.size()));
        if (fresh) own.add(graph_[t]), whole.push_back(t), made.push_back(out);
        t = at->second;
      };
      for (TensorId& t : node.in) rename(t, false);
      for (TensorId& t : node.out) rename(t, true);
    }
    for (size_t i = 0; i < whole.size(); ++i) {
      const Tensor& tensor = own.tensors[i];
      if (tensor.constant() || tensor.variable) continue;
      const TensorId t{static_cast<uint32_t>(i)};
      if (!made[i]) own.inputs.push_back(t), own.input_names.push_back(tensor.name);
      if (users_[index(whole[i])] == kSeveral)
        own.outputs.push_back(t), own.output_names.push_back(tensor.name);
    }
    return own;
  }

  // Whether the tensors that others use are unchanged.
  bool fits(const Graph& own, const std::vector<TensorId>& whole) const {
    if (own.tensors.size() < whole.size() || !own.windows.empty()) return false;
    for (size_t i = 0; i < whole.size(); ++i)
      if (users_[index(whole[i])] == kSeveral && !is_same(own.tensors[i], graph_[whole[i]])) return false;
    return true;
  }

  int run_on(size_t number, const std::function<int(Graph&)>& pass, std::vector<Node>& all) {
    const Stretch& part = stretches_[number];
    std::vector<TensorId> whole;
    Graph own = network_of(part, whole);
    const int changes = pass(own);
    if (changes == 0 || !fits(own, whole)) {
      all.insert(all.end(), graph_.nodes.begin() + static_cast<ptrdiff_t>(part.first),
                 graph_.nodes.begin() + static_cast<ptrdiff_t>(part.end));
      return 0;
    }
    for (size_t i = 0; i < whole.size(); ++i) graph_[whole[i]] = own.tensors[i];
    for (size_t i = whole.size(); i < own.tensors.size(); ++i) whole.push_back(graph_.add(own.tensors[i]));
    for (Node& node : own.nodes) {
      for (auto* side : {&node.in, &node.out})
        for (TensorId& t : *side)
          if (t != TensorId::kNone) t = whole[index(t)];
      all.push_back(std::move(node));
    }
    graph_.unlisted.merge(own.unlisted);
    return changes;
  }

  Graph& graph_;
  const std::set<TensorId> next_;
  std::vector<Stretch> stretches_;  // in order
  std::vector<size_t> users_;       // per tensor: the part that uses it alone
};

}  // namespace

int run_between_marks(Graph& graph, const std::function<int(Graph&)>& pass) {
  if (graph.regions.empty()) return pass(graph);
  return holds_commands(graph) ? 0
                               : BetweenMarks(graph).run(pass);  // commands name places of the whole network
}

}  // namespace nookc
