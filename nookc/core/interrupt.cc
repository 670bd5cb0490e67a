#include "nookc/core/interrupt.h"

namespace nookc {
namespace {

volatile std::sig_atomic_t requested = 0;

void request(int) { requested = 1; }

}  // namespace

void take_interrupts() {
  struct sigaction before = {}, once = {};
  sigaction(SIGINT, nullptr, &before);
  if (before.sa_handler == SIG_IGN) return;
  once.sa_handler = request;
  once.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);  // the second signal has the default effect
  sigaction(SIGINT, &once, nullptr);
}

bool interrupted() { return requested != 0; }

Interruptible::Interruptible() {
  requested = 0;
  sigaction(SIGINT, nullptr, &before_);
  take_interrupts();
}

Interruptible::~Interruptible() { sigaction(SIGINT, &before_, nullptr); }

}  // namespace nookc
