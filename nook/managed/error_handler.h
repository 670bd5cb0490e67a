#pragma once
#include "nook/managed/events.h"

namespace nook::managed {

// Receives errors. An error is raised once, where it is detected, before anything has changed. If the handler
// returns, the operation has had no effect, and returns false, null or an empty tensor. A handler need not
// return. Without a handler in the context, errors are not reported.
class ErrorHandler {
 public:
  virtual void notify(const Event&) {}
  virtual void on_error(const Error&) {}

 protected:
  ~ErrorHandler() = default;  // never deleted through this
};

}  // namespace nook::managed
