// The profiler of TensorFlow Lite Micro.
#pragma once
#include <string.h>

#include "nook/compat/tflm_log.h"
#include "nook/compat/tflm_profiler_interface.h"

namespace tflite {

// Provided by the application, with any clock; a program without a MicroProfiler does not need them.
uint32_t ticks_per_second();
uint32_t GetCurrentTimeTicks();

// Ticks of up to kMaxEvents events since ClearEvents(); later ones are dropped.
class MicroProfiler : public MicroProfilerInterface {
 public:
  static constexpr uint32_t kMaxEvents = 256;

  uint32_t BeginEvent(const char* tag) override {
    if (count_ == kMaxEvents) return kMaxEvents;
    events_[count_] = {tag, GetCurrentTimeTicks(), 0};
    return count_++;
  }
  void EndEvent(uint32_t event_handle) override {
    if (event_handle < count_)
      events_[event_handle].ticks = GetCurrentTimeTicks() - events_[event_handle].start;
  }
  void ClearEvents() { count_ = 0; }

  uint32_t GetTotalTicks() const {
    uint32_t all = 0;
    for (uint32_t i = 0; i < count_; ++i) all += events_[i].ticks;
    return all;
  }
  void Log() const {
    for (uint32_t i = 0; i < count_; ++i)
      MicroPrintf("%s took %u ticks\n", events_[i].tag, static_cast<unsigned>(events_[i].ticks));
  }
  void LogCsv() const {
    MicroPrintf("\"Event\",\"Tag\",\"Ticks\"\n");
    for (uint32_t i = 0; i < count_; ++i)
      MicroPrintf("%u,%s,%u\n", static_cast<unsigned>(i), events_[i].tag,
                  static_cast<unsigned>(events_[i].ticks));
  }
  // A line for each tag, in the order of their first appearance.
  void LogTicksPerTagCsv() const {
    MicroPrintf("\"Unique Tag\",\"Total ticks across all events with that tag.\"\n");
    for (uint32_t i = 0; i < count_; ++i) {
      if (first_of(events_[i].tag) != i) continue;
      uint32_t ticks = 0;
      for (uint32_t j = i; j < count_; ++j)
        if (strcmp(events_[j].tag, events_[i].tag) == 0) ticks += events_[j].ticks;
      MicroPrintf("%s,%u\n", events_[i].tag, static_cast<unsigned>(ticks));
    }
    MicroPrintf("total number of ticks,%u\n", static_cast<unsigned>(GetTotalTicks()));
  }

 private:
  struct Event {
    const char* tag;
    uint32_t start, ticks;
  };

  uint32_t first_of(const char* tag) const {
    uint32_t i = 0;
    while (strcmp(events_[i].tag, tag) != 0) ++i;
    return i;
  }

  Event events_[kMaxEvents];
  uint32_t count_ = 0;
};

}  // namespace tflite
