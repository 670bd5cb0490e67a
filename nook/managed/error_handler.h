#pragma once
#include "nook/managed/events.h"

namespace nook::managed {

// Who is told. An error is raised once, where it is noticed, and before anything was changed: should the
// handler return, the operation has had no effect and its caller goes on with what it returns (false, null,
// an empty tensor). A handler may as well never return. Without one in the context errors go unreported.
class ErrorHandler {
 public:
  virtual void notify(const Event&) {}
  virtual void on_error(const Error&) {}

 protected:
  ~ErrorHandler() = default;  // never deleted through this
};

}  // namespace nook::managed
