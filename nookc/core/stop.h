#pragma once
#include <csignal>

namespace nookc {

// While one exists, SIGINT, SIGTERM and SIGHUP do not end the process at once: run_commands() ends its
// children and fails, so that temporary folders are removed with their objects, and main() then ends the
// process with the signal. A second signal ends it at once.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals& operator=(StopSignals&&) = delete;

 private:
  struct sigaction before_[3];
};

// The signal that arrived; 0: none.
int stop_signal();
// For a process that continues after a signal.
void forget_stop_signal();

}  // namespace nookc
