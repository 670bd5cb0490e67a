// Evaluates models of net.h straight from their description, without any code of nook.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/control/net.h"

namespace control {

class Evaluator {
 public:
  explicit Evaluator(const std::vector<Subgraph>& subgraphs) : subgraphs_(subgraphs) {}

  // One inference. Nothing if it takes too long, or its numbers become too large.
  std::optional<Numbers> run(const Numbers& inputs) {
    steps_ = 0, sound_ = true;
    std::vector<Value> given;
    for (const auto& numbers : inputs) given.push_back({numbers, {}});
    const std::vector<Value> values = call(0, given);
    if (!sound_) return std::nullopt;
    Numbers results;
    for (const Value& v : values) results.push_back(v.numbers);
    return results;
  }

 private:
  struct Value {
    std::vector<int32_t> numbers;
    std::string name;  // name of a variable
  };
  static constexpr int kMostSteps = 3000;
  static constexpr int32_t kMost = 1 << 24;

  std::vector<Value> call(int32_t number, const std::vector<Value>& given) {
    const Subgraph& g = subgraphs_[static_cast<size_t>(number)];
    std::vector<Value> all(g.tensors.size());
    for (size_t i = 0; i < all.size(); ++i) all[i].numbers = g.tensors[i].data;
    for (size_t i = 0; i < given.size(); ++i) all[static_cast<size_t>(g.in[i])] = given[i];
    for (const Op& op : g.ops) {
      if (++steps_ > kMostSteps) sound_ = false;
      if (!sound_) break;
      step(op, g, all);
    }
    std::vector<Value> results;
    for (const int32_t t : g.out) results.push_back(all[static_cast<size_t>(t)]);
    return results;
  }

  void step(const Op& op, const Subgraph& g, std::vector<Value>& all) {
    const auto in = [&](size_t i) -> Value& { return all[static_cast<size_t>(op.in[i])]; };
    const auto give = [&](const std::vector<Value>& values) {
      for (size_t i = 0; i < values.size(); ++i) all[static_cast<size_t>(op.out[i])] = values[i];
    };
    const auto rest = [&](size_t first) {
      std::vector<Value> values;
      for (size_t i = first; i < op.in.size(); ++i) values.push_back(in(i));
      return values;
    };
    switch (op.code) {
      case fb::BuiltinOperator_VAR_HANDLE:
        return give({{{}, op.name}});
      case fb::BuiltinOperator_READ_VARIABLE: {
        auto& kept = variables_[in(0).name];
        kept.resize(count(g, op.out[0]));
        return give({{kept, {}}});
      }
      case fb::BuiltinOperator_ASSIGN_VARIABLE:
        variables_[in(0).name] = in(1).numbers;
        return;
      case fb::BuiltinOperator_CALL_ONCE:
        if (!called_) (void)call(op.first, {});
        called_ = true;
        return;
      case fb::BuiltinOperator_IF:
        return give(call(in(0).numbers[0] ? op.first : op.second, rest(1)));
      case fb::BuiltinOperator_WHILE: {
        std::vector<Value> carried = rest(0);
        for (;;) {
          const std::vector<Value> on = call(op.first, carried);
          if (!sound_ || !on[0].numbers[0]) return give(carried);
          carried = call(op.second, carried);
          if (!sound_) return;
        }
      }
      case fb::BuiltinOperator_RESHAPE:
        return give({in(0)});
      default:
        return give({{element_wise(op.code, in(0).numbers, in(1).numbers), {}}});
    }
  }

  std::vector<int32_t> element_wise(fb::BuiltinOperator code, const std::vector<int32_t>& a,
                                    const std::vector<int32_t>& b) {
    std::vector<int32_t> y(a.size());
    for (size_t i = 0; i < a.size(); ++i) {
      y[i] = code == fb::BuiltinOperator_ADD   ? a[i] + b[i]
             : code == fb::BuiltinOperator_SUB ? a[i] - b[i]
                                               : a[i] < b[i];
      if (y[i] > kMost || y[i] < -kMost) sound_ = false;
    }
    return y;
  }

  static size_t count(const Subgraph& g, int32_t t) {
    size_t elements = 1;
    for (const int32_t n : g.tensors[static_cast<size_t>(t)].shape) elements *= static_cast<size_t>(n);
    return elements;
  }

  const std::vector<Subgraph>& subgraphs_;
  std::map<std::string, std::vector<int32_t>> variables_;
  int steps_ = 0;
  bool sound_ = true, called_ = false;
};

}  // namespace control
