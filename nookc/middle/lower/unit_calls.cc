#include "nookc/middle/lower/unit_calls.h"

#include <algorithm>
#include <map>

#include "nookc/middle/lower/storage.h"

namespace nookc {
namespace {

// Finds the calls that touch the bytes of tensors; tensors may be parts of each other.
class Touching {
 public:
  explicit Touching(const Program& program) : p_(program), storage_(share_storage(program.graph)) {
    const int32_t count = static_cast<int32_t>(p_.calls.size());
    for (TensorId t : p_.graph.inputs) note(made_, t, -1);
    for (int32_t i = 0; i < count; ++i) {
      for (TensorId t : p_.calls[static_cast<size_t>(i)].in_tensors) note(read_, t, i);
      for (TensorId t : p_.calls[static_cast<size_t>(i)].out_tensors) note(made_, t, i);
    }
    for (TensorId t : p_.graph.outputs) note(read_, t, count);
  }

  void find(UnitCall& call) const {
    const int32_t first = static_cast<int32_t>(call.first), last = static_cast<int32_t>(call.last);
    for (size_t i = call.first; i <= call.last; ++i) {
      for (TensorId t : p_.calls[i].in_tensors)
        if (any(made_, t, [&](int32_t at) { return at < first; })) add(call.in, t);
      for (TensorId t : p_.calls[i].out_tensors)
        if (any(read_, t, [&](int32_t at) { return at > last; })) add(call.out, t);
    }
  }

 private:
  struct Touch {
    TensorId tensor;
    int32_t call;  // -1: the entry; the number of calls: the exit
  };
  using Touches = std::map<TensorId, std::vector<Touch>>;  // by root

  void note(Touches& touches, TensorId t, int32_t call) const {
    if (t != TensorId::kNone && !p_.graph[t].constant())
      touches[storage_.root[index(t)]].push_back({t, call});
  }

  static void add(std::vector<TensorId>& list, TensorId t) {
    if (std::ranges::find(list, t) == list.end()) list.push_back(t);
  }

  bool share(TensorId a, TensorId b) const {
    const auto begin = [&](TensorId t) { return storage_.offset[index(t)]; };
    return begin(a) < begin(b) + p_.graph[b].bytes() && begin(b) < begin(a) + p_.graph[a].bytes();
  }

  template <class When>
  bool any(const Touches& touches, TensorId t, When when) const {
    const auto found = t == TensorId::kNone ? touches.end() : touches.find(storage_.root[index(t)]);
    return found != touches.end() && std::ranges::any_of(found->second, [&](const Touch& touch) {
             return when(touch.call) && share(t, touch.tensor);
           });
  }

  const Program& p_;
  const Storage storage_;
  Touches made_, read_;
};

}  // namespace

const std::string& unit_of(const Program& program, const Call& call) {
  return program.graph.nodes[index(call.node)].unit;
}

std::vector<UnitCall> unit_calls(const Program& program) {
  std::vector<UnitCall> all;
  std::map<std::string, int32_t> count;
  for (size_t i = 0; i < program.calls.size(); ++i) {
    const std::string& unit = unit_of(program, program.calls[i]);
    if (unit.empty()) continue;
    const bool goes_on = !all.empty() && all.back().last + 1 == i && all.back().unit == unit;
    if (!goes_on) all.push_back({unit, i, i, count[unit]++, {}, {}});
    all.back().last = i;
  }
  if (all.empty()) return all;
  const Touching touching(program);
  for (UnitCall& call : all) touching.find(call);
  return all;
}

}  // namespace nookc
