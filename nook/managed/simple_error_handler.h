#pragma once
#include <stddef.h>

#include "nook/core/span.h"
#include "nook/managed/context.h"

namespace nook::managed {

// Keeps the last events and errors in borrowed memory, oldest first; search them with std::find or a loop:
//
//   Event memory[16];
//   EventHistory errors(memory);
//   ...
//   std::find(errors.begin(), errors.end(), OutOfMemError()) != errors.end()
//
// After an error it loops forever, where a debugger shows it, unless set_on_error() has set a function.
class EventHistory : public ErrorHandler {
 public:
  using OnError = void (*)(const Error& error, void* user);

  // Borrows the memory; without memory (size 0) it keeps no events.
  constexpr explicit EventHistory(Span<Event> memory, OnError call = nullptr, void* user = nullptr)
      : memory_(memory), on_error_(call), user_(user) {}
  EventHistory(const EventHistory&) = delete;
  EventHistory& operator=(const EventHistory&) = delete;

  // Called for every error instead of looping. It may return; then the operation has no effect.
  void set_on_error(OnError call, void* user = nullptr) { on_error_ = call, user_ = user; }
  // Sets a functor, which is borrowed: functor(error).
  template <class Functor>
  void set_on_error(Functor& functor) {
    set_on_error([](const Error& error, void* user) { (*static_cast<Functor*>(user))(error); }, &functor);
  }

  void notify(const Event& event) override;
  void on_error(const Error& error) override;

  const Event* begin() const { return memory_.data(); }
  const Event* end() const { return memory_.data() + size_; }
  size_t size() const { return size_; }
  // The most events that it keeps.
  size_t capacity() const { return memory_.size(); }
  void clear() { size_ = 0; }

 private:
  Span<Event> memory_;
  size_t size_ = 0;
  OnError on_error_;
  void* user_;
};

// An EventHistory that contains its memory: SimpleErrorHandler errors(50) keeps the last 50 events.
class SimpleErrorHandler : public EventHistory {
 public:
  static constexpr size_t kMost = 64;

  // Keeps the last `count`. If that is more than kMost: OutOfMemError, and the last kMost are kept. To keep
  // more, lend memory.
  constexpr explicit SimpleErrorHandler(size_t count, OnError call = nullptr, void* user = nullptr)
      : EventHistory(Span<Event>(own_, count < kMost ? count : kMost), call, user) {
    if (count > kMost) raise(OutOfMemError());
  }
  // Uses borrowed memory. An EventHistory has no memory of its own.
  constexpr explicit SimpleErrorHandler(Span<Event> memory, OnError call = nullptr, void* user = nullptr)
      : EventHistory(memory, call, user) {}

 private:
  Event own_[kMost];
};

// An error function that continues: the handler only stores the error.
inline void go_on(const Error&, void*) {}

}  // namespace nook::managed
