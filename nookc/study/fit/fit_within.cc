#include "nookc/study/fit/fit_within.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "nookc/target/flash.h"

namespace nookc {
namespace {

constexpr int64_t kUnbounded = INT32_MAX;
// A smaller budget may lead to kernels with more stack, and so to a smaller budget.
constexpr int kMostStacks = 3;

struct BoardBounds {
  int64_t ram = kUnbounded, flash = kUnbounded;
  std::string latency = "";

  bool operator<(const BoardBounds& other) const {
    return std::tie(ram, flash, latency) < std::tie(other.ram, other.flash, other.latency);
  }
};

// The fastest program within bounds, or the shortage.
struct BoardAnswer {
  bool found = false;
  InBudget facts = {};
  int64_t stack = 0;
};

// The questions to one core with its flash, or to one board whose memories are separate.
struct BoardAsked {
  std::map<const Way*, BudgetSearches> searches = {};
  std::map<std::pair<const Way*, BoardBounds>, BoardAnswer> answers = {};
};

// The least RAM and flash that programs of a core take, which do not depend on wait states: refusals of
// bounds of one byte.
using LeastOfCore = std::map<std::pair<const Way*, Goal>, Shortage>;

enum class Memories : uint8_t { kAsOne, kSeparate };

// One board.
struct BoardQuestion {
  const ModelBytes& model;
  const Request& given;
  BoardBounds bounds;  // the request's memory
  std::string board = "";
  const Part* part = nullptr;
  double most_cycles = INFINITY;
  Memories memories = Memories::kAsOne;
  BoardAsked* asked = nullptr;
  LeastOfCore* least = nullptr;
};

// The ways in which an application may hold inputs and outputs.
std::vector<const Way*> ways_to_hold() {
  std::vector<const Way*> some;
  for (const Way& way : ways())
    if (way.level == "balanced") some.push_back(&way);
  return some;
}

// The bounds as options. With a time, only RAM and flash together ask for the fastest program.
BudgetWish wish_of(const BoardBounds& bounds) {
  const bool timed = !bounds.latency.empty(), flash = timed || bounds.flash < kUnbounded;
  return {timed || !flash || bounds.ram < kUnbounded ? std::to_string(bounds.ram) : "",
          flash ? std::to_string(bounds.flash) : "", bounds.latency};
}

std::string options_of(const std::string& board, const Way& way, const BoardBounds& bounds) {
  const BudgetWish wish = wish_of(bounds);
  std::string text = "--board " + board;
  if (!wish.ram.empty()) text += " --ram " + wish.ram;
  if (!wish.flash.empty()) text += " --flash-size " + wish.flash;
  if (!wish.latency.empty()) text += " --latency " + wish.latency;
  return text + (way.options.empty() ? "" : " " + way.options);
}

// Nothing if the way does not apply to the model.
Result<std::optional<BoardAnswer>> ask(const BoardQuestion& q, const Way& way, const BoardBounds& bounds) {
  const std::pair key(&way, bounds);
  const auto known = q.asked->answers.find(key);
  if (known != q.asked->answers.end()) return std::optional(known->second);
  Request request = in_way(q.given, way);
  request.target = q.part->target, request.board = q.board, request.budget = wish_of(bounds);
  if (q.memories == Memories::kAsOne)
    request.pools.workspace = {"name=sram"}, request.pools.constant = {"name=flash"};
  BoardAnswer answer;
  const Result<CompiledModel> compiled =
      compile_model(q.model, request, q.asked->searches[&way], answer.facts);
  if (!compiled && compiled.diag().exit != Exit::kDoesNotFit) {
    if (way.stream) return std::optional<BoardAnswer>();
    return compiled.diag();
  }
  if (compiled) answer.found = true, answer.stack = needs_of(compiled->program).stack;
  // The time of another board of the same core would be another number of cycles.
  if (bounds.latency.empty()) q.asked->answers.emplace(key, answer);
  return std::optional(answer);
}

FitWithin found_by(const BoardQuestion& q, const Way& way, const BoardBounds& bounds,
                   const BoardAnswer& answer) {
  FitWithin fit;
  fit.board = q.board, fit.part = q.part, fit.used = answer.facts.used, fit.stack = answer.stack,
  fit.least = answer.facts.least;
  fit.options = options_of(q.board, way, bounds);
  const bool spare = fit.ram_left() >= kRestOfRam && fit.flash_left() >= kRestOfFlash;
  if (fit.ram_left() >= 0 && fit.flash_left() >= 0) fit.verdict = spare ? Verdict::kYes : Verdict::kTight;
  return fit;
}

FitWithin lacking(const BoardQuestion& q, const Way& way, const std::optional<Shortage>& lacks) {
  FitWithin fit;
  fit.board = q.board, fit.part = q.part, fit.lacks = lacks, fit.with = way.options;
  return fit;
}

// The bytes below a bound of RAM or flash at which no program fits, if these are not enough.
Result<std::optional<Shortage>> short_of(const BoardQuestion& q, const Way& way, Goal memory, int64_t have) {
  const std::pair key(&way, memory);
  if (!q.least->contains(key)) {
    BoardBounds bounds;
    (memory == Goal::kRam ? bounds.ram : bounds.flash) = 1;
    const Result<std::optional<BoardAnswer>> answer = ask(q, way, bounds);
    if (!answer) return answer.diag();
    if (!*answer || !(*answer)->facts.lacks) return std::optional<Shortage>();
    q.least->emplace(key, *(*answer)->facts.lacks);
  }
  Shortage lacks = q.least->at(key);
  lacks.have = static_cast<double>(have);
  return lacks.missing() > 0 ? std::optional(lacks) : std::optional<Shortage>();
}

// The bounds of a board with a program of this stack.
BoardBounds bounds_on(const BoardQuestion& q, int64_t stack, bool spare) {
  const int64_t ram = ram_bytes(*q.part) - stack - (spare ? kRestOfRam : 0);
  const int64_t flash = flash_bytes(*q.part) - (spare ? kRestOfFlash : 0);
  return {std::max<int64_t>(1, std::min(ram, q.bounds.ram)),
          std::max<int64_t>(1, std::min(flash, q.bounds.flash))};
}

// Whether one memory is too small for every program, whatever the other. The fastest program takes `used`.
Result<std::optional<Shortage>> surely_lacks(const BoardQuestion& q, const Way& way,
                                             const BoardBounds& bounds, const ProgramSize& used) {
  for (const Goal memory : {Goal::kRam, Goal::kFlash}) {
    const int64_t have = memory == Goal::kRam ? bounds.ram : bounds.flash;
    if (in_goal(used, memory) <= static_cast<double>(have)) continue;
    const Result<std::optional<Shortage>> lacks = short_of(q, way, memory, have);
    if (!lacks || *lacks) return lacks;
  }
  return std::optional<Shortage>();
}

std::optional<Shortage> too_slow(const BoardQuestion& q, const InBudget& facts) {
  if (facts.least <= q.most_cycles) return {};  // a longer search might find a faster one
  return Shortage{Goal::kCycles, facts.slowest, facts.used.cycles, q.most_cycles};
}

// The answer within the bounds and the request's time.
Result<std::optional<BoardAnswer>> ask_in_time(const BoardQuestion& q, const Way& way, BoardBounds& bounds) {
  Result<std::optional<BoardAnswer>> answer = ask(q, way, bounds);
  if (!answer || !*answer || !(*answer)->found || (*answer)->facts.used.cycles <= q.most_cycles)
    return answer;
  if (const std::optional<Shortage> lacks = too_slow(q, (*answer)->facts)) {
    BoardAnswer late;
    late.facts.lacks = lacks;
    return std::optional(late);
  }
  bounds.latency = q.given.budget.latency;
  return ask(q, way, bounds);
}

// The fastest program that leaves room for the rest of a firmware or, where there is none, the fastest.
// `free`: the fastest of all, whatever it takes.
Result<FitWithin> fit_in_less(const BoardQuestion& q, const Way& way, const BoardAnswer& free) {
  std::optional<Shortage> lacks;
  for (const bool spare : {true, false}) {
    int64_t stack = free.stack, flash = free.facts.used.flash;
    for (int round = 0; round < kMostStacks; ++round) {
      const BoardBounds most = bounds_on(q, stack, spare);
      const Result<std::optional<Shortage>> surely = surely_lacks(q, way, most, free.facts.used);
      if (!surely) return surely.diag();
      lacks = *surely;
      if (lacks) break;
      // A search that weighs flash takes longer.
      BoardBounds bounds{most.ram, flash > most.flash ? most.flash : q.bounds.flash};
      const Result<std::optional<BoardAnswer>> answer = ask_in_time(q, way, bounds);
      if (!answer) return answer.diag();
      lacks = (*answer)->facts.lacks;
      if (!(*answer)->found) break;
      const FitWithin fit = found_by(q, way, bounds, **answer);
      if (fit.verdict == Verdict::kYes || (!spare && fit.verdict == Verdict::kTight)) return fit;
      stack = (*answer)->stack, flash = std::max(flash, fit.used.flash);
    }
  }
  return lacking(q, way, lacks);
}

bool is_within(const ProgramSize& used, const BoardBounds& bounds) {
  return used.ram <= bounds.ram && used.flash <= bounds.flash;
}

// Nothing if the way does not apply to the model.
Result<std::optional<FitWithin>> fit_in(const BoardQuestion& q, const Way& way) {
  // One program is the fastest for most boards of a core.
  const Result<std::optional<BoardAnswer>> free = ask(q, way, {});
  if (!free) return free.diag();
  if (!*free) return std::optional<FitWithin>();
  if (!(*free)->found) return std::optional(lacking(q, way, (*free)->facts.lacks));
  const BoardAnswer& fastest = **free;
  const std::optional<Shortage> slow = too_slow(q, fastest.facts);
  if (slow && is_within(fastest.facts.used, bounds_on(q, fastest.stack, false)))
    return std::optional(lacking(q, way, slow));
  if (!slow && is_within(fastest.facts.used, bounds_on(q, fastest.stack, true)) &&
      fastest.facts.used.cycles <= q.most_cycles) {
    const bool bounded = q.bounds.ram < kUnbounded || q.bounds.flash < kUnbounded;
    const BoardBounds bounds = bounded ? q.bounds : BoardBounds{fastest.facts.used.ram};
    const Result<std::optional<BoardAnswer>> again = ask(q, way, bounds);
    if (!again) return again.diag();
    if (*again && (*again)->found && (*again)->facts.used == fastest.facts.used)
      return std::optional(found_by(q, way, bounds, **again));
  }
  const Result<FitWithin> fit = fit_in_less(q, way, fastest);
  if (!fit) return fit.diag();
  return std::optional(*fit);
}

// The part of a need that is missing.
double missing_part(const FitWithin& fit) {
  return fit.lacks ? fit.lacks->missing() / fit.lacks->need : INFINITY;
}

bool is_nearer(const FitWithin& a, const FitWithin& b) {
  if ((a.verdict == Verdict::kNo) != (b.verdict == Verdict::kNo)) return a.verdict != Verdict::kNo;
  return a.verdict == Verdict::kNo && missing_part(a) < missing_part(b);
}

// The questions to a core with its flash, as one memory, and to boards with separate memories.
struct AskedOfCore {
  BoardAsked as_one = {};
  std::map<std::string_view, BoardAsked> separate = {};
};

Result<FitWithin> fit_on(BoardQuestion q, AskedOfCore& asked, LeastOfCore& least) {
  q.least = &least;
  const bool separate = std::ranges::count(pools_of(*q.part), false, &MemoryPool::constant) > 1;
  std::optional<FitWithin> best;
  for (const Way* const way : ways_to_hold()) {
    q.memories = Memories::kAsOne, q.asked = &asked.as_one;
    Result<std::optional<FitWithin>> fit = fit_in(q, *way);
    if (fit && *fit && (*fit)->verdict != Verdict::kNo && separate) {
      q.memories = Memories::kSeparate, q.asked = &asked.separate[q.part->ram];
      fit = fit_in(q, *way);
    }
    if (!fit) return fit.diag();
    if (!*fit) continue;
    // Where inputs and outputs are does not change the time.
    const bool slow = (*fit)->lacks && (*fit)->lacks->of == Goal::kCycles;
    if ((*fit)->verdict == Verdict::kYes || slow) return **fit;
    if (!best || is_nearer(**fit, *best)) best = **fit;
  }
  return *best;  // the first way applies to every model
}

// The rest of the time, which the request limits for all boards together.
constexpr double kLeastSeconds = 0.001;

double seconds_left(const Request& request, std::chrono::steady_clock::time_point start) {
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
  return request.solver.time_limit > 0 ? std::max(kLeastSeconds, request.solver.time_limit - passed.count())
                                       : 0;
}

int wait_states(const Part& part) { return part.wait_states < 0 ? Flash{}.wait_states : part.wait_states; }

}  // namespace

Result<std::vector<FitWithin>> fit_within(const ModelBytes& model, const Request& request,
                                          const std::vector<std::string>& boards, const Progress& progress) {
  const auto start = std::chrono::steady_clock::now();
  // Boards of a core follow each other, because searches are large.
  std::vector<size_t> order(boards.size());
  std::vector<const Part*> parts;
  for (size_t i = 0; i < order.size(); ++i) order[i] = i, parts.push_back(find_part(boards[i]));
  const auto core = [&](size_t i) { return std::pair(parts[i]->target, wait_states(*parts[i])); };
  std::ranges::stable_sort(order, {}, core);
  std::vector<FitWithin> fits(boards.size());
  AskedOfCore asked;
  std::map<std::string_view, LeastOfCore> least;  // by core
  for (size_t k = 0; k < order.size(); ++k) {
    const size_t i = order[k];
    progress({"fitting onto boards", k + 1, order.size()});
    if (k > 0 && core(i) != core(order[k - 1])) asked = {};
    Request given = request;
    given.board = boards[i], given.solver.time_limit = seconds_left(request, start);
    const Result<Budget> budget = budget_of(given);
    if (!budget) return budget.diag();
    BoardQuestion q{model,
                    given,
                    {budget->ram.value_or(kUnbounded), budget->flash.value_or(kUnbounded)},
                    boards[i],
                    parts[i]};
    q.most_cycles = budget->cycles.value_or(INFINITY);
    const Result<FitWithin> fit = fit_on(q, asked, least[parts[i]->target]);
    if (!fit) return fit.diag();
    fits[i] = *fit,
    fits[i].in_time = request.solver.time_limit == 0 || seconds_left(request, start) > kLeastSeconds;
  }
  return fits;
}

namespace {

nlohmann::ordered_json json_of(const Shortage& lacks, const Part& part) {
  static constexpr const char* kNames[] = {"time", "ram", "flash"};
  const double scale = lacks.of == Goal::kCycles ? 1 / (part.mhz * 1e3) : 1;
  const auto number = [&](double value) -> nlohmann::ordered_json {
    if (lacks.of != Goal::kCycles) return std::llround(value);
    return std::ceil(value * scale * 1000) / 1000;
  };
  return {{"of", kNames[static_cast<size_t>(lacks.of)]},
          {"unit", lacks.of == Goal::kCycles ? "ms" : "bytes"},
          {"operator", lacks.who},
          {"have", number(lacks.have)},
          {"need", number(lacks.need)},
          {"missing", number(lacks.missing())}};
}

}  // namespace

nlohmann::ordered_json fit_json(const FitWithin& fit) {
  nlohmann::ordered_json json = {{"board", fit.board},
                                 {"target", fit.part->target},
                                 {"fits", fit.verdict != Verdict::kNo},
                                 {"verdict", verdict_name(fit.verdict)}};
  if (fit.verdict == Verdict::kNo) {
    json["with"] = fit.with, json["lacks"] = nullptr;
    if (fit.lacks) json["lacks"] = json_of(*fit.lacks, *fit.part);
    json["in_time"] = fit.in_time;
    return json;
  }
  json["options"] = fit.options, json["ram_bytes"] = fit.used.ram, json["stack_bytes"] = fit.stack;
  json["ram_spare"] = fit.ram_left(), json["flash_bytes_estimate"] = fit.used.flash;
  json["flash_spare"] = fit.flash_left(), json["cycles_estimate"] = std::llround(fit.used.cycles);
  json["cycles_least"] = std::llround(fit.least), json["proven"] = fit.gap() == 0;
  json["milliseconds_estimate"] = std::round(fit.milliseconds() * 1000) / 1000;
  return json;
}

}  // namespace nookc
