#pragma once
#include <stddef.h>

#include "nook/core/span.h"
#include "nook/managed/error_handler.h"

namespace nook::managed {

// Keeps the last events and errors in memory that it is given, oldest first, to be searched with std::find
// or a loop:
//
//   Event memory[16];
//   SimpleErrorHandler errors(memory);
//   ...
//   std::find(errors.begin(), errors.end(), OutOfMemError()) != errors.end()
//
// An error spins afterwards, for a debugger to see, unless there is a function for it, see set_on_error().
class SimpleErrorHandler : public ErrorHandler {
 public:
  using OnError = void (*)(const Error& error, void* user);

  // Borrows the memory; with none (size 0) nothing is kept.
  constexpr explicit SimpleErrorHandler(Span<Event> memory, OnError call = nullptr, void* user = nullptr)
      : memory_(memory), on_error_(call), user_(user) {}

  // Called with every error instead of spinning. It may return: the operation has then had no effect.
  void set_on_error(OnError call, void* user = nullptr) { on_error_ = call, user_ = user; }

  void notify(const Event& event) override;
  void on_error(const Error& error) override;

  const Event* begin() const { return memory_.data(); }
  const Event* end() const { return memory_.data() + size_; }
  size_t size() const { return size_; }
  void clear() { size_ = 0; }

 private:
  Span<Event> memory_;
  size_t size_ = 0;
  OnError on_error_;
  void* user_;
};

// A function for SimpleErrorHandler: remember the error and go on.
inline void go_on(const Error&, void*) {}

}  // namespace nook::managed
