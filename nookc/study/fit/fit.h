// Decides whether a model fits boards. It is compiled for each core in ways that need less and less memory,
// until one fits with room to spare.
#pragma once
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "nookc/study/fit/ways.h"

namespace nookc {

// kTight: the network fits, but the rest of a firmware may not (kRestOfRam, kRestOfFlash).
enum class Verdict : uint8_t { kNo, kTight, kYes };

// The least memory that start-up code, drivers, the C library and their stack need in addition to a network.
constexpr int64_t kRestOfRam = 2 << 10, kRestOfFlash = 8 << 10;

struct Fit {
  const Part* part = nullptr;
  bool fits = false;
  const Way* way = nullptr;  // the way that fits, or the one that is closest to fitting
  Needs needs;

  int64_t code() const { return needs.code(part->target); }
  // The remainder after the network, its stack and its code.
  int64_t ram_left() const { return ram_bytes(*part) - needs.all_ram(); }
  int64_t flash_left() const { return flash_bytes(*part) - needs.all_flash(part->target); }
  Verdict verdict() const;
  int64_t lacking() const { return std::max<int64_t>(0, -ram_left()) + std::max<int64_t>(0, -flash_left()); }
};

// Caches results between boards: boards with the same core have the same needs, except where memories are
// separate. The model and the request must outlive it; the request's target and board are ignored.
class Fitting {
 public:
  Fitting(const ModelBytes& model, const Request& request) : model_(model), request_(request) {}

  Result<Fit> fit(const Part& part);

 private:
  // Nothing if the way does not apply to the model.
  Result<std::optional<Fit>> fit_in(const Part& part, const Way& way);
  Result<std::optional<Needs>> needs_on(const Part& part, const Way& way);
  bool divided(const Part& part, const Way& way, Needs* needs) const;

  const ModelBytes& model_;
  const Request& request_;
  std::map<std::string, std::optional<Needs>> known_;
};

// The estimated time of an inference in milliseconds.
double estimated_ms(const Part& part, const Needs& needs);
double estimated_ms(const Fit& fit);

std::string_view verdict_name(Verdict verdict);

nlohmann::ordered_json fit_json(const Fit& fit);

}  // namespace nookc
