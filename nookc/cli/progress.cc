#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>

#include "nookc/cli/command.h"
#include "nookc/cli/terminal.h"
#include "nookc/core/columns.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kBar = 20;  // characters
constexpr std::chrono::seconds kPatience{2}, kBetween{5};

std::string count_text(const Doing& step) {
  return step.of == 0 ? std::string() : std::to_string(step.done) + " of " + std::to_string(step.of);
}

// "[#####...............] compiling 3 of 12"
std::string bar_text(const Doing& step) {
  if (step.of == 0) return printable(step.what);
  const size_t full = kBar * std::min(step.done, step.of) / step.of;
  return "[" + std::string(full, '#') + std::string(kBar - full, '.') + "] " + printable(step.what) + " " +
         count_text(step);
}

// Erases its line when destroyed.
class StatusLine {
 public:
  void show(const Doing& step) {
    const std::string text = "nook: " + bar_text(step);
    const size_t width = static_cast<size_t>(terminal_width(STDERR_FILENO));
    // A line that wraps could not be erased.
    std::fprintf(stderr, "\r\033[K%s", without_middle(text, width - 1).c_str());
    std::fflush(stderr);
    shown_ = true;
  }
  ~StatusLine() {
    if (shown_) std::fprintf(stderr, "\r\033[K");
  }

 private:
  bool shown_ = false;
};

class Lines {
 public:
  void show(const Doing& step) {
    const Clock::time_point now = Clock::now();
    if (now < next_) return;
    const std::string count = count_text(step);
    std::fprintf(stderr, "nook: %s%s%s\n", printable(step.what).c_str(), count.empty() ? "" : ", ",
                 count.c_str());
    next_ = now + kBetween;
  }

 private:
  Clock::time_point next_ = Clock::now() + kPatience;
};

template <class Shown>
Progress shown_on(std::shared_ptr<Shown> to) {
  return [to = std::move(to)](const Doing& step) { to->show(step); };
}

}  // namespace

Progress terminal_progress() {
  if (isatty(STDERR_FILENO)) return shown_on(std::make_shared<StatusLine>());
  return shown_on(std::make_shared<Lines>());
}

}  // namespace nookc
