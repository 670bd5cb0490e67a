#include "nookc/middle/passes/few_bits/chain.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

#include "nookc/middle/passes/evaluate.h"
#include "nookc/middle/passes/floats/affine.h"

namespace nookc::bits {
namespace {

using nook::OpCode;

constexpr int32_t kMostLevels = 256;
constexpr int32_t kMostMultiple = 255;
constexpr int64_t kMostTried = 1 << 20;  // inputs of a chain that are all examined

const std::set<OpCode> kOnElements = {
    OpCode::kAdd,          OpCode::kSub,       OpCode::kMul,      OpCode::kDiv,       OpCode::kMinimum,
    OpCode::kMaximum,      OpCode::kRound,     OpCode::kFloor,    OpCode::kCeil,      OpCode::kRelu,
    OpCode::kRelu6,        OpCode::kReluN1To1, OpCode::kRelu0To1, OpCode::kTanh,      OpCode::kCast,
    OpCode::kGreaterEqual, OpCode::kGreater,   OpCode::kLogistic, OpCode::kLeakyRelu, OpCode::kHardSwish,
    OpCode::kQuantize,     OpCode::kDequantize};

// Operators whose result never falls where an operand rises, or never rises, in floats too.
const std::set<OpCode> kMonotone = {
    OpCode::kAdd,          OpCode::kSub,       OpCode::kMul,       OpCode::kDiv,      OpCode::kMinimum,
    OpCode::kMaximum,      OpCode::kRound,     OpCode::kFloor,     OpCode::kCeil,     OpCode::kRelu,
    OpCode::kRelu6,        OpCode::kReluN1To1, OpCode::kCast,      OpCode::kRelu0To1, OpCode::kGreater,
    OpCode::kGreaterEqual, OpCode::kQuantize,  OpCode::kDequantize};

const std::set<OpCode> kClamps = {OpCode::kMinimum, OpCode::kMaximum,   OpCode::kRelu,
                                  OpCode::kRelu6,   OpCode::kReluN1To1, OpCode::kRelu0To1};

bool makes_integers(const Graph& graph, const Node& node) {
  const OpCode code = op_code(node);
  if (code == OpCode::kCast)
    return graph[node.in[0]].type == nook::DType::kBool && graph[node.out[0]].type == nook::DType::kF32;
  return code == OpCode::kRound || code == OpCode::kFloor || code == OpCode::kCeil ||
         code == OpCode::kQuantize;
}

// float32, or the int8 between a QUANTIZE and a DEQUANTIZE.
bool of_chain(const Tensor& t) {
  return t.type == nook::DType::kF32 || t.type == nook::DType::kBool ||
         (t.type == nook::DType::kS8 && t.scales.size() == 1);
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
  if (!of_chain(y)) return TensorId::kNone;
  TensorId x = TensorId::kNone;
  for (const TensorId t : node.in) {
    if (t == TensorId::kNone) return TensorId::kNone;
    if (!graph[t].constant()) {
      if (x != TensorId::kNone || !(graph[t].shape == y.shape) || !of_chain(graph[t])) return TensorId::kNone;
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
    Bytes x = bytes_of(numbers, graph_[TensorId{0}].type);
    for (const Node& node : graph_.nodes) {
      std::vector<const void*> in;
      for (const TensorId t : node.in) in.push_back(graph_[t].constant() ? graph_[t].data->data() : x.data());
      std::vector<Bytes> results = evaluate(graph_, node, std::move(in));
      if (results.empty()) return {};
      x = std::move(results[0]);
    }
    return numbers_of(x, graph_[graph_.nodes.back().out[0]].type);
  }

 private:
  // The integers of int8 are numbers as well.
  static Bytes bytes_of(const std::vector<float>& numbers, nook::DType type) {
    Bytes bytes(type == nook::DType::kS8 ? numbers.size() : numbers.size() * sizeof(float));
    if (type != nook::DType::kS8) {
      std::memcpy(bytes.data(), numbers.data(), bytes.size());
    } else {
      for (size_t i = 0; i < numbers.size(); ++i)
        bytes[i] = static_cast<std::byte>(static_cast<int>(numbers[i]));
    }
    return bytes;
  }
  static std::vector<float> numbers_of(const Bytes& bytes, nook::DType type) {
    if (type == nook::DType::kS8) {
      std::vector<float> made;
      for (const std::byte b : bytes) made.push_back(static_cast<float>(static_cast<int8_t>(b)));
      return made;
    }
    std::vector<float> made(bytes.size() / sizeof(float));
    std::memcpy(made.data(), bytes.data(), made.size() * sizeof(float));
    return made;
  }

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
    levels->least = least_;
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
    if (!multiples(each, kMostMultiple, &levels->scale, &of_scale)) return false;
    levels->range = {of_scale[0], of_scale[1] - of_scale[0], count_};
    for (size_t i = 1; i < of_scale.size(); ++i)
      if (of_scale[i] - of_scale[i - 1] != levels->range.step) return false;
    return levels->range.step > 0 && set_zero(&levels->range);
  }

  // Bytes are the multiples, or lie lower where they would be above 127. 0 has a byte.
  static bool set_zero(LevelRange* range) {
    if (range->first < -128 || range->last() > 127) range->zero = -128 - range->first;
    return range->zero >= -128 && range->zero <= 127 && range->last() + range->zero <= 127;
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

  // Compares the counted marks with the chain at inputs spread over the range: all inputs, if a chain may
  // rise and fall and there are few enough, else some.
  bool check(const Levels& levels) {
    int64_t range = 1, probes = 64;
    for (size_t c = 0; c < channels(); ++c) range = std::max(range, in_.most[c] - in_.least[c]);
    const bool monotone = std::ranges::all_of(
        chain_.nodes, [&](size_t n) { return kMonotone.contains(op_code(graph_.nodes[n])); });
    const bool all = !monotone && range <= kMostTried / static_cast<int64_t>(channels());
    if (all) probes = range;
    std::vector<int64_t> at;
    for (int64_t k = 0; k <= probes; ++k)
      for (size_t c = 0; c < channels(); ++c) {
        const int64_t step = all ? 1 : (in_.most[c] - in_.least[c]) / probes;
        at.push_back(std::min(in_.least[c] + step * k, in_.most[c]));
      }
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

Chain chain_to(const Graph& graph, const Users& users, TensorId to, bool quantize) {
  Chain chain;
  chain.to = to;
  TensorId t = to;
  for (const Node* maker = users.producer(t); maker; maker = users.producer(t)) {
    if (t != to && (users.uses(t) != 1 || graph.is_output(t))) break;
    if (!quantize && (op_code(*maker) == OpCode::kQuantize || op_code(*maker) == OpCode::kDequantize)) break;
    const TensorId x = read_by(graph, *maker, &chain.channels);
    if (x == TensorId::kNone) break;
    chain.nodes.insert(chain.nodes.begin(), static_cast<size_t>(maker - graph.nodes.data()));
    t = chain.from = x;
  }
  return chain;
}

Chain without_channels(const Graph& graph, const Chain& chain) {
  Chain rest = chain;
  rest.channels = 1;
  size_t after = 0;
  for (size_t k = 0; k < chain.nodes.size(); ++k)
    for (const TensorId t : graph.nodes[chain.nodes[k]].in)
      if (graph[t].constant() && graph[t].shape.elements() > 1) after = k + 1;
  rest.nodes.erase(rest.nodes.begin(), rest.nodes.begin() + static_cast<std::ptrdiff_t>(after));
  if (after > 0) rest.from = graph.nodes[chain.nodes[after - 1]].out[0];
  return rest;
}

std::optional<AffineChain> affine_chain(const Graph& graph, const Chain& chain, int32_t channels) {
  const auto count = static_cast<size_t>(channels);
  AffineChain all{OpCode::kRound, std::vector<double>(count, 1), std::vector<double>(count, 0)};
  const size_t integers = last_integers(graph, chain);
  if (integers == 0) return {};
  all.rounding = op_code(graph.nodes[chain.nodes[integers - 1]]);
  if (all.rounding == OpCode::kCast) return {};
  for (size_t k = 0; k + 1 < integers; ++k) {
    const Node& node = graph.nodes[chain.nodes[k]];
    if (kClamps.contains(op_code(node))) continue;
    const std::optional<ChannelMap> map = affine_of(graph, node);
    if (!map || map->m.size() != count) return {};
    for (size_t c = 0; c < count; ++c) all.m[c] *= map->m[c], all.a[c] = all.a[c] * map->m[c] + map->a[c];
  }
  if (all.rounding != OpCode::kQuantize) return all;
  const Tensor& q = graph[graph.nodes[chain.nodes[integers - 1]].out[0]];
  const double scale = static_cast<double>(q.scales[0]);
  for (size_t c = 0; c < count; ++c) all.m[c] /= scale, all.a[c] = all.a[c] / scale + q.zero_point;
  all.rounding = OpCode::kRound;
  return all;
}

bool levels_of(const Graph& graph, const Chain& chain, const Inputs& inputs, Levels* levels) {
  return !chain.nodes.empty() && graph[chain.from].type == nook::DType::kF32 &&
         graph[chain.to].type == nook::DType::kF32 && Finder(graph, chain, inputs).find(levels);
}

}  // namespace nookc::bits
