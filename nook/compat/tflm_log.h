// Messages and checks of TensorFlow Lite Micro's interface. As in TensorFlow Lite Micro, the application
// decides where text goes.
#pragma once
#include <assert.h>
#include <stdarg.h>

#include "nook/compat/tflm_types.h"

// Provided by the application; a program that prints nothing does not need it.
extern "C" void DebugLog(const char* format, va_list arguments);

inline void VMicroPrintf(const char* format, va_list arguments) { DebugLog(format, arguments); }

inline void MicroPrintf(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  DebugLog(format, arguments);
  va_end(arguments);
}

namespace tflite {
namespace detail {

[[noreturn]] inline void stop(const char* file, int line, const char* what) {
  MicroPrintf("%s:%d: %s does not hold\n", file, line, what);
  __builtin_trap();
}

}  // namespace detail
}  // namespace tflite

#define TF_LITE_ENSURE_STATUS(call)             \
  do {                                          \
    const TfLiteStatus ensured_ = (call);       \
    if (ensured_ != kTfLiteOk) return ensured_; \
  } while (false)
#define TF_LITE_ENSURE_OK(context, call) TF_LITE_ENSURE_STATUS(call)

// They return an error from the enclosing function. `context` is ignored.
#define TF_LITE_ENSURE_MSG(context, condition, ...) \
  do {                                              \
    if (!(condition)) {                             \
      MicroPrintf(__VA_ARGS__);                     \
      return kTfLiteError;                          \
    }                                               \
  } while (false)
#define TF_LITE_ENSURE(context, condition) \
  TF_LITE_ENSURE_MSG(context, condition, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition)
#define TF_LITE_ENSURE_EQ(context, a, b)       TF_LITE_ENSURE(context, (a) == (b))
#define TF_LITE_ENSURE_TYPES_EQ(context, a, b) TF_LITE_ENSURE_EQ(context, a, b)
#define TF_LITE_ENSURE_NEAR(context, a, b, epsilon) \
  TF_LITE_ENSURE(context, ((a) < (b) ? (b) - (a) : (a) - (b)) <= (epsilon))

// They stop the program.
#define TFLITE_CHECK(condition) ((condition) ? (void)0 : tflite::detail::stop(__FILE__, __LINE__, #condition))
#define TFLITE_CHECK_EQ(a, b)   TFLITE_CHECK((a) == (b))
#define TFLITE_CHECK_NE(a, b)   TFLITE_CHECK((a) != (b))
#define TFLITE_CHECK_GE(a, b)   TFLITE_CHECK((a) >= (b))
#define TFLITE_CHECK_GT(a, b)   TFLITE_CHECK((a) > (b))
#define TFLITE_CHECK_LE(a, b)   TFLITE_CHECK((a) <= (b))
#define TFLITE_CHECK_LT(a, b)   TFLITE_CHECK((a) < (b))

// Enabled unless NDEBUG is defined.
#define TFLITE_DCHECK(condition) assert(condition)
#define TFLITE_DCHECK_EQ(a, b)   assert((a) == (b))
#define TFLITE_DCHECK_NE(a, b)   assert((a) != (b))
#define TFLITE_DCHECK_GE(a, b)   assert((a) >= (b))
#define TFLITE_DCHECK_GT(a, b)   assert((a) > (b))
#define TFLITE_DCHECK_LE(a, b)   assert((a) <= (b))
#define TFLITE_DCHECK_LT(a, b)   assert((a) < (b))
