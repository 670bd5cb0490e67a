// The classes with which TensorFlow Lite Micro measures an arena. In nook, every allocator records its use.
#pragma once
#include "nook/compat/tflm.h"

namespace tflite {

using RecordingMicroAllocator = MicroAllocator;

class RecordingMicroInterpreter : public MicroInterpreter {
 public:
  RecordingMicroInterpreter(const Model* model, const MicroOpResolver& op_resolver,
                            RecordingMicroAllocator* allocator, MicroResourceVariables* variables = nullptr,
                            MicroProfilerInterface* profiler = nullptr)
      : MicroInterpreter(model, op_resolver, allocator, variables, profiler), allocator_(allocator) {}

  const RecordingMicroAllocator& GetMicroAllocator() const { return *allocator_; }

 private:
  const RecordingMicroAllocator* allocator_;
};

}  // namespace tflite
