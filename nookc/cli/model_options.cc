#include "nookc/cli/model_options.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>

#include "nookc/back/run/board.h"
#include "nookc/cli/board_file.h"
#include "nookc/cli/budget.h"
#include "nookc/core/nearest.h"
#include "nookc/core/text.h"
#include "nookc/graph/dump.h"
#include "nookc/middle/passes/floats/simplify_floats.h"

namespace nookc {
namespace {

// Writes all stages to one file or, in a folder, each stage to a numbered file.
class GraphDump {
 public:
  explicit GraphDump(std::string path) : path_(std::move(path)) {
    std::error_code error;
    folder_ = path_.ends_with('/') || std::filesystem::is_directory(path_, error);
  }

  void add(const std::string& stage, const Graph& graph) {
    std::string name = stage;
    for (char& c : name)
      if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    const std::string number = std::to_string(files_.size());
    files_.push_back({std::string(2 - std::min<size_t>(2, number.size()), '0') + number + "_" + name + ".txt",
                      "# after: " + stage + "\n" + dump(graph)});
  }

  Status write(const Output& output) const {
    if (folder_) return write_output(path_, files_, output);
    std::string all;
    for (const File& file : files_) all += file.content + "\n";
    return write_output(path_, all, output);
  }

 private:
  std::string path_;
  bool folder_ = false;
  Files files_;
};

void add_board(Subcommand command, ModelOptions& options) {
  options.command = command;
  command
      .add_option("--board", options.board,
                  "the board to compile for, instead of --target; its memories are\nthe pools if no others "
                  "are given (nook boards); or a file of your own,\nboard.toml (docs/cli.md)")
      .type("BOARD|FILE")
      .not_empty();
}

void add_hop(Subcommand command, ModelOptions& options) {
  command.group("Sliding windows");
  const Option hop =
      command
          .add_option("--hop", options.hop,
                      "the network of a window that moves: it takes this many new frames, keeps\n"
                      "the other rows, and returns what it returns on the whole window")
          .type("FRAMES")
          .between(1, 1 << 20);
  command
      .add_option("--hop-axis", options.hop_axis,
                  "the dimension of the input that is the time, counted from 0 (default: the\n"
                  "only one along which filters slide)")
      .type("AXIS")
      .between(0, 5)
      .needs(hop);
  command
      .add_option("--hop-state", options.hop_state,
                  "keep at most this much, and compute more in each hop: 4KiB (default: the\n"
                  "least work)")
      .type("SIZE")
      .not_empty()
      .needs(hop);
  command
      .add_option("--hop-start", options.hop_start,
                  "the outputs before the first full window: none (wait, default), or of a\n"
                  "window whose missing frames are padding")
      .one_of({"wait", "padding"})
      .needs(hop);
}

void add_limits(Subcommand command, ModelOptions& options) {
  std::string passes;
  for (std::string_view pass : pass_names()) passes += (passes.empty() ? "" : ", ") + std::string(pass);
  command.group("Passes and limits");
  Option none = command.add_flag("--no-passes", options.no_passes, "compile the graph as it is in the model");
  command
      .add_option("--disable-pass", options.disabled_passes, "leave out this pass (repeatable):\n" + passes)
      .type("PASS")
      .repeatable()
      .excludes(none);
  command.add_flag("--no-eliminate-channels", options.all_channels,
                   "keep channels that are constant or never read:\n--disable-pass eliminate-channels");
  command
      .add_option(
          "--scratch-limit", options.scratch_limit,
          "refuse a model that needs more scratch than this in a\nworkspace pool without a size: 64KiB")
      .type("SIZE")
      .not_empty();
  command
      .add_option("--while-limit", options.while_limit,
                  "end a run with NOOK_LIMIT when the model's loops (WHILE) have run this\n"
                  "many iterations in all (default: no limit)")
      .type("COUNT")
      .between(1, INT32_MAX);
  command
      .add_option("--dump-ir", options.dump_ir,
                  "write the graph after import and after each pass\nto this file, or to one file each in "
                  "this folder")
      .path("FILE|FOLDER");
}

}  // namespace

void add_model(Subcommand command, ModelOptions& options) {
  command.add_option("MODEL", options.model, "the .tflite or .onnx file").required().type("FILE");
  add_borders(command, options.borders);
}

namespace {

// Accepts names that users write, such as m4, M0+ and cortexm33, and names of boards.
std::string target_of(const std::string& given) {
  std::string name;
  for (const char c : given)
    if (c == '+')
      name += "plus";
    else if (c != '_' && c != ' ')
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const char* const before : {"", "cortex-"})
    if (find_target(before + name)) return before + name;
  if (name.starts_with("cortexm")) return target_of("cortex-" + name.substr(6));
  return given;
}

std::string letters_and_digits(const std::string& name) {
  std::string kept;
  for (const unsigned char c : name)
    if (std::isalnum(c)) kept += static_cast<char>(std::tolower(c));
  return kept;
}

std::string wrong_target(const std::string& given) {
  if (find_target(given)) return {};
  if (find_part(given)) return "'" + given + "' is a board, not a core: --board " + given;
  for (const std::string& board : part_names())
    if (letters_and_digits(board) == letters_and_digits(given))
      return "'" + given + "' is a board, not a core: --board " + board;
  const std::vector<std::string> boards = nearest(given, part_names());
  return "need one of " + choice(target_names()) + ", have '" + printable(given) + "'" +
         did_you_mean(given, target_names()) +
         (boards.empty() || boards[0].size() < 4 ? "" : "; --board takes a board, such as " + boards[0]);
}

}  // namespace

Option as_target(Option option) {
  return option.type(choice(target_names())).change(target_of).check(wrong_target);
}

void add_target(Subcommand command, ModelOptions& options, bool required) {
  if (required) options.target.clear();
  as_target(command.add_option(
      "--target", options.target,
      required ? "the core to compile for (or --board)" : "the core to compile for (default: host)"));
  add_board(command, options);
}

Status settle_board(ModelOptions& options) {
  const std::string asked = options.command.has("--target") ? options.target : "";
  if (!options.board.empty())
    if (const Result<const Part*> part = board_named(options.board); !part) return part.diag();
  if (const Status settled = settle_board(static_cast<Request&>(options), asked); !settled) return settled;
  if (!options.target.empty()) return Done{};
  return Diag{Exit::kUsage,
              "N2000",
              {},
              "--target is required, or --board",
              "see nook " + options.command.name() + " --help"};
}

void add_model_to_run(Subcommand command, ModelOptions& options) {
  add_model(command, options);
  options.target.clear();
  as_target(command.add_option(
      "--target", options.target,
      "the core to compile for (default: this machine, with the vectors\nthat its processor has)"));
  add_board(command, options);
}

void settle_target(ModelOptions& options) {
  if (options.target.empty() && options.board.empty())
    options.target = options.engine == "interpreter" ? "host" : fastest_built_here().name;
}

void add_compile_options(Subcommand command, ModelOptions& options) {
  command.group("Code");
  command
      .add_option("--name", options.name,
                  "prefix of the generated symbols and files (default: from the file's name)")
      .type("NAME")
      .not_empty();
  command
      .add_option("--flash", options.flash,
                  "the flash that the code runs from, for estimates of cycles and the choice of\n"
                  "kernels by them: wait states of a line that is not in the buffer, bytes of a\n"
                  "line, bytes of the buffer (default: the board's wait states, or 5,16,256)")
      .type("WAIT[,LINE[,BUFFER]]")
      .not_empty();
  command
      .add_option("-O", options.level,
                  "how kernels are chosen: time: the fewest cycles; balanced: the\n"
                  "fastest that need no larger scratch (default); flash: of these, the ones\n"
                  "that keep weights as small as in the model; ram: those without scratch of\n"
                  "their own; size: the least code")
      .one_of(level_names());
  command.group("Memory");
  add_budget(command, options.budget);
  command
      .add_flag("--input-in-scratch{*}", options.inputs_in_scratch,
                "these inputs live in the scratch (without names: all)")
      .last_wins();
  command
      .add_flag("--output-in-scratch{*}", options.outputs_in_scratch,
                "these outputs live in the scratch (without names: all)")
      .last_wins();
  command
      .add_flag("--keep-input{*}", options.kept_inputs,
                "a run leaves these inputs in the scratch intact (without names: all);\n"
                "otherwise it reuses their bytes")
      .last_wins();
  command.add_flag("--no-rows", options.no_rows,
                   "keep every tensor whole: no operators run row by row, as they do with\n"
                   "-O balanced, flash and ram where that saves scratch");
  command.add_flag("--no-overlap", options.no_overlap, "never write an output over an input");
  command.add_flag("--stream-input", options.stream_input,
                   "generate begin, push_rows and finish: the input arrives row by row and\n"
                   "is never in memory as a whole");
  command
      .add_flag("--constants-by-pointer{*}", options.by_pointer,
                "write the constants of these pools to separate files; the application\n"
                "passes their addresses (repeatable; without names: all pools)")
      .joined();
  add_pools(command, options.pools);
  add_wishes(command, options.pools);
  add_units(command, options.pools);
  add_solver(command, options.solver);
  add_hop(command, options);
  add_limits(command, options);
  command.group("Options");
  add_force(command, options.force);
}

void add_force(Subcommand command, bool& force) {
  command.add_flag("--force", force,
                   "overwrite files that nook did not write, or that have changed since\n"
                   "(without it, nook writes nothing and names the first)");
}

Status check_force(const ModelOptions& options) {
  const bool writes = std::ranges::any_of(std::initializer_list<const char*>{"--dump-ir", "--keep", "--svg"},
                                          [&](const char* name) { return options.command.has(name); });
  if (!options.force || writes) return Done{};
  return Diag{Exit::kUsage, "N2053", "--force", "this writes no file that it could overwrite",
              "leave it out, or name a file with --dump-ir"};
}

Output output_of(const ModelOptions& options) {
  Output output{options.force, {options.model}};
  if (!options.pools.file.empty()) output.inputs.emplace_back(options.pools.file);
  return output;
}

Result<ModelBytes> read_model_file(const ModelOptions& options) {
  BorderOptions borders = options.borders;
  borders.unsimplified = options.disabled_passes;
  if (options.no_passes)
    for (const std::string_view name : simplification_names()) borders.unsimplified.emplace_back(name);
  return read_model_file(options.model, borders);
}

Result<CompiledModel> compile_model(const ModelOptions& given, const Provenance& provenance) {
  ModelOptions options = given;
  if (const Status settled = settle_board(options); !settled) return settled.diag();
  if (const Status fits = check_engine(options); !fits) return fits.diag();
  if (options.engine == "interpreter") {  // the interpreter runs the model unchanged and plans its own memory
    options.no_rows = options.no_passes = true;
    options.board.clear();
  }
  GraphDump graphs(options.dump_ir);
  Dump dump;
  Result<ModelBytes> model = read_model_file(given);
  if (!model) return model.diag();
  if (!options.dump_ir.empty())
    dump = [&](const std::string& stage, const Graph& graph) { graphs.add(stage, graph); };
  if (!options.reports) say_notes(model->stated);
  Result<CompiledModel> compiled = compile_model(*std::move(model), options, provenance, dump);
  // Writes the stages before a failure too.
  if (!options.dump_ir.empty())
    if (const Status written = graphs.write(output_of(options)); !written) return written.diag();
  return compiled;
}

}  // namespace nookc
