#pragma once
#include <csignal>

namespace nookc {

// While it lives, SIGINT, SIGTERM and SIGHUP wait: what is begun is finished.
class SignalsHeld {
 public:
  SignalsHeld();
  ~SignalsHeld();
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;
  const sigset_t& before() const { return before_; }  // the mask without it

 private:
  sigset_t before_;
};

}  // namespace nookc
