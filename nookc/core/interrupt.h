// Ctrl-C as a request to finish early with the results so far.
#pragma once
#include <csignal>

namespace nookc {

// From now on the first SIGINT only makes interrupted() true; a second one ends the process at once. For
// commands that can show partial results. A SIGINT that is ignored stays so: a shell ignores it for commands
// in the background.
void take_interrupts();

// Whether a SIGINT arrived since take_interrupts().
bool interrupted();

// take_interrupts() for as long as one exists, for a process that goes on: afterwards SIGINT has the effect
// that it had before.
class Interruptible {
 public:
  Interruptible();
  ~Interruptible();
  Interruptible& operator=(Interruptible&&) = delete;

 private:
  struct sigaction before_;
};

}  // namespace nookc
