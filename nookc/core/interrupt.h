// Ctrl-C as a request to finish early with the results so far.
#pragma once
#include <csignal>

namespace nookc {

// From now on the first SIGINT only makes interrupted() true; a second one ends the process at once. For
// commands that can show partial results. An ignored SIGINT stays ignored, as a shell sets it for background
// commands.
void take_interrupts();

// Whether a SIGINT arrived since take_interrupts().
bool interrupted();

// Applies take_interrupts() during its lifetime, for a process that continues: afterwards SIGINT has its
// previous effect.
class Interruptible {
 public:
  Interruptible();
  ~Interruptible();
  Interruptible& operator=(Interruptible&&) = delete;

 private:
  struct sigaction before_;
};

}  // namespace nookc
