#include "tests/generated/choices.h"

#include <algorithm>
#include <cstdlib>

namespace generated {

int32_t Choices::in(int32_t lo, int32_t hi) {
  const uint32_t most = hi > lo ? static_cast<uint32_t>(hi - lo) : 0;
  uint32_t value = 0;
  if (recorded_) {
    if (made_.size() < record_.size()) value = std::min(record_[made_.size()], most);
  } else {
    state_ ^= state_ << 13, state_ ^= state_ >> 7, state_ ^= state_ << 17;
    value = static_cast<uint32_t>((state_ * 0x2545F4914F6CDD1Du) >> 32) % (most + 1);
  }
  made_.push_back(value);
  return lo + static_cast<int32_t>(value);
}

std::string to_text(const std::vector<uint32_t>& choices) {
  std::string text;
  for (const uint32_t c : choices) text += (text.empty() ? "" : ".") + std::to_string(c);
  return text;
}

std::vector<uint32_t> choices_of(const std::string& text) {
  std::vector<uint32_t> choices;
  for (const char* at = text.c_str(); *at;) {
    char* end = nullptr;
    choices.push_back(static_cast<uint32_t>(std::strtoul(at, &end, 10)));
    if (end == at) break;
    at = *end ? end + 1 : end;
  }
  return choices;
}

}  // namespace generated
