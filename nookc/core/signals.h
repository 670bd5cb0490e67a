#pragma once
#include <csignal>

namespace nookc {

// Blocks SIGINT, SIGTERM and SIGHUP during its lifetime, so that an operation completes.
class SignalsHeld {
 public:
  SignalsHeld();
  ~SignalsHeld();
  SignalsHeld& operator=(SignalsHeld&&) = delete;
  const sigset_t& before() const { return before_; }  // the signal mask outside

 private:
  sigset_t before_;
};

}  // namespace nookc
