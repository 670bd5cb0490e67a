/* A memory plan in flash, as the document of TensorFlow Lite Micro's planner shim writes it:
 *
 *   const struct BufferPlan kOfflineNonPersistentBufferPlan = {
 *     .buffer_count = 2,
 *     .buffer_plan_entries = {
 *       [0] = { .offset = 0 },
 *       [1] = { .offset = 400 },
 *     }
 *   };
 *
 * Any number of entries, as C99 and as C++17, with gcc and clang (of both languages the designators and the
 * open end are extensions there: -Wpedantic says so). nook_shim_planner() in nook/interpreter.h takes it, and
 * takes the plans of TensorFlow Lite Micro's own memory_plan_struct.h too: that file defines the same names,
 * with room for one entry, so that a source file includes one of the two. */
#ifndef NOOK_BUFFER_PLAN_H_
#define NOOK_BUFFER_PLAN_H_

#include <stdint.h>

#ifdef __cplusplus

namespace nook {

/* The number of entries, marked: in C++ they are behind a reference, because not every compiler lets an
 * initializer there be longer than its type. nook_shim_planner() sees the mark, so that plans may cross from
 * one language to the other. */
class BufferCount {
 public:
  constexpr BufferCount(int32_t count) : word_(count >= 0 && count < kMost ? kMark | count : -1) {}
  constexpr operator int32_t() const { return count_of(word_); }

  /* Of the first word of any plan. */
  static constexpr bool marked(int32_t word) { return (word & ~(kMost - 1)) == kMark; }
  static constexpr int32_t count_of(int32_t word) { return marked(word) ? word & (kMost - 1) : word; }

 private:
  static constexpr int32_t kMost = 1 << 24, kMark = -0x5B000000;
  int32_t word_;
};

}  // namespace nook

namespace tflite {

struct BufferDescriptor {
  int32_t offset; /* bytes from the start of the scratch */
};
struct BufferPlan {
  nook::BufferCount buffer_count;
  const BufferDescriptor (&buffer_plan_entries)[];
};

}  // namespace tflite

namespace nook {

/* The offsets of any plan: behind its reference, or after their number where it was written in C. */
inline const tflite::BufferDescriptor* entries_of(const void* plan) {
  const int32_t* const words = static_cast<const int32_t*>(plan);
  if (BufferCount::marked(words[0])) return static_cast<const tflite::BufferPlan*>(plan)->buffer_plan_entries;
  return reinterpret_cast<const tflite::BufferDescriptor*>(words + 1);
}

}  // namespace nook

using tflite::BufferDescriptor;
using tflite::BufferPlan;

#else

struct BufferDescriptor {
  int32_t offset; /* bytes from the start of the scratch */
};
struct BufferPlan {
  int32_t buffer_count;
  struct BufferDescriptor buffer_plan_entries[]; /* [buffer_count] */
};

#endif

#endif
