// nook init
#include <filesystem>
#include <optional>

#include "nookc/back/package/cores.h"
#include "nookc/cli/board_file.h"
#include "nookc/cli/model_options.h"
#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"
#include "nookc/cli/project_folder.h"
#include "nookc/cli/project_lines.h"
#include "nookc/core/text.h"
#include "nookc/study/fit/fit.h"

namespace nookc {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Portable C99 for any core of 32 bits: the target of a project whose files name none.
constexpr const char* kAnyCore = "generic";

struct InitOptions {
  ModelOptions model;
};

// Everything that is known about the project, and the text of its nook.toml.
struct Start {
  ProjectFolder folder;
  std::string model, name, board, target;
  std::optional<Fit> fit;  // with a board
  int64_t ram = 0, constants = 0;
  std::string place_from;  // "platformio.ini: esp32-s3-devkitc-1"
  std::vector<Addition> additions;
  std::string next;
};

Diag usage(const std::string& what, const std::string& hint) {
  return {Exit::kUsage, "N2097", "nook init", what, hint};
}

// One word for a shell.
std::string shell_word(const std::string& word) {
  std::string text = "'";
  bool plain = !word.empty();
  for (const char c : word) {
    plain &= std::isalnum(static_cast<unsigned char>(c)) ||
             std::string_view("_./-+,=").find(c) != std::string::npos;
    text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return plain ? word : text + "'";
}

// The model of the command line, or the only one in the folder.
Result<std::string> model_of(const InitOptions& options) {
  if (!options.model.model.empty()) return options.model.model;
  const Result<std::vector<fs::path>> models = models_below(".");
  if (!models) return models.diag();
  if (models->size() == 1) return models->front().generic_string();
  if (models->empty())
    return usage("there is no .tflite or .onnx file in this folder",
                 "name the model: nook init ../kws.tflite");
  std::string names;
  for (size_t i = 0; i < models->size() && i < 8; ++i)
    names += (i ? ", " : "") + (*models)[i].generic_string();
  return usage("the folder has several models: " + names,
               "name one: nook init " + shell_word((*models)[0].generic_string()));
}

// The board or target of the command line, of the project's files, or any core.
Status choose_place(const InitOptions& options, Start* start) {
  const Request& asked = options.model;
  start->board = asked.board, start->target = asked.target;
  if (!asked.board.empty() || !asked.target.empty()) {
    start->place_from = "as you asked";
  } else if (const ProjectFolder& found = start->folder; !found.place.target.empty()) {
    start->board = found.place.board, start->target = found.place.target;
    start->place_from = found.place_file + ": " + found.place_word;
  } else {
    start->target = kAnyCore,
    start->place_from = "no file names a board or a core that nook has: portable C99";
  }
  return check_builder(start->folder.system->format, *find_target(start->target));
}

// Compiles the model, so that one that nook can't run is refused here; with a board, in the first way that
// fits.
Status try_model(const InitOptions& options, const Provenance& provenance, Start* start) {
  const Result<ModelBytes> model = read_model_file(start->model, options.model.borders);
  if (!model) return model.diag();
  start->name = model_name(start->model);
  Request request;
  request.target = start->target;
  if (!start->board.empty()) {
    const Result<const Part*> part = board_named(start->board);
    if (!part) return part.diag();
    Result<Fit> fit = Fitting(*model, request).fit(**part);
    if (!fit) return fit.diag();
    start->ram = fit->needs.ram(), start->constants = fit->needs.constants;
    start->fit = *std::move(fit);
    return Done{};
  }
  const Result<CompiledModel> compiled = compile_model(*model, request, provenance);
  if (!compiled) return compiled.diag();
  const Needs needs = needs_of(compiled->program);
  start->ram = needs.ram(), start->constants = needs.constants;
  return Done{};
}

// The options of the way that fits, as keys of nook.toml.
std::string way_text(const Way& way) {
  std::string text;
  if (way.level != "balanced") text += "O = \"" + way.level + "\"\n";
  if (way.stream) text += "stream-input = true\n";
  if (way.in_scratch && !way.stream) text += "input-in-scratch = true\n";
  if (way.in_scratch) text += "output-in-scratch = true\n";
  return text.empty() ? text : "# Otherwise the model does not fit.\n" + text;
}

std::string project_text(const Start& start) {
  std::string text =
      "# Options for the models in this folder, which every command of nook reads. From nook init.\n";
  text += start.board.empty() ? "target = \"" + start.target + "\"" : "board = \"" + start.board + "\"";
  text += "  # " + start.place_from + "\nformat = \"" + start.folder.system->format + "\"\n";
  if (start.fit && start.fit->fits) text += way_text(*start.fit->way);
  text += "\n# " + start.next + "\n";
  for (const Addition& addition : start.additions) {
    text += "# To " + addition.file + ", " + addition.where + ":\n";
    for (const std::string& line : addition.lines) text += "#   " + line + "\n";
  }
  return text;
}

std::string fit_text(const Start& start) {
  std::string text =
      std::to_string(start.ram) + " bytes of RAM, " + std::to_string(start.constants) + " bytes of constants";
  if (!start.fit) return text;
  const Fit& fit = *start.fit;
  const std::string board = " on " + start.board;
  if (!fit.fits) return text + ": it does not fit" + board + "; nook fit says what is missing";
  const std::string ways = fit.way->options.empty() ? "" : ", with " + fit.way->options;
  return text + ": it " + (fit.verdict() == Verdict::kTight ? "just fits" : "fits") + board + ways;
}

void print_start(const Start& start, const std::string& file) {
  const ProjectFolder& folder = start.folder;
  print("Build:   %s%s\n", folder.system->name,
        folder.system_file.empty() ? "" : (" (" + folder.system_file + ")").c_str());
  print("Board:   %s (%s)\n", start.board.empty() ? start.target.c_str() : start.board.c_str(),
        start.place_from.c_str());
  for (const std::string& word : folder.unknown)
    print("         nook has no board %s; nook boards lists those it has\n", word.c_str());
  print("Model:   %s, %s\n", start.model.c_str(), fit_text(start).c_str());
  print("Written: %s\n\nNext:\n  %s\n\n", file.c_str(), start.next.c_str());
  const char* begin = "Then add";
  for (const Addition& addition : start.additions) {
    print("%s to %s, %s:\n", begin, addition.file.c_str(), addition.where.c_str());
    begin = "and";
    for (const std::string& line : addition.lines) print("  %s\n", line.c_str());
  }
}

Json start_json(const Start& start, const std::string& file) {
  Json additions = Json::array();
  for (const Addition& addition : start.additions)
    additions.push_back({{"file", addition.file}, {"where", addition.where}, {"lines", addition.lines}});
  return {{"model", start.model},
          {"format", start.folder.system->format},
          {"board", start.board.empty() ? Json(nullptr) : Json(start.board)},
          {"target", start.target},
          {"place_from", start.place_from},
          {"fits", start.fit ? Json(verdict_name(start.fit->verdict())) : Json(nullptr)},
          {"ram_bytes", start.ram},
          {"constant_bytes", start.constants},
          {"written", file},
          {"next", start.next},
          {"add", additions}};
}

Result<Exit> init_command(const Cli& cli, const InitOptions& given) {
  InitOptions options = given;
  if (!options.model.board.empty())
    if (const Status settled = settle_board(options.model); !settled) return settled.diag();
  Start start;
  Result<ProjectFolder> folder = look_at_folder(".");
  if (!folder) return folder.diag();
  start.folder = *std::move(folder);
  const Result<std::string> model = model_of(options);
  if (!model) return model.diag();
  start.model = *model;
  const fs::path file = fs::path(start.model).parent_path() / "nook.toml";
  std::error_code error;
  if (fs::symlink_status(file, error).type() != fs::file_type::not_found)
    return Diag{Exit::kInputOutput, "N4011", file.string(), "exists, and nook init overwrites nothing",
                "edit it, or remove it and run nook init again"};
  if (const Status chosen = choose_place(options, &start); !chosen) return chosen.diag();
  if (const Status tried = try_model(options, cli.provenance, &start); !tried) return tried.diag();
  const std::string format = start.folder.system->format;
  start.additions = lines_to_add(format, start.name, start.folder.program);
  start.next = "nook compile " + shell_word(start.model) + " -o " + package_folder(format, start.name);
  Output writing;
  writing.inputs = {start.model};
  if (const Status written = write_output(file, project_text(start), writing); !written)
    return written.diag();
  if (cli.json)
    print_json(cli, start_json(start, file.generic_string()));
  else
    print_start(start, file.generic_string());
  return Exit::kOk;
}

}  // namespace

void add_init(Cli& cli, Subcommand command) {
  InitOptions& options = add_action<InitOptions>(cli, command, init_command);
  options.model.command = command;
  command
      .add_option("MODEL", options.model.model,
                  "the .tflite or .onnx file (default: the only one in this folder)")
      .path("FILE");
  add_target(command, options.model, true);
  add_json(cli, command, "print all of it as JSON");
}

}  // namespace nookc
