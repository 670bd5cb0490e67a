#include "nookc/middle/lower/lives.h"

#include <algorithm>

namespace nookc {

std::vector<Life> lives_of(const Program& program, const Storage& storage, const CompileOptions& options) {
  const Graph& graph = program.graph;
  std::vector<Life> lives(graph.tensors.size());
  std::vector<bool> made(graph.tensors.size());  // per root: some part of it has been produced
  const auto touch = [&](TensorId t, int32_t call, bool makes) {
    if (t == TensorId::kNone || graph[t].constant()) return;
    const TensorId root = storage.root[index(t)];
    Life& life = lives[index(root)];
    if (makes && !made[index(root)]) life.first = call, made[index(root)] = true;
    life.last = std::max(life.last, call);
    if (program.location[index(root)].kind == Location::Kind::kScratch) life.bytes = graph[root].bytes();
  };
  for (TensorId t : graph.inputs) touch(t, -1, true);
  for (size_t i = 0; i < program.calls.size(); ++i) {
    for (TensorId t : program.calls[i].in_tensors) touch(t, static_cast<int32_t>(i), false);
    for (TensorId t : program.calls[i].out_tensors) touch(t, static_cast<int32_t>(i), true);
  }
  const int32_t exit = static_cast<int32_t>(program.calls.size());
  for (TensorId t : graph.outputs) touch(t, exit, false), lives[index(storage.root[index(t)])].output = true;
  for (size_t i = 0; i < graph.inputs.size(); ++i)
    if (options.keeps(graph, i)) touch(graph.inputs[i], exit, false);
  return lives;
}

int32_t overlap_of_roots(const Call& call, size_t k, const Storage& storage) {
  const int32_t bytes = call.op.overlap(call.op.kernel, call.op.params, static_cast<int>(k));
  if (bytes == nook::kDisjoint) return bytes;
  const auto offset = [&](TensorId t) { return storage.offset[index(t)]; };
  // The distance between the roots: the input begins at an offset in its root, the output at an offset in its
  // own.
  return std::max(0, bytes - offset(call.in_tensors[k]) + offset(call.out_tensors[0]));
}

}  // namespace nookc
