#pragma once
#include <stddef.h>

#include "nook/core/span.h"
#include "nook/managed/context.h"

namespace nook::managed {

// Keeps the last events and errors in memory that it is given, oldest first, to be searched with std::find
// or a loop:
//
//   Event memory[16];
//   EventHistory errors(memory);
//   ...
//   std::find(errors.begin(), errors.end(), OutOfMemError()) != errors.end()
//
// An error spins afterwards, for a debugger to see, unless there is a function for it, see set_on_error().
class EventHistory : public ErrorHandler {
 public:
  using OnError = void (*)(const Error& error, void* user);

  // Borrows the memory; with none (size 0) nothing is kept.
  constexpr explicit EventHistory(Span<Event> memory, OnError call = nullptr, void* user = nullptr)
      : memory_(memory), on_error_(call), user_(user) {}
  EventHistory(const EventHistory&) = delete;
  EventHistory& operator=(const EventHistory&) = delete;

  // Called with every error instead of spinning. It may return: the operation has then had no effect.
  void set_on_error(OnError call, void* user = nullptr) { on_error_ = call, user_ = user; }
  // The same for a functor, which is borrowed: functor(error).
  template <class Functor>
  void set_on_error(Functor& functor) {
    set_on_error([](const Error& error, void* user) { (*static_cast<Functor*>(user))(error); }, &functor);
  }

  void notify(const Event& event) override;
  void on_error(const Error& error) override;

  const Event* begin() const { return memory_.data(); }
  const Event* end() const { return memory_.data() + size_; }
  size_t size() const { return size_; }
  // How many it keeps.
  size_t capacity() const { return memory_.size(); }
  void clear() { size_ = 0; }

 private:
  Span<Event> memory_;
  size_t size_ = 0;
  OnError on_error_;
  void* user_;
};

// The same with memory of its own: SimpleErrorHandler errors(50) keeps the last 50.
class SimpleErrorHandler : public EventHistory {
 public:
  static constexpr size_t kMost = 64;

  // Keeps the last `count`. Of more than kMost, OutOfMemError, and the last kMost are kept: lend memory.
  constexpr explicit SimpleErrorHandler(size_t count, OnError call = nullptr, void* user = nullptr)
      : EventHistory(Span<Event>(own_, count < kMost ? count : kMost), call, user) {
    if (count > kMost) raise(OutOfMemError());
  }
  // In memory that it is given. An EventHistory does without this one's own.
  constexpr explicit SimpleErrorHandler(Span<Event> memory, OnError call = nullptr, void* user = nullptr)
      : EventHistory(memory, call, user) {}

 private:
  Event own_[kMost];
};

// A function for a handler: remember the error and go on.
inline void go_on(const Error&, void*) {}

}  // namespace nook::managed
