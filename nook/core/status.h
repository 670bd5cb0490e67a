#pragma once
#include "nook/nook.h"

namespace nook {

// nook_status for C++.
enum class Code : uint8_t {
  kOk = NOOK_OK,
  kBadModel = NOOK_BAD_MODEL,
  kBadShape = NOOK_BAD_SHAPE,
  kBadType = NOOK_BAD_TYPE,
  kUnsupported = NOOK_UNSUPPORTED,
  kNoMemory = NOOK_NO_MEMORY,
  kNull = NOOK_NULL,
  kMisaligned = NOOK_MISALIGNED,
  kBadState = NOOK_BAD_STATE,
  kOverlap = NOOK_OVERLAP,
  kDeviceFailed = NOOK_DEVICE_FAILED,
  kBadConstants = NOOK_BAD_CONSTANTS,
  kNotReady = NOOK_NOT_READY,
  kLimit = NOOK_LIMIT,
};

// A value or an error code. T is a plain value: no destructor, no heap.
template <class T>
class [[nodiscard]] Result {
  static_assert(__is_trivially_copyable(T), "runtime results are plain values");

 public:
  constexpr Result(const T& value) : value_(value) {}
  constexpr Result(Code code) : code_(code) {}
  constexpr explicit operator bool() const { return code_ == Code::kOk; }
  constexpr Code code() const { return code_; }
  constexpr T& operator*() { return value_; }
  constexpr const T& operator*() const { return value_; }
  constexpr const T* operator->() const { return &value_; }

 private:
  T value_{};
  Code code_ = Code::kOk;
};

}  // namespace nook

// Returns `code` from the function unless `condition` holds.
#define NOOK_REQUIRE(condition, code) \
  do {                                \
    if (!(condition)) return code;    \
  } while (0)

// Returns the Code of a call from the function unless it is kOk.
#define NOOK_TRY(call)                          \
  do {                                          \
    const nook::Code tried = (call);            \
    if (tried != nook::Code::kOk) return tried; \
  } while (0)
