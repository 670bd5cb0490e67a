#include "nookc/study/fit/fit.h"

#include <algorithm>
#include <cmath>

#include "nookc/study/fit/estimated_time.h"
#include "nookc/target/stack.h"

namespace nookc {
namespace {

Request on(const Request& given, std::string_view target, std::string_view board) {
  Request request = given;
  request.target = target, request.board = board;
  return request;
}

// Ways of one level differ by less flash than this: by the calls in the generated code.
constexpr int64_t kFlashOfWays = kRestOfFlash;

bool saves_flash(const Way& way) { return way.level == "size"; }

// Puts the ways that are left in order after one was tried. If flash lacks, the ways that save flash come
// first; if it lacks in such a way, no other way helps.
void order(std::vector<const Way*>& left, const Fit& tried) {
  const auto saves = [](const Way* way) { return saves_flash(*way); };
  if (tried.flash_left() < 0) std::stable_partition(left.begin(), left.end(), saves);
  if (saves_flash(*tried.way) && tried.flash_left() < -kFlashOfWays)
    std::erase_if(left, [&](const Way* way) { return !saves(way); });
}

bool in_one_piece(const Fit& fit) {
  return std::ranges::any_of(pools_of(*fit.part), [&](const MemoryPool& pool) {
    return !pool.constant && pool.size >= fit.needs.ram();
  });
}

}  // namespace

Result<Fit> Fitting::fit(const Part& part) {
  std::optional<Fit> best;
  std::vector<const Way*> left;
  for (const Way& way : ways()) left.push_back(&way);
  while (!left.empty()) {
    const Way& way = *left.front();
    left.erase(left.begin());
    const Result<std::optional<Fit>> found = fit_in(part, way);
    if (!found) return found.diag();
    if (!*found) continue;  // this way does not apply to the model
    if ((*found)->verdict() == Verdict::kYes) return **found;
    const bool better =
        !best || ((*found)->fits ? !best->fits : !best->fits && (*found)->lacking() < best->lacking());
    if (better) best = *found;
    order(left, **found);
  }
  return *best;  // the first way applies to every model
}

Result<std::optional<Fit>> Fitting::fit_in(const Part& part, const Way& way) {
  const Result<std::optional<Needs>> needs = needs_on(part, way);
  if (!needs) return needs.diag();
  if (!*needs) return std::optional<Fit>();
  Fit fit{&part, false, &way, **needs};
  fit.fits = fit.lacking() == 0 && (in_one_piece(fit) || divided(part, way, &fit.needs));
  return std::optional(fit);
}

Verdict Fit::verdict() const {
  if (!fits) return Verdict::kNo;
  return ram_left() >= kRestOfRam && flash_left() >= kRestOfFlash ? Verdict::kYes : Verdict::kTight;
}

// Compiles without limits, for any board with this core's instructions.
Result<std::optional<Needs>> Fitting::needs_on(const Part& part, const Way& way) {
  const Target& target = *find_target(part.target);
  const std::string key = std::to_string(target.isa) + (estimates_kernels(target) ? "+" : "") +
                          (measures_stack(target.name) ? "s" : "") + way.options;
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  Result<std::optional<Needs>> needs = compiled_needs(model_, on(request_, part.target, ""), way);
  if (!needs) return needs.diag();
  return known_.emplace(key, *needs).first->second;
}

// Whether the model fits the board's separate memories; the application's own tensors use the remainder.
bool Fitting::divided(const Part& part, const Way& way, Needs* needs) const {
  const Result<std::optional<Needs>> over_pools =
      compiled_needs(model_, on(request_, part.target, part.name), way);
  if (!over_pools || !*over_pools) return false;
  *needs = **over_pools;
  return needs->all_ram() <= ram_bytes(part);
}

double estimated_ms(const Part& part, const Needs& needs) {
  double cycles = 0;
  for (const CallWork& call : needs.calls) cycles += cycles_on(part, call);
  return cycles / (part.mhz * 1e3);
}

double estimated_ms(const Fit& fit) { return estimated_ms(*fit.part, fit.needs); }

std::string_view verdict_name(Verdict verdict) {
  return verdict == Verdict::kYes ? "yes" : verdict == Verdict::kTight ? "tight" : "no";
}

nlohmann::ordered_json fit_json(const Fit& fit) {
  const TimeBasis basis = basis_of(*fit.part, fit.needs.calls);
  return {
      {"board", fit.part->name},
      {"target", fit.part->target},
      {"fits", fit.fits},
      {"verdict", verdict_name(fit.verdict())},
      {"options", fit.way->options},
      {"ram_bytes", fit.needs.ram()},
      {"stack_bytes", fit.needs.stack},
      {"ram_left", fit.ram_left() + fit.needs.stack},
      {"ram_spare", fit.ram_left()},
      {"flash_bytes", fit.needs.constants},
      {"code_bytes", fit.code()},
      {"flash_left", fit.flash_left() + fit.code()},
      {"flash_spare", fit.flash_left()},
      {"milliseconds_estimate", std::round(estimated_ms(fit) * 100) / 100},
      {"time_own_part", std::round(basis.own * 1e4) / 1e4},
      {"time_error", basis.error ? nlohmann::ordered_json(std::round(*basis.error * 1e4) / 1e4) : nullptr}};
}

}  // namespace nookc
