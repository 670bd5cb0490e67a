#pragma once
#include <stdint.h>

namespace tflite {

// Called before and after each operator.
class MicroProfilerInterface {
 public:
  virtual ~MicroProfilerInterface() = default;
  static void operator delete(void*) {}  // never on a heap
  virtual uint32_t BeginEvent(const char* tag) = 0;
  virtual void EndEvent(uint32_t event_handle) = 0;
};
using Profiler = MicroProfilerInterface;

}  // namespace tflite
