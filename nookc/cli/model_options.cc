#include "nookc/cli/model_options.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <sstream>

#include "nookc/core/size.h"
#include "nookc/ir/dump.h"
#include "nookc/target/parts.h"

namespace nookc {
namespace {

constexpr std::pair<const char*, Level> kLevels[] = {
    {"time", Level::kTime}, {"balanced", Level::kBalanced}, {"ram", Level::kRam}, {"size", Level::kSize}};

std::vector<std::string> level_names() {
  std::vector<std::string> names;
  for (const auto& [name, level] : kLevels) names.emplace_back(name);
  return names;
}

std::set<std::string> split(const std::string& names) {
  std::set<std::string> all;
  std::istringstream in(names);
  for (std::string name; std::getline(in, name, ',');)
    if (!name.empty()) all.insert(name);
  return all;
}

Result<int64_t> parse_limit(const std::string& text) {
  if (const auto bytes = parse_size(text)) return *bytes;
  return Diag{Exit::kUsage, "N2004", "--scratch-limit", "'" + text + "' is no size of at most 2 GiB",
              "bytes, or with a unit: 65536, 64KiB, 1MiB"};
}

// One file with all stages, or in a folder one file for each, numbered.
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

// The pools of a board are for those kinds of memory of which none is given.
void add_missing_kinds(std::vector<MemoryPool>& pools, const std::vector<MemoryPool>& of_board) {
  for (const bool constant : {false, true}) {
    if (std::ranges::any_of(pools, [&](const MemoryPool& p) { return p.constant == constant; })) continue;
    std::ranges::copy_if(of_board, std::back_inserter(pools),
                         [&](const MemoryPool& p) { return p.constant == constant; });
  }
}

void add_board(Subcommand command, ModelOptions& options) {
  options.command = command;
  command
      .add_option(
          "--board", options.board,
          "the board it is for, in the place of --target; its memories are the\npools where no others "
          "are given (nook boards)")
      .type("BOARD")
      .not_empty();
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
      .add_option("--scratch-limit", options.scratch_limit,
                  "refuse a model that needs more scratch in a\nworkspace pool without a size: 64KiB")
      .type("SIZE")
      .not_empty();
  command
      .add_option("--while-limit", options.while_limit,
                  "turns that all loops of the model (WHILE) may take in one run, which\n"
                  "then returns NOOK_LIMIT (default: any number)")
      .type("TURNS")
      .between(1, INT32_MAX);
  command
      .add_option(
          "--dump-ir", options.dump_ir,
          "write the graph after import and each pass\ninto this file, or one file each into this folder")
      .type("FILE|FOLDER")
      .not_empty();
}

}  // namespace

void add_model(Subcommand command, ModelOptions& options) {
  command.add_option("MODEL", options.model, "the .tflite or .onnx file").required().type("FILE");
  add_borders(command, options.borders);
}

void add_target(Subcommand command, ModelOptions& options, bool required) {
  if (required) options.target.clear();
  command
      .add_option("--target", options.target,
                  required ? "what it is for (or --board)" : "what it is for (default: host)")
      .one_of(target_names());
  add_board(command, options);
}

Status settle_board(ModelOptions& options) {
  if (!options.board.empty()) {
    const Part* const part = find_part(options.board);
    if (!part) return no_such_board(options.board);
    if (options.command.has("--target") && options.target != part->target)
      return Diag{Exit::kUsage, "N2081", "--target " + options.target,
                  "the board '" + options.board + "' has a " + std::string(part->target),
                  "leave out --target"};
    options.target = part->target;
  }
  if (!options.target.empty()) return Done{};
  return Diag{Exit::kUsage,
              "N2000",
              {},
              "--target is required, or --board",
              "see nook " + options.command.name() + " --help"};
}

void add_runner_target(Subcommand command, ModelOptions& options) {
  options.target.clear();
  command
      .add_option(
          "--target", options.target,
          "what it is for (default: this machine; host-avx2 where its\nprocessor has AVX2, else host)")
      .one_of(target_names());
  add_board(command, options);
}

void settle_target(ModelOptions& options) {
  if (options.target.empty() && options.board.empty())
    options.target = options.engine == "interpreter" ? "host" : fastest_here().name;
}

void add_compile_options(Subcommand command, ModelOptions& options) {
  command.group("Code");
  command
      .add_option("--name", options.name,
                  "prefix of the generated symbols and files (default: from the file's name)")
      .type("NAME")
      .not_empty();
  command
      .add_option("-O", options.level,
                  "what kernels are chosen for: the fewest instructions; those without a\n"
                  "larger scratch (default); without scratch of their own; the least code")
      .one_of(level_names());
  command.group("Memory");
  command
      .add_flag("--input-in-scratch{*}", options.inputs_in_scratch,
                "these inputs live in the scratch: =NAME,NAME; without names all")
      .last_wins();
  command
      .add_flag("--output-in-scratch{*}", options.outputs_in_scratch,
                "these outputs live in the scratch: =NAME,NAME; without names all")
      .last_wins();
  command
      .add_flag("--keep-input{*}", options.kept_inputs,
                "inputs in the scratch that a run leaves as they are (otherwise their\n"
                "bytes are reused once they are read): =NAME,NAME; without names all")
      .last_wins();
  command.add_flag("--no-rows", options.no_rows,
                   "keep every tensor as a whole: no operators that run row by row through\n"
                   "line buffers, which -O balanced and -O ram do where it saves scratch");
  command.add_flag("--no-overlap", options.no_overlap, "never write an output over an input that was read");
  command.add_flag("--stream-input", options.stream_input,
                   "also make begin, push_rows and finish: the input comes row by row and\n"
                   "is never in memory as a whole");
  command
      .add_flag("--constants-by-pointer{*}", options.by_pointer,
                "the application passes the address of these pools' constants, which are\n"
                "written to a file apart (repeatable): =POOL,POOL; without names all")
      .joined();
  add_pools(command, options.pools);
  add_wishes(command, options.pools);
  add_units(command, options.pools);
  add_solver(command, options.solver);
  add_limits(command, options);
  command.group("Options");
  add_force(command, options.force);
}

void add_force(Subcommand command, bool& force) {
  command.add_flag("--force", force,
                   "overwrite files that nook did not write, or that were changed since\n"
                   "(otherwise it writes nothing and names the first)");
}

Output output_of(const ModelOptions& options) {
  Output output{options.force, {options.model}};
  if (!options.pools.file.empty()) output.inputs.emplace_back(options.pools.file);
  return output;
}

void add_session_flags(Subcommand command, SessionFlags& flags) {
  command.add_option("--keep", flags.keep, "build in this folder and leave everything there")
      .type("FOLDER")
      .not_empty();
  command.add_option("--timeout", flags.timeout_seconds, "seconds that a program may run (default: 600)")
      .type("SECONDS")
      .between(1, 86400);
}

Result<CompiledModel> compile_model(const ModelOptions& given, const Provenance& provenance) {
  ModelOptions options = given;
  if (const Status settled = settle_board(options); !settled) return settled.diag();
  if (const Status fits = check_engine(options); !fits) return fits.diag();
  CompileOptions compile_options;
  compile_options.target = find_target(options.target);
  for (const auto& [name, level] : kLevels)
    if (options.level == name) compile_options.level = level;
  compile_options.rows = !options.no_rows && options.engine != "interpreter";
  compile_options.overlap = !options.no_overlap;
  compile_options.stream_input = options.stream_input;
  compile_options.inputs_in_scratch = split(options.inputs_in_scratch);
  compile_options.outputs_in_scratch = split(options.outputs_in_scratch);
  if (options.no_passes || options.engine == "interpreter")
    for (std::string_view pass : pass_names()) compile_options.disabled_passes.emplace(pass);
  for (const std::string& pass : options.disabled_passes) compile_options.disabled_passes.insert(pass);
  if (options.all_channels) compile_options.disabled_passes.emplace("eliminate-channels");
  if (!options.scratch_limit.empty()) {
    const Result<int64_t> limit = parse_limit(options.scratch_limit);
    if (!limit) return limit.diag();
    compile_options.scratch_limit = *limit;
  }
  Result<std::vector<MemoryPool>> pools = read_pools(options.pools);
  if (!pools) return pools.diag();
  if (const Part* const part = find_part(options.board); part && options.engine != "interpreter")
    add_missing_kinds(*pools, pools_of(*part));
  compile_options.pools = *std::move(pools);
  Result<std::vector<Wish>> wishes = read_wishes(options.pools);
  if (!wishes) return wishes.diag();
  compile_options.wishes = *std::move(wishes);
  Result<std::vector<UnitWish>> units = read_units(options.pools);
  if (!units) return units.diag();
  compile_options.units = *std::move(units);
  compile_options.while_limit = options.while_limit;
  compile_options.kept_inputs = split(options.kept_inputs);
  compile_options.constants_by_pointer = split(options.by_pointer);
  compile_options.solver = options.solver.solver;
  compile_options.effort = effort_of(options.solver);
  GraphDump graphs(options.dump_ir);
  if (!options.dump_ir.empty())
    compile_options.dump = [&](const std::string& stage, const Graph& graph) { graphs.add(stage, graph); };
  Result<std::vector<std::byte>> bytes = read_model_file(options.model, options.borders);
  if (!bytes) return bytes.diag();
  Result<Program> program = compile(*bytes, options.model, compile_options);
  // Also what led to a refusal is worth seeing.
  if (!options.dump_ir.empty())
    if (const Status written = graphs.write(output_of(options)); !written) return written.diag();
  if (!program) return program.diag();
  EmitOptions emit;
  emit.name = options.name.empty() ? model_name(options.model) : options.name;
  emit.provenance = provenance;
  return CompiledModel{*std::move(bytes), *std::move(program), std::move(emit)};
}

}  // namespace nookc
