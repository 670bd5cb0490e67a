#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace nookc {

// The exit statuses of the command (docs/errors.md).
enum class Exit : int { kOk = 0, kDoesNotFit = 1, kUsage = 2, kUnsupported = 3, kInputOutput = 4 };

// Why something could not be done, written for the user who asked for it.
struct Diag {
  Exit exit = Exit::kUnsupported;
  std::string code;             // stable, "N3004"; the first digit is the exit status
  std::string where;            // "kws.tflite: operator 3 CONV_2D 'conv_1'"
  std::string what;             // "the channels of operand 1: need 8, have 7"
  std::string hint;             // suggestion, may be empty
  int64_t lacking = INT64_MAX;  // for a failure to fit: a lower bound of the missing bytes
};

// "error[N3004] where: what\n  hint: ..." without a newline at the end.
std::string to_string(const Diag& diag);

// A value or a Diag. (std::expected is C++23; this is the part that we use.)
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : v_(std::move(value)) {}
  Result(Diag diag) : v_(std::move(diag)) {}
  explicit operator bool() const { return v_.index() == 0; }
  T& operator*() & { return std::get<0>(v_); }
  const T& operator*() const& { return std::get<0>(v_); }
  T&& operator*() && { return std::get<0>(std::move(v_)); }
  T* operator->() { return &std::get<0>(v_); }
  const T* operator->() const { return &std::get<0>(v_); }
  const Diag& diag() const { return std::get<1>(v_); }

 private:
  std::variant<T, Diag> v_;
};

// Success, or the reason for failure.
struct Done {};
using Status = Result<Done>;

}  // namespace nookc
