// nook fit
#include "nookc/study/fit/fit.h"

#include <algorithm>
#include <cstdio>
#include <optional>

#include "nookc/cli/board_file.h"
#include "nookc/cli/model_options.h"
#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"
#include "nookc/core/columns.h"
#include "nookc/core/text.h"
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

void print_fits(const std::string& model, const std::vector<Fit>& fits, int width) {
  std::vector<std::vector<std::string>> lines = {
      {"board", "target", "fits", "RAM", "stack", "left", "flash", "code", "left", "ms", "with"}};
  for (const Fit& fit : fits) {
    char ms[32] = "-";
    const double estimated = estimated_ms(fit);
    if (fit.fits) std::snprintf(ms, sizeof ms, estimated < 10 ? "%.1f" : "%.0f", estimated);
    lines.push_back({std::string(fit.part->name), std::string(fit.part->target),
                     std::string(verdict_name(fit.verdict())), std::to_string(fit.needs.ram()),
                     std::to_string(fit.needs.stack), std::to_string(fit.ram_left()),
                     std::to_string(fit.needs.constants), std::to_string(fit.code()),
                     std::to_string(fit.flash_left()), ms, short_text(fit)});
  }
  const std::string head =
      printable(model) + ", in bytes; left: after stack and code; tight: below " +
      std::to_string(kRestOfRam) + " of RAM or " + std::to_string(kRestOfFlash) + " of flash, the least\n" +
      "that the rest of a firmware takes; ms: estimated from kernels, clock and flash (docs/cycles.md)\n";
  print("%s", folded_lines(head, width).c_str());
  print_table(lines, "  ", width, {"target", "stack", "code", "flash"});
}

void print_front(const Front& front, int width) {
  const bool ram = front.memory == Goal::kRam;
  std::vector<std::vector<std::string>> lines = {
      ram ? std::vector<std::string>{"RAM", "flash", "ms", "options"}
          : std::vector<std::string>{"flash", "RAM", "ms", "options"}};
  for (const FrontPoint& point : front.points) {
    char ms[32];
    std::snprintf(ms, sizeof ms, "%.3f", point.milliseconds);
    const std::string a = std::to_string(point.used.ram), b = std::to_string(point.used.flash);
    lines.push_back({ram ? a : b, ram ? b : a, ms, point.options});
    for (const std::string& change : point.changes) lines.push_back({"", "", "", "  " + printable(change)});
  }
  print("%s", ram ? "\nWhat RAM buys:\n" : "\nWhat flash buys:\n");
  print_table(lines, "  ", width);
  if (!front.proven) print("The search ended early; there may be faster programs.\n");
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

Result<Exit> fit_command(const Cli& cli, const FitCommandOptions& options) {
  std::vector<const Part*> wanted;
  for (const std::string& name : options.boards) {
    const Result<const Part*> part = board_named(name);
    if (!part) return part.diag();
    wanted.push_back(*part);
  }
  if (options.pareto && wanted.size() == 1) return pareto_command(cli, options, *wanted[0]);
  if (options.pareto)
    return Diag{Exit::kUsage, "N2102", "--pareto", "need one board, have " + std::to_string(wanted.size()),
                "name it with --board (nook boards)"};
  if (wanted.empty())
    for (const Part& part : parts()) wanted.push_back(&part);
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
