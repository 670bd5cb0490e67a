// nook fit
#include "nookc/study/fit/fit.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "nookc/cli/board_file.h"
#include "nookc/cli/budget.h"
#include "nookc/cli/model_options.h"
#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"
#include "nookc/core/columns.h"
#include "nookc/core/text.h"
#include "nookc/study/fit/estimated_time.h"
#include "nookc/study/fit/fit_within.h"
#include "nookc/study/fit/front.h"

namespace nookc {
namespace {

using Json = nlohmann::ordered_json;

struct FitCommandOptions {
  ModelOptions model;
  std::vector<std::string> boards;
  bool all = false, pareto = false;
  std::string svg;
};

std::string short_text(const Fit& fit) {
  if (fit.fits) return fit.way->options;
  std::string text =
      fit.ram_left() < 0 ? "short of " + std::to_string(-fit.ram_left()) + " bytes of RAM" : "";
  if (fit.flash_left() < 0)
    text += (text.empty() ? "short of " : ", ") + std::to_string(-fit.flash_left()) + " bytes of flash";
  if (text.empty()) text = "no memory has room for the largest buffers";
  return text + (fit.way->options.empty() ? "" : ", with " + fit.way->options);
}

// How far off the time of most layers is at most: "6 %"; "?" if much of it is not by the kernels' own
// figures.
std::string error_text(const TimeBasis& basis) {
  constexpr double kEnough = 0.9;
  return basis.own < kEnough || !basis.error ? "?" : std::to_string(std::lround(*basis.error * 100)) + " %";
}

void print_fits(const std::string& model, const std::vector<Fit>& fits, int width) {
  std::vector<std::vector<std::string>> lines = {
      {"board", "target", "fits", "RAM", "stack", "left", "flash", "code", "left", "ms", "+-", "with"}};
  for (const Fit& fit : fits) {
    char ms[32] = "-";
    const double estimated = estimated_ms(fit);
    if (fit.fits) std::snprintf(ms, sizeof ms, estimated < 10 ? "%.1f" : "%.0f", estimated);
    const TimeBasis basis = basis_of(*fit.part, fit.needs.calls);
    lines.push_back(
        {std::string(fit.part->name), std::string(fit.part->target), std::string(verdict_name(fit.verdict())),
         std::to_string(fit.needs.ram()), std::to_string(fit.needs.stack), std::to_string(fit.ram_left()),
         std::to_string(fit.needs.constants), std::to_string(fit.code()), std::to_string(fit.flash_left()),
         ms, fit.fits ? error_text(basis) : "-", short_text(fit)});
  }
  const std::string head =
      printable(model) + ", in bytes; left: after stack and code; tight: below " +
      std::to_string(kRestOfRam) + " of RAM or " + std::to_string(kRestOfFlash) + " of flash, the least\n" +
      "that the rest of a firmware takes; ms: estimated (docs/cycles.md), for most layers within +-\n";
  print("%s", folded_lines(head, width).c_str());
  print_table(lines, "  ", width, {"target", "stack", "code", "flash"});
}

// The options of a program, or the shortage.
std::string short_text(const FitWithin& fit) {
  if (fit.verdict != Verdict::kNo) return fit.options;
  if (!fit.lacks) return "no memory has room for the largest buffers";
  const Shortage& lacks = *fit.lacks;
  const auto amount = [&](double value) {
    if (lacks.of != Goal::kCycles) return std::to_string(std::llround(value));
    char ms[32];
    std::snprintf(ms, sizeof ms, "%.3f", std::ceil(value / fit.part->mhz) / 1000);
    return std::string(ms);
  };
  const char* const of = lacks.of == Goal::kRam     ? " bytes of RAM"
                         : lacks.of == Goal::kFlash ? " bytes of flash"
                                                    : " ms";
  return "short of " + amount(lacks.missing()) + of + ": " + printable(lacks.who) + " needs most of " +
         amount(lacks.need) + (fit.with.empty() ? "" : ", with " + fit.with) +
         (fit.in_time ? "" : "; the time ended before smaller programs were sought");
}

// Rounded up, as it is a bound: "0.4 %".
std::string gap_percent(double part) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%", std::ceil(part * 1000) / 10);
  return text;
}

// Nothing if `gap`, the part of the time that another choice may save at most, is 0: all were compared.
void print_gap(double gap) {
  if (gap > 0)
    print("* Not all choices were compared; another one saves at most %s of the time.\n",
          gap_percent(gap).c_str());
}

void print_fits(const std::string& model, const std::vector<FitWithin>& fits, int width) {
  std::vector<std::vector<std::string>> lines = {
      {"board", "target", "fits", "RAM", "stack", "left", "flash", "left", "ms", "with"}};
  double gap = 0;
  for (const FitWithin& fit : fits) {
    lines.push_back({fit.board, std::string(fit.part->target), std::string(verdict_name(fit.verdict)), "-",
                     "-", "-", "-", "-", "-", short_text(fit)});
    if (fit.verdict == Verdict::kNo) continue;
    char ms[32];
    std::snprintf(ms, sizeof ms, "%.3f%s", fit.milliseconds(), fit.gap() > 0 ? "*" : "");
    gap = std::max(gap, fit.gap());
    std::vector<std::string>& line = lines.back();
    line[3] = std::to_string(fit.used.ram), line[4] = std::to_string(fit.stack);
    line[5] = std::to_string(fit.ram_left()), line[6] = std::to_string(fit.used.flash);
    line[7] = std::to_string(fit.flash_left()), line[8] = ms;
  }
  const std::string head =
      printable(model) +
      ", the fastest program within the budgets and each board, in bytes; left: after stack and " +
      "code; tight: below " + std::to_string(kRestOfRam) + " of RAM or " + std::to_string(kRestOfFlash) +
      " of flash, the least that the rest of a firmware takes; flash and ms are estimated\n";
  print("%s", folded_lines(head, width).c_str());
  print_table(lines, "  ", width, {"target", "stack", "flash"});
  print_gap(gap);
}

void print_front(const Front& front, int width) {
  const bool ram = front.memory == Goal::kRam;
  std::vector<std::vector<std::string>> lines = {
      ram ? std::vector<std::string>{"RAM", "flash", "ms", "options"}
          : std::vector<std::string>{"flash", "RAM", "ms", "options"}};
  double gap = 0;
  for (const FrontPoint& point : front.points) {
    char ms[32];
    std::snprintf(ms, sizeof ms, "%.3f%s", point.milliseconds, point.gap() > 0 ? "*" : "");
    gap = std::max(gap, point.gap());
    const std::string a = std::to_string(point.used.ram), b = std::to_string(point.used.flash);
    lines.push_back({ram ? a : b, ram ? b : a, ms, point.options});
    for (const std::string& change : point.changes) lines.push_back({"", "", "", "  " + printable(change)});
  }
  print("%s", ram ? "\nWhat RAM buys:\n" : "\nWhat flash buys:\n");
  print_table(lines, "  ", width);
  print_gap(gap);
  if (!front.whole) print("The time ended before smaller programs were sought.\n");
}

Result<Exit> pareto_command(const Cli& cli, const FitCommandOptions& options, const Part& part) {
  const Result<ModelBytes> model = read_model_file(options.model);
  if (!model) return model.diag();
  say_notes(model->stated);
  Request request = options.model;
  request.target = part.target, request.board = options.boards[0];
  const Result<Fronts> fronts = fronts_of(*model, request, part, terminal_progress());
  if (!fronts) return fronts.diag();
  const std::string title = printable(options.model.model) + " on " + std::string(part.name);
  if (!options.svg.empty()) {
    const std::string drawn = fronts_svg(title, *fronts);
    if (const Status written = write_output(options.svg, drawn, output_of(options.model)); !written)
      return written.diag();
  }
  if (cli.json) {
    print_json(cli, {{"model", options.model.model},
                     {"board", part.name},
                     {"ram_front", front_json(fronts->ram)},
                     {"flash_front", front_json(fronts->flash)}});
    return Exit::kOk;
  }
  const int width = view_of(cli).width;
  print(
      "%s",
      folded_lines(title + ", in bytes; RAM without the stack; flash and ms are estimated\n", width).c_str());
  print_front(fronts->ram, width), print_front(fronts->flash, width);
  return fronts->ram.points.empty() ? Exit::kDoesNotFit : Exit::kOk;
}

Result<Exit> budget_command(const Cli& cli, const FitCommandOptions& options,
                            const std::vector<std::string>& boards) {
  const Result<ModelBytes> model = read_model_file(options.model);
  if (!model) return model.diag();
  say_notes(model->stated);
  const Result<std::vector<FitWithin>> fits = fit_within(*model, options.model, boards, terminal_progress());
  if (!fits) return fits.diag();
  if (cli.json) {
    Json all = Json::array();
    for (const FitWithin& fit : *fits) all.push_back(fit_json(fit));
    print_json(cli, {{"model", options.model.model}, {"boards", all}});
  } else {
    print_fits(options.model.model, *fits, view_of(cli).width);
  }
  const auto lacks = [](const FitWithin& fit) { return fit.verdict == Verdict::kNo; };
  return !options.boards.empty() && std::ranges::any_of(*fits, lacks) ? Exit::kDoesNotFit : Exit::kOk;
}

Result<Exit> fit_command(const Cli& cli, const FitCommandOptions& options) {
  std::vector<const Part*> wanted;
  for (const std::string& name : options.boards) {
    const Result<const Part*> part = board_named(name);
    if (!part) return part.diag();
    wanted.push_back(*part);
  }
  if (const char* const given = first_budget(options.model.budget); given && options.pareto)
    return Diag{Exit::kUsage, "N2102", "--pareto",
                std::string("prints the programs of all budgets, so it can't be combined with ") + given,
                "leave out one of the two"};
  if (options.pareto && wanted.size() == 1) return pareto_command(cli, options, *wanted[0]);
  if (options.pareto)
    return Diag{Exit::kUsage, "N2102", "--pareto", "need one board, have " + std::to_string(wanted.size()),
                "name it with --board (nook boards)"};
  if (wanted.empty())
    for (const Part& part : parts()) wanted.push_back(&part);
  if (options.model.budget.any())
    return budget_command(cli, options, options.boards.empty() ? part_names() : options.boards);
  const Result<ModelBytes> model = read_model_file(options.model);
  if (!model) return model.diag();
  say_notes(model->stated);
  Fitting fitting(*model, options.model);
  const Progress progress = terminal_progress();
  std::vector<Fit> fits;
  for (const Part* part : wanted) {
    progress({"fitting onto boards", fits.size() + 1, wanted.size()});
    const Result<Fit> fit = fitting.fit(*part);
    if (!fit) return fit.diag();
    fits.push_back(*fit);
  }
  if (cli.json) {
    Json all = Json::array();
    for (const Fit& fit : fits) all.push_back(fit_json(fit));
    print_json(cli, {{"model", options.model.model}, {"boards", all}});
  } else {
    print_fits(options.model.model, fits, view_of(cli).width);
  }
  const bool asked = !options.boards.empty();
  return asked && std::ranges::any_of(fits, [](const Fit& f) { return !f.fits; }) ? Exit::kDoesNotFit
                                                                                  : Exit::kOk;
}

}  // namespace

void add_fit(Cli& cli, Subcommand command) {
  FitCommandOptions& options = add_action<FitCommandOptions>(cli, command, fit_command);
  add_model(command, options.model);
  Option board = command
                     .add_option("--board", options.boards,
                                 "this board (repeatable); nook boards lists them; or a file\nof your own, "
                                 "board.toml (docs/cli.md)")
                     .type("BOARD|FILE")
                     .repeatable();
  command.add_flag("--all", options.all, "all boards (default)").excludes(board);
  add_budget(command, options.model.budget);
  command
      .add_option("--time-limit", options.model.solver.time_limit,
                  "stop all searches after this time and print the best\n"
                  "programs so far (default: after a fixed amount of work\n"
                  "for each board)")
      .type("SECONDS")
      .between(0.001, 1e6);
  const Option pareto = command.add_flag("--pareto", options.pareto,
                                         "what memory buys on one board: the programs of which none is both\n"
                                         "smaller and faster than another, each with its options");
  const Option svg = command.add_option("--svg", options.svg, "draw both fronts: an .svg file")
                         .type("FILE")
                         .not_empty()
                         .needs(pareto);
  command
      .add_flag("--force", options.model.force,
                "overwrite a picture that nook did not write, or that has changed since")
      .needs(svg);
  add_full(cli, command, "print all columns, however narrow the terminal");
  add_json(cli, command, "print it as JSON");
}

}  // namespace nookc
