// Threads and the end of memory, for code that also builds where there are neither threads nor exceptions
// (web/).
#pragma once
#include <functional>

namespace nookc {

// The number of processors of this machine, at least 1.
unsigned processors();

// Calls work(0) to work(count - 1), each on a thread of its own, and returns after all of them. Without
// threads, they run in this order.
void in_parallel(unsigned count, const std::function<void(unsigned)>& work);

// Calls work(). False: memory ran out; the exception does not leave, because none may leave a thread.
bool within_memory(const std::function<void()>& work);

}  // namespace nookc
