#include "nookc/core/stop.h"

#include <iterator>

namespace nookc {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};
volatile std::sig_atomic_t came = 0;

void note(int signal) { came = signal; }

}  // namespace

// A signal that was ignored at start, as under nohup, stays ignored.
StopSignals::StopSignals() {
  for (size_t i = 0; i < std::size(kSignals); ++i) {
    struct sigaction action {};
    action.sa_handler = note;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(kSignals[i], nullptr, &before_[i]);
    if (before_[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &action, nullptr);
  }
}

StopSignals::~StopSignals() {
  for (size_t i = 0; i < std::size(kSignals); ++i) sigaction(kSignals[i], &before_[i], nullptr);
}

int stop_signal() { return came; }

void forget_stop_signal() { came = 0; }

}  // namespace nookc
