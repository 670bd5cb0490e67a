// Models with branches and loops, of any size and depth.
#include "tests/compat/nets.h"
#include "tests/control/net.h"
#include "tests/test.h"

namespace compat_test {
namespace {

using control::Subgraph;
namespace fb = nook::tflite;

const control::Tensor kFew = {fb::TensorType_INT32, {3}}, kMany = {fb::TensorType_INT32, {20}};

class Growing {
 public:
  Growing(const Flows& flows) : flows_(flows), rng_(flows.seed) {}

  std::string run() {
    net_.emplace_back();
    Body main{{}, {}, {}, {}};
    main.count = main.g.input();
    main.few.push_back(main.g.input(kFew)), main.many.push_back(main.g.input(kMany));
    fill(main, flows_.operators, 0);
    main.g.out = {plus_last(main, false), plus_last(main, true)};
    net_[0] = main.g;
    return control::write(net_);
  }

 private:
  // A subgraph, and its values by shape.
  struct Body {
    Subgraph g;
    int32_t count = 0;  // a number
    std::vector<int32_t> few, many;
  };

  int32_t any(const std::vector<int32_t>& values) {
    const int32_t most = static_cast<int32_t>(values.size()) - 1;
    return values[static_cast<size_t>(most - (most < 4 ? rng_.in(0, most) : rng_.in(0, 4)))];
  }
  int32_t plus_last(Body& b, bool many) {
    const std::vector<int32_t>& values = many ? b.many : b.few;
    return b.g.plus(values.back(), any(values), many ? kMany : kFew);
  }

  void fill(Body& b, int operators, int depth) {
    while (operators > 0) {
      const int kind = depth < flows_.depth && operators > 4 ? rng_.in(0, 5) : 0;
      if (kind < 4) {
        const bool many = rng_.in(0, 1) == 1;
        (many ? b.many : b.few).push_back(plus_last(b, many));
        --operators;
      } else {
        const int inside = rng_.in(2, operators);
        kind == 4 ? branch(b, inside, depth) : loop(b, inside, depth);
        operators -= inside;
      }
    }
  }

  // A subgraph with a number and both shapes as inputs and outputs.
  int32_t subgraph(int operators, int depth, bool counts) {
    const int32_t number = static_cast<int32_t>(net_.size());
    net_.emplace_back();
    Body body{{}, {}, {}, {}};
    body.count = body.g.input();
    body.few.push_back(body.g.input(kFew)), body.many.push_back(body.g.input(kMany));
    fill(body, operators, depth + 1);
    const int32_t count =
        counts ? body.g.plus(body.count, body.g.constant({1})) : body.g.plus(body.count, body.count);
    body.g.out = {count, plus_last(body, false), body.many.back()};
    net_[static_cast<size_t>(number)] = body.g;
    return number;
  }

  void branch(Body& b, int operators, int depth) {
    const int32_t flag = b.g.less(b.count, b.g.constant({rng_.in(-5, 5)}));
    const int32_t then = subgraph(operators / 2, depth, false);
    const int32_t other = flows_.shared ? then : subgraph(operators - operators / 2, depth, false);
    const std::vector<int32_t> y =
        b.g.branch({flag, b.count, any(b.few), any(b.many)}, then, other, {control::Tensor(), kFew, kMany});
    b.few.push_back(y[1]), b.many.push_back(y[2]);
  }

  void loop(Body& b, int operators, int depth) {
    Subgraph until;
    const int32_t i = until.input();
    until.input(kFew), until.input(kMany);
    until.out = {until.less(i, until.constant({2}))};
    const int32_t condition = static_cast<int32_t>(net_.size());
    net_.push_back(until);
    const int32_t body = subgraph(operators, depth, true), zero = b.g.constant({rng_.in(0, 1)});
    const std::vector<int32_t> y = b.g.loop({b.g.plus(zero, zero), any(b.few), any(b.many)}, condition, body);
    b.few.push_back(y[1]), b.many.push_back(y[2]);
  }

  const Flows& flows_;
  test::Rng rng_;
  std::vector<Subgraph> net_;
};

}  // namespace

Net flows_of(const Flows& flows) {
  const std::string file = Growing(flows).run();
  return net_of("flows of " + std::to_string(flows.operators) + " in depth " + std::to_string(flows.depth) +
                    ", seed " + std::to_string(flows.seed),
                file.data(), file.size());
}

// Each level has two branches: one ends, one goes on inside.
Net nest_of(int depth) {
  std::vector<Subgraph> net;
  for (int level = 0; level <= depth; ++level) {
    Subgraph g, other;
    const int32_t n = g.input(), x = g.input(kFew), y = g.plus(x, x, kFew);
    if (level < depth) {
      const int32_t flag = g.less(n, g.constant({level % 3 - 1})), next = 2 * level + 1;
      g.out = {g.plus(g.branch({flag, n, y}, next, next + 1, {kFew})[0], x, kFew)};
    } else {
      g.out = {y};
    }
    other.input();
    const int32_t z = other.input(kFew);
    other.out = {other.plus(z, z, kFew)};
    if (level > 0) net.push_back(other);
    net.push_back(g);
  }
  const std::string file = control::write(net);
  return net_of("a nest of " + std::to_string(depth), file.data(), file.size());
}

}  // namespace compat_test
