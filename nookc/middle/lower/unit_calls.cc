#include "nookc/middle/lower/unit_calls.h"

#include <algorithm>
#include <map>

#include "nookc/graph/ethos_u.h"
#include "nookc/middle/lower/storage.h"

namespace nookc {
namespace {

// Finds the calls that touch the bytes of tensors; tensors may be parts of each other.
struct Touch {
  TensorId tensor;
  int32_t call;  // -1: the entry; the number of calls: the exit
};

using Touches = std::map<TensorId, std::vector<Touch>>;  // by root

struct TouchedTensors {
  const Program& p;
  const Storage storage;
  Touches made, read;
};

void add(std::vector<TensorId>& list, TensorId t) {
  if (std::ranges::find(list, t) == list.end()) list.push_back(t);
}

bool share(const TouchedTensors& d, TensorId a, TensorId b) {
  const auto begin = [&](TensorId t) { return d.storage.offset[index(t)]; };
  return begin(a) < begin(b) + d.p.graph[b].bytes() && begin(b) < begin(a) + d.p.graph[a].bytes();
}

template <class When>
bool any(const TouchedTensors& d, const Touches& touches, TensorId t, When when) {
  const auto found = t == TensorId::kNone ? touches.end() : touches.find(d.storage.root[index(t)]);
  return found != touches.end() && std::ranges::any_of(found->second, [&](const Touch& touch) {
           return when(touch.call) && share(d, t, touch.tensor);
         });
}

void find_operands(const TouchedTensors& d, UnitCall& call) {
  const int32_t first = static_cast<int32_t>(call.first), last = static_cast<int32_t>(call.last);
  for (size_t i = call.first; i <= call.last; ++i) {
    for (TensorId t : d.p.calls[i].in_tensors)
      if (any(d, d.made, t, [&](int32_t at) { return at < first; })) add(call.in, t);
    for (TensorId t : d.p.calls[i].out_tensors)
      if (any(d, d.read, t, [&](int32_t at) { return at > last; })) add(call.out, t);
  }
}

void note(const TouchedTensors& d, Touches& touches, TensorId t, int32_t call) {
  if (t != TensorId::kNone && !d.p.graph[t].constant())
    touches[d.storage.root[index(t)]].push_back({t, call});
}

TouchedTensors touched_by(const Program& program) {
  TouchedTensors d{program, share_storage(program.graph), {}, {}};
  const int32_t count = static_cast<int32_t>(program.calls.size());
  for (TensorId t : program.graph.inputs) note(d, d.made, t, -1);
  for (int32_t i = 0; i < count; ++i) {
    for (TensorId t : program.calls[static_cast<size_t>(i)].in_tensors) note(d, d.read, t, i);
    for (TensorId t : program.calls[static_cast<size_t>(i)].out_tensors) note(d, d.made, t, i);
  }
  for (TensorId t : program.graph.outputs) note(d, d.read, t, count);
  return d;
}

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
    const bool commands = program.calls[i].code == EthosU::kCode;
    const bool goes_on = !all.empty() && all.back().last + 1 == i && all.back().unit == unit && !commands &&
                         !all.back().commands;
    if (!goes_on) all.push_back({unit, i, i, count[unit]++, commands, {}, {}});
    all.back().last = i;
  }
  if (all.empty()) return all;
  const TouchedTensors touched = touched_by(program);
  for (UnitCall& call : all) find_operands(touched, call);
  return all;
}

}  // namespace nookc
