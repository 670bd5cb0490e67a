// The program of managed.py: runs each of its classes in a separate process.
#include <cstdio>

#include "tests/generated/isolated.h"
#include "tests/generated/managed_world.h"
#include "units.inc"

int main() {
  constexpr int kSeconds = 20;  // per class, before it counts as endless
  generated::Managed all;
  int differ = 0, graphs = 0;
  for (const generated::ManagedModel& model : kModels) {
    ++graphs;
    generated::Managed seen;
    const auto question = [&] {
      std::string wrong;
      for (uint32_t turn = 0; turn < 2 && wrong.empty(); ++turn)
        wrong = model.test(turn + static_cast<uint32_t>(model.seed % 1000), seen);
      return wrong;
    };
    const std::string wrong = generated::isolated(question, &seen, sizeof seen, kSeconds);
    all.evaluations += seen.evaluations, all.moved += seen.moved, all.refused += seen.refused;
    if (wrong.empty()) continue;
    ++differ;
    printf("seed %llu: %s\n", static_cast<unsigned long long>(model.seed), wrong.c_str());
  }
  printf("%d graphs, %lld evaluations, tensors moved in %lld, %lld refused for room, %d differ\n", graphs,
         static_cast<long long>(all.evaluations), static_cast<long long>(all.moved),
         static_cast<long long>(all.refused), differ);
  return differ > 0;
}
