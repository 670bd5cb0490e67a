#pragma once
#include <csignal>

namespace nookc {

// While one lives, SIGINT, SIGTERM and SIGHUP do not end the process at once: run_commands() ends its
// children and fails, so that temporary folders go with their objects, and main() ends by the signal. A
// second signal ends the process.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

 private:
  struct sigaction before_[3];
};

// The signal that came, 0: none.
int stop_signal();

}  // namespace nookc
