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
 * Any number of entries, in C99 and C++17, with gcc and clang. (Flexible arrays and array designators are
 * extensions to C++, which -Wpedantic reports.) nook_shim_planner() in nook/interpreter.h accepts this plan
 * and the plans of TensorFlow Lite Micro's own memory_plan_struct.h. That file defines the same names, with
 * room for one entry; a source file may include only one of the two. */
#ifndef NOOK_BUFFER_PLAN_H_
#define NOOK_BUFFER_PLAN_H_

#include <stdint.h>

#ifdef __cplusplus

namespace nook {

/* The number of entries, with a mark. In C++, the entries are stored through a reference, because not every
 * compiler allows an initializer longer than its type there. nook_shim_planner() recognizes the mark, so C
 * code may pass a plan to C++ code and vice versa. */
class BufferCount {
 public:
  constexpr BufferCount(int32_t count) : word_(count >= 0 && count < kMost ? kMark | count : -1) {}
  constexpr operator int32_t() const { return count_of(word_); }

  /* `word` is the first word of any plan. */
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

/* The offsets of any plan: through its reference or, in a plan written in C, directly after their number. */
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
