#include "nookc/fit/fit.h"

#include <algorithm>
#include <cmath>

namespace nookc {
namespace {

Request on(const Request& given, std::string_view target, std::string_view board) {
  Request request = given;
  request.target = target, request.board = board;
  return request;
}

bool in_one_piece(const Fit& fit) {
  return std::ranges::any_of(pools_of(*fit.part), [&](const MemoryPool& pool) {
    return !pool.constant && pool.size >= fit.needs.ram();
  });
}

}  // namespace

Result<Fit> Fitting::fit(const Part& part) {
  std::optional<Fit> best;
  for (const Way& way : ways()) {
    const Result<std::optional<Needs>> needs = needs_on(part, way);
    if (!needs) return needs.diag();
    if (!*needs) continue;  // the model has no such way
    Fit found{&part, false, &way, **needs};
    if (found.lacking() == 0) {
      found.fits = in_one_piece(found) || divided(part, way, &found.needs);
      if (found.fits) return found;
    }
    if (!best || found.lacking() < best->lacking()) best = found;
  }
  return *best;  // the first way is there for every model
}

// Compiles without limits, for any board with this core's instructions.
Result<std::optional<Needs>> Fitting::needs_on(const Part& part, const Way& way) {
  const std::string key = std::to_string(find_target(part.target)->isa) + way.options;
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  Result<std::optional<Needs>> needs = compiled_needs(model_, on(request_, part.target, ""), way);
  if (!needs) return needs.diag();
  return known_.emplace(key, *needs).first->second;
}

// Whether the model fits the board's memories; the application's own tensors take what is left.
bool Fitting::divided(const Part& part, const Way& way, Needs* needs) const {
  const Result<std::optional<Needs>> over_pools =
      compiled_needs(model_, on(request_, part.target, part.name), way);
  if (!over_pools || !*over_pools) return false;
  *needs = **over_pools;
  return needs->ram() <= ram_bytes(part);
}

std::optional<double> estimated_ms(const Part& part, const Needs& needs) {
  if (!needs.int8) return {};
  return cycles_on(part, needs.work) / (part.mhz * 1e3);
}

std::optional<double> estimated_ms(const Fit& fit) { return estimated_ms(*fit.part, fit.needs); }

nlohmann::ordered_json fit_json(const Fit& fit) {
  const std::optional<double> ms = estimated_ms(fit);
  return {{"board", fit.part->name},
          {"target", fit.part->target},
          {"fits", fit.fits},
          {"options", fit.way->options},
          {"ram_bytes", fit.needs.ram()},
          {"ram_left", fit.ram_left()},
          {"flash_bytes", fit.needs.constants},
          {"flash_left", fit.flash_left()},
          {"milliseconds_estimate",
           ms ? nlohmann::ordered_json(std::round(*ms * 100) / 100) : nlohmann::ordered_json(nullptr)}};
}

}  // namespace nookc
