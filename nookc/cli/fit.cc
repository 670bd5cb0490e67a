// Whether a model fits onto boards: compiled for each core in the ways that take less and less memory, until
// one fits.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>

#include "nookc/cli/fit_ways.h"
#include "nookc/cli/model_options.h"
#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"
#include "nookc/core/columns.h"
#include "nookc/target/speed.h"

namespace nookc {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  ModelOptions model;
  std::vector<std::string> boards;
  bool all = false;
};

struct Fit {
  const Part* part = nullptr;
  bool fits = false;
  const Way* way = nullptr;  // that fits, or the one that lacks the least
  Needs needs;

  int64_t ram_left() const { return ram_bytes(*part) - needs.ram(); }
  int64_t flash_left() const { return flash_bytes(*part) - needs.constants; }
  int64_t lacking() const { return std::max<int64_t>(0, -ram_left()) + std::max<int64_t>(0, -flash_left()); }
};

// What fitting onto many boards shares: boards with the same core need the same, but where memories are
// divided.
class Fitting {
 public:
  Fitting(const ModelOptions& model, const Provenance& provenance) : model_(model), provenance_(provenance) {}

  Result<Fit> fit(const Part& part) {
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

 private:
  // Without limits, for any board with the instructions of this core.
  Result<std::optional<Needs>> needs_on(const Part& part, const Way& way) {
    const std::string key = std::to_string(find_target(part.target)->isa) + way.options;
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    Result<std::optional<Needs>> needs = compiled_needs(model_, provenance_, part.target, "", way);
    if (!needs) return needs.diag();
    return known_.emplace(key, *needs).first->second;
  }

  static bool in_one_piece(const Fit& fit) {
    return std::ranges::any_of(pools_of(*fit.part), [&](const MemoryPool& pool) {
      return !pool.constant && pool.size >= fit.needs.ram();
    });
  }

  // Whether it does over the memories of the board; the application's own tensors take what is left.
  bool divided(const Part& part, const Way& way, Needs* needs) {
    const Result<std::optional<Needs>> over_pools =
        compiled_needs(model_, provenance_, part.target, part.name, way);
    if (!over_pools || !*over_pools) return false;
    *needs = **over_pools;
    return needs->ram() <= ram_bytes(part);
  }

  const ModelOptions& model_;
  const Provenance& provenance_;
  std::map<std::string, std::optional<Needs>> known_;
};

// In milliseconds; nothing where it isn't an int8 network.
std::optional<double> estimate(const Fit& fit) {
  if (!fit.needs.int8) return {};
  return cycles_on(*fit.part, fit.needs.work) / (fit.part->mhz * 1e3);
}

Json fit_json(const Fit& fit) {
  const std::optional<double> ms = estimate(fit);
  return {{"board", fit.part->name},
          {"target", fit.part->target},
          {"fits", fit.fits},
          {"options", fit.way->options},
          {"ram_bytes", fit.needs.ram()},
          {"ram_left", fit.ram_left()},
          {"flash_bytes", fit.needs.constants},
          {"flash_left", fit.flash_left()},
          {"milliseconds_estimate", ms ? Json(std::round(*ms * 100) / 100) : Json(nullptr)}};
}

std::string short_text(const Fit& fit) {
  if (fit.fits) return fit.way->options;
  std::string text =
      fit.ram_left() < 0 ? "short of " + std::to_string(-fit.ram_left()) + " bytes of RAM" : "";
  if (fit.flash_left() < 0)
    text += (text.empty() ? "short of " : ", ") + std::to_string(-fit.flash_left()) + " bytes of flash";
  if (text.empty()) text = "no memory has room for its largest buffers";
  return text + (fit.way->options.empty() ? "" : ", with " + fit.way->options);
}

void print_fits(const std::string& model, const std::vector<Fit>& fits) {
  std::vector<std::vector<std::string>> lines = {
      {"board", "target", "fits", "RAM", "left", "flash", "left", "ms", "with"}};
  for (const Fit& fit : fits) {
    char ms[32] = "-";
    if (const std::optional<double> estimated = estimate(fit); estimated && fit.fits)
      std::snprintf(ms, sizeof ms, *estimated < 10 ? "%.1f" : "%.0f", *estimated);
    lines.push_back({std::string(fit.part->name), std::string(fit.part->target), fit.fits ? "yes" : "no",
                     std::to_string(fit.needs.ram()), std::to_string(fit.ram_left()),
                     std::to_string(fit.needs.constants), std::to_string(fit.flash_left()), ms,
                     short_text(fit)});
  }
  print(
      "%s, bytes; RAM with inputs and outputs, without the stack; flash without code, which is 3 to 12 KB;\n"
      "ms are an estimate from the core, its clock and its flash, right within a factor of two\n%s",
      model.c_str(), columns(lines, "  ").c_str());
}

Result<Exit> fit_command(const Cli& cli, const Options& options) {
  std::vector<const Part*> wanted;
  for (const std::string& name : options.boards) {
    wanted.push_back(find_part(name));
    if (!wanted.back()) return no_such_board(name);
  }
  if (wanted.empty())
    for (const Part& part : parts()) wanted.push_back(&part);
  Fitting fitting(options.model, cli.provenance);
  const Progress progress = terminal_progress();
  std::vector<Fit> fits;
  for (const Part* part : wanted) {
    progress("fitting onto " + std::string(part->name));
    const Result<Fit> fit = fitting.fit(*part);
    if (!fit) return fit.diag();
    fits.push_back(*fit);
  }
  if (cli.json) {
    Json all = Json::array();
    for (const Fit& fit : fits) all.push_back(fit_json(fit));
    print_json({{"model", options.model.model}, {"boards", all}});
  } else {
    print_fits(options.model.model, fits);
  }
  const bool asked = !options.boards.empty();
  return asked && std::ranges::any_of(fits, [](const Fit& f) { return !f.fits; }) ? Exit::kDoesNotFit
                                                                                  : Exit::kOk;
}

}  // namespace

void add_fit(Cli& cli) {
  const auto options = std::make_shared<Options>();
  Subcommand command = add_command(
      cli, "fit", "Tell whether a model fits onto a board, with how much to spare, and how fast it is, about",
      "nook fit kws.tflite --board nrf52840 --board rp2040");
  add_model(command, options->model);
  Option board =
      command.add_option("--board", options->boards, "this board (repeatable); nook boards lists them")
          .type("BOARD")
          .repeatable();
  command.add_flag("--all", options->all, "all boards (default)").excludes(board);
  add_json(cli, command, "print it as JSON");
  command.on_given([&cli, options] { cli.action = [&cli, options] { return fit_command(cli, *options); }; });
}

}  // namespace nookc
