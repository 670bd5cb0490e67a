#include "nookc/middle/passes/order/walk.h"

#include <algorithm>

namespace nookc {
namespace {

bool among(const std::vector<size_t>& list, size_t buffer) {
  return std::ranges::find(list, buffer) != list.end();
}

}  // namespace

OrderWalk::OrderWalk(const Footprint& footprint)
    : footprint_(footprint), readers_(footprint.bytes.size()), written_(footprint.bytes.size()) {
  for (const Footprint::Step& step : footprint.steps)
    for (size_t b : step.in) ++readers_[b];
  for (size_t b = 0; b < footprint.bytes.size(); ++b)
    if (footprint.from_start[b] && (readers_[b] > 0 || footprint.to_end[b])) alive_ += footprint.bytes[b];
}

bool OrderWalk::makes(const Footprint::Step& step, size_t buffer) const {
  return written_[buffer] == 0 && !among(step.in, buffer);
}

int64_t OrderWalk::cost(size_t step) const {
  const Footprint::Step& s = footprint_.steps[step];
  int64_t bytes = alive_, saved = 0;
  for (size_t b : s.out)
    if (makes(s, b)) bytes += footprint_.bytes[b];
  const bool made = !s.in_place.empty() && makes(s, s.out[0]);
  for (size_t b : s.in_place)
    if (dies(b) && made) saved = std::max(saved, std::min(footprint_.bytes[b], footprint_.bytes[s.out[0]]));
  return bytes - saved;
}

void OrderWalk::run(size_t step) {
  const Footprint::Step& s = footprint_.steps[step];
  for (size_t b : s.out) {
    if (makes(s, b) && (readers_[b] > 0 || footprint_.to_end[b])) alive_ += footprint_.bytes[b];
    ++written_[b];
  }
  for (size_t b : s.in) {
    if (dies(b)) alive_ -= footprint_.bytes[b];
    --readers_[b];
  }
}

void OrderWalk::undo(size_t step) {
  const Footprint::Step& s = footprint_.steps[step];
  for (size_t b : s.in) {
    ++readers_[b];
    if (dies(b)) alive_ += footprint_.bytes[b];
  }
  for (size_t b : s.out) {
    --written_[b];
    if (makes(s, b) && (readers_[b] > 0 || footprint_.to_end[b])) alive_ -= footprint_.bytes[b];
  }
}

StepOrder::StepOrder(const Footprint& footprint)
    : after_(footprint.steps.size()),
      missing_(footprint.steps.size()),
      done_((footprint.steps.size() + 7) / 8, '\0') {
  // A RESHAPE reads and writes one buffer; its readers read the result of the RESHAPE. The steps come in a
  // valid order, so the writers seen so far are the right ones.
  std::vector<std::vector<size_t>> writers(footprint.bytes.size());
  for (size_t s = 0; s < footprint.steps.size(); ++s) {
    const Footprint::Step& step = footprint.steps[s];
    for (size_t b : step.in)
      for (size_t w : writers[b]) after_[w].push_back(s), ++missing_[s];
    for (size_t before : step.after) after_[before].push_back(s), ++missing_[s];
    for (size_t b : step.out) writers[b].push_back(s);
  }
}

void StepOrder::run(size_t step) {
  for (size_t next : after_[step]) --missing_[next];
  done_[step / 8] = static_cast<char>(done_[step / 8] | 1 << step % 8);
}

void StepOrder::undo(size_t step) {
  done_[step / 8] = static_cast<char>(done_[step / 8] & ~(1 << step % 8));
  for (size_t next : after_[step]) ++missing_[next];
}

}  // namespace nookc
