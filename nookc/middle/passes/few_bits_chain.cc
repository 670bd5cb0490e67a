#include "nookc/middle/passes/few_bits_chain.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

#include "nookc/middle/passes/evaluate.h"

namespace nookc::bits {
namespace {

using nook::OpCode;

constexpr int32_t kMostLevels = 64;

const std::set<OpCode> kOnElements = {
    OpCode::kAdd,          OpCode::kSub,       OpCode::kMul,      OpCode::kDiv,       OpCode::kMinimum,
    OpCode::kMaximum,      OpCode::kRound,     OpCode::kFloor,    OpCode::kCeil,      OpCode::kRelu,
    OpCode::kRelu6,        OpCode::kReluN1To1, OpCode::kRelu0To1, OpCode::kTanh,      OpCode::kCast,
    OpCode::kGreaterEqual, OpCode::kGreater,   OpCode::kLogistic, OpCode::kLeakyRelu, OpCode::kHardSwish};

bool makes_integers(const Graph& graph, const Node& node) {
  const OpCode code = op_code(node);
  if (code == OpCode::kCast)
    return graph[node.in[0]].type == nook::DType::kBool && graph[node.out[0]].type == nook::DType::kF32;
  return code == OpCode::kRound || code == OpCode::kFloor || code == OpCode::kCeil;
}

// The numbers of a constant that is the same along all dimensions but the last; 0: it is not.
int32_t numbers_along_last(const Tensor& constant, const nook::Shape& whole) {
  const int32_t count = constant.shape.elements();
  if (count == 1) return 1;
  return constant.shape.rank > 0 && whole.rank > 0 && count == constant.shape.back(0) &&
                 count == whole.back(0)
             ? count
             : 0;
}

// The one operand that varies, if the node may be part of a chain.
TensorId read_by(const Graph& graph, const Node& node, int32_t* channels) {
  if (node.erased() || node.out.size() != 1 || !kOnElements.contains(op_code(node))) return TensorId::kNone;
  const Tensor& y = graph[node.out[0]];
  TensorId x = TensorId::kNone;
  for (const TensorId t : node.in) {
    if (t == TensorId::kNone) return TensorId::kNone;
    if (!graph[t].constant()) {
      if (x != TensorId::kNone || !(graph[t].shape == y.shape)) return TensorId::kNone;
      x = t;
      continue;
    }
    const int32_t numbers = numbers_along_last(graph[t], y.shape);
    if (numbers == 0) return TensorId::kNone;
    *channels = std::max(*channels, numbers);
  }
  return x;
}

// A part of a chain on [rows][channels] elements.
class Runner {
 public:
  Runner(const Graph& graph, const Chain& chain, size_t first, size_t last, int32_t rows, int32_t channels) {
    graph_.description = graph.description, graph_.file = graph.file;
    nook::Shape shape;
    shape.rank = 2, shape.dim[0] = rows, shape.dim[1] = channels;
    const auto add = [&](const Tensor& like) {
      Tensor made = like;
      made.shape = shape;
      return graph_.add(std::move(made));
    };
    if (first == last) return;
    TensorId x = add(graph[first ? graph.nodes[chain.nodes[first - 1]].out[0] : chain.from]);
    for (size_t k = first; k < last; ++k) {
      Node node = graph.nodes[chain.nodes[k]];
      for (TensorId& t : node.in) t = graph[t].constant() ? constant(graph[t]) : x;
      x = node.out[0] = add(graph[node.out[0]]);
      graph_.nodes.push_back(std::move(node));
    }
  }

  std::vector<float> run(const std::vector<float>& numbers) const {
    if (graph_.nodes.empty()) return numbers;
    Bytes x(numbers.size() * sizeof(float));
    std::memcpy(x.data(), numbers.data(), x.size());
    for (const Node& node : graph_.nodes) {
      std::vector<const void*> in;
      for (const TensorId t : node.in) in.push_back(graph_[t].constant() ? graph_[t].data->data() : x.data());
      std::vector<Bytes> results = evaluate(graph_, node, std::move(in));
      if (results.empty()) return {};
      x = std::move(results[0]);
    }
    std::vector<float> made(x.size() / sizeof(float));
    std::memcpy(made.data(), x.data(), made.size() * sizeof(float));
    return made;
  }

 private:
  TensorId constant(const Tensor& from) {
    Tensor made = from;
    made.shape = {};
    made.shape.rank = 2, made.shape.dim[0] = 1, made.shape.dim[1] = from.shape.elements();
    return graph_.add(std::move(made));
  }

  Graph graph_;
};

size_t last_integers(const Graph& graph, const Chain& chain) {
  for (size_t k = chain.nodes.size(); k-- > 0;)
    if (makes_integers(graph, graph.nodes[chain.nodes[k]])) return k + 1;
  return 0;
}

// The integers between the results of the least and the most inputs, for all channels together.
class Finder {
 public:
  Finder(const Graph& graph, const Chain& chain, const Inputs& inputs)
      : graph_(graph), chain_(chain), in_(inputs), integers_(last_integers(graph, chain)) {}

  bool find(Levels* levels) {
    if (integers_ == 0 || !ends(levels) || !scale(levels)) return false;
    search(levels);
    return ok_ && check(*levels);
  }

 private:
  size_t channels() const { return static_cast<size_t>(in_.channels); }

  // The integers for a table of inputs, [rows][channels].
  std::vector<float> integers_of(const std::vector<int64_t>& at) {
    const auto rows = static_cast<int32_t>(at.size() / channels());
    const Runner runner(graph_, chain_, 0, integers_, rows, in_.channels);
    std::vector<float> numbers(at.size());
    for (size_t i = 0; i < at.size(); ++i)
      numbers[i] = in_.number(at[i], static_cast<int32_t>(i % channels()));
    std::vector<float> made = runner.run(numbers);
    ok_ &= made.size() == at.size();
    made.resize(at.size());
    return made;
  }

  bool ends(Levels* levels) {
    std::vector<int64_t> at = in_.least;
    at.insert(at.end(), in_.most.begin(), in_.most.end());
    const std::vector<float> ends = integers_of(at);
    if (!ok_ || !std::ranges::all_of(ends, [](float v) { return std::isfinite(v) && std::fabs(v) < 1e6f; }))
      return false;
    const auto [low, high] = std::minmax_element(ends.begin(), ends.end());
    least_ = static_cast<int32_t>(*low), count_ = static_cast<int32_t>(*high) - least_;
    for (size_t c = 0; c < channels(); ++c) levels->falls.push_back(ends[c] > ends[channels() + c]);
    return count_ >= 1 && count_ < kMostLevels;
  }

  // Runs the rest of the chain on the integers: the real numbers of the levels.
  bool scale(Levels* levels) {
    const int32_t rows = count_ + 1;
    std::vector<float> integers(static_cast<size_t>(rows) * channels());
    for (size_t i = 0; i < integers.size(); ++i)
      integers[i] = static_cast<float>(least_ + static_cast<int32_t>(i / channels()));
    const Runner rest(graph_, chain_, integers_, chain_.nodes.size(), rows, in_.channels);
    const std::vector<float> reals = rest.run(integers);
    if (reals.size() != integers.size()) return false;
    std::vector<float> each;
    for (size_t i = 0; i < reals.size(); ++i) {
      if (i % channels() == 0) each.push_back(reals[i]);
      if (reals[i] != each.back()) return false;  // a scale for each channel
    }
    std::vector<int32_t> of_scale;
    if (!multiples(each, &levels->scale, &of_scale)) return false;
    levels->range = {of_scale[0], of_scale[1] - of_scale[0], count_};
    for (size_t i = 1; i < of_scale.size(); ++i)
      if (of_scale[i] - of_scale[i - 1] != levels->range.step) return false;
    return levels->range.step > 0;
  }

  // Bisects for all marks of all channels at once.
  void search(Levels* levels) {
    const size_t marks = static_cast<size_t>(count_), all = marks * channels();
    std::vector<int64_t> from(all), to(all), middle(all);
    for (size_t i = 0; i < all; ++i)
      from[i] = in_.least[i % channels()], to[i] = in_.most[i % channels()] + 1;
    for (bool open = true; open && ok_;) {
      open = false;
      for (size_t i = 0; i < all; ++i)
        middle[i] = std::min(from[i] + (to[i] - from[i]) / 2, in_.most[i % channels()]);
      const std::vector<float> integers = integers_of(middle);
      for (size_t i = 0; i < all; ++i) {
        if (from[i] == to[i]) continue;
        const int32_t wanted = least_ + 1 + static_cast<int32_t>(i / channels());
        if (static_cast<int32_t>(integers[i]) >= wanted) {
          to[i] = middle[i];
        } else {
          from[i] = middle[i] + 1;
        }
        open |= from[i] != to[i];
      }
    }
    levels->marks.assign(channels(), {});
    for (size_t i = 0; i < all; ++i) levels->marks[i % channels()].push_back(from[i]);
  }

  // Compares the counted marks with the chain at inputs spread over the range: a chain that rises and falls
  // fails.
  bool check(const Levels& levels) {
    constexpr int64_t kProbes = 64;
    std::vector<int64_t> at;
    for (int64_t k = 0; k <= kProbes; ++k)
      for (size_t c = 0; c < channels(); ++c)
        at.push_back(in_.least[c] + (in_.most[c] - in_.least[c]) / kProbes * k);
    const std::vector<float> integers = integers_of(at);
    for (size_t i = 0; ok_ && i < at.size(); ++i) {
      const size_t c = i % channels();
      if (levels.falls[c]) continue;
      const auto& marks = levels.marks[c];
      if (!std::ranges::is_sorted(marks)) return false;
      const auto counted = std::ranges::count_if(marks, [&](int64_t mark) { return mark <= at[i]; });
      if (static_cast<int64_t>(integers[i]) != least_ + counted) return false;
    }
    return ok_;
  }

  const Graph& graph_;
  const Chain& chain_;
  const Inputs& in_;
  const size_t integers_;  // nodes of the chain up to its integers
  int32_t least_ = 0, count_ = 0;
  bool ok_ = true;
};

}  // namespace

Chain chain_to(const Graph& graph, const Users& users, TensorId to) {
  Chain chain;
  chain.to = to;
  TensorId t = to;
  for (const Node* maker = users.producer(t); maker; maker = users.producer(t)) {
    if (t != to && (users.uses(t) != 1 || graph.is_output(t))) break;
    const TensorId x = read_by(graph, *maker, &chain.channels);
    if (x == TensorId::kNone) break;
    chain.nodes.insert(chain.nodes.begin(), static_cast<size_t>(maker - graph.nodes.data()));
    t = chain.from = x;
  }
  return chain;
}

bool levels_of(const Graph& graph, const Chain& chain, const Inputs& inputs, Levels* levels) {
  return !chain.nodes.empty() && graph[chain.from].type == nook::DType::kF32 &&
         graph[chain.to].type == nook::DType::kF32 && Finder(graph, chain, inputs).find(levels);
}

}  // namespace nookc::bits
