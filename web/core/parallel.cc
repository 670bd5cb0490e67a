// One thread and no exceptions: the page cancels a computation by ending its worker.
#include "nookc/study/quantize/parallel.h"

namespace nookc {

unsigned processors() { return 1; }

void in_parallel(unsigned count, const std::function<void(unsigned)>& work) {
  for (unsigned worker = 0; worker < count; ++worker) work(worker);
}

bool within_memory(const std::function<void()>& work) {
  work();
  return true;
}

}  // namespace nookc
