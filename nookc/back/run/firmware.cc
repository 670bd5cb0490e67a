#include "nookc/back/run/firmware.h"

#include <unistd.h>

#include <thread>

#include "nookc/back/interpreter_export/resolver_file.h"
#include "nookc/back/package/package.h"
#include "nookc/back/resources/resources.h"
#include "nookc/back/run/cache.h"
#include "nookc/back/run/glue.h"
#include "nookc/back/run/process.h"
#include "nookc/core/identifier.h"

namespace nookc {
namespace {

namespace fs = std::filesystem;

// The part of internal memory that stays free for stack, code and the runner's own data.
constexpr int64_t kCodeReserve = 192 << 10, kRamReserve = 192 << 10;

std::vector<std::string> port_sources(const Board& board) {
  std::vector<std::string> all;
  for (const std::string& source : split_words(board.sources)) all.push_back("ports/" + source);
  return all;
}

std::string hex(uint32_t value) {
  char text[16];
  snprintf(text, sizeof text, "0x%x", value);
  return text;
}

Status check_room(const Board& board, const std::string& what, int64_t bytes) {
  if (bytes <= board.large.bytes) return Done{};
  return Diag{Exit::kDoesNotFit, "N1003", std::string(board.target),
              what + ": need " + std::to_string(bytes) + " bytes, the emulated board has " +
                  std::to_string(board.large.bytes),
              "run it on the host"};
}

unsigned jobs() { return std::max(1u, std::min(2u, std::thread::hardware_concurrency())); }

Status check_ended(const Finished& finished, const Command& command, const std::string& what) {
  if (finished.timed_out)
    return Diag{Exit::kInputOutput, "N4007", what,
                "not finished after " + std::to_string(command.timeout_seconds) + " s",
                "--timeout allows more"};
  if (finished.exit_code == 0) return Done{};
  std::string text = finished.text.substr(0, 4000);
  while (text.ends_with('\n')) text.pop_back();
  if (text.empty()) text = "it said nothing";
  return Diag{Exit::kInputOutput, "N4006", what,
              "exit code " + std::to_string(finished.exit_code) + "\n" + text,
              "the command was: " + to_string(command)};
}

}  // namespace

Result<FirmwareBuilder> FirmwareBuilder::make(const Board& board, fs::path folder, Progress progress,
                                              int timeout_seconds) {
  FirmwareBuilder builder(board);
  const Result<std::string> compiler = find_compiler(board);
  if (!compiler) return compiler.diag();
  const Result<fs::path> sources = source_folder();
  if (!sources) return sources.diag();
  const Result<fs::path> cache = cache_folder();
  if (!cache) return cache.diag();
  builder.compiler_ = *compiler;
  builder.sources_ = *sources;
  builder.cache_ = *cache;
  builder.folder_ = std::move(folder);
  builder.progress_ = std::move(progress);
  builder.timeout_seconds_ = timeout_seconds;
  std::error_code error;
  fs::create_directories(builder.cache_ / "objects", error);
  if (error)
    return Diag{Exit::kInputOutput, "N4002", (builder.cache_ / "objects").string(), error.message(), {}};
  return builder;
}

Result<FirmwareBuilder::Recipe> FirmwareBuilder::recipe(const Program& program, const EmitOptions& emit,
                                                        std::string variant, File main) const {
  if (const Status fine = check_runs_on_cpu(program); !fine) return fine.diag();
  Result<Files> generated = emit_c(program, emit);
  if (!generated) return generated.diag();
  Recipe recipe{std::move(variant), *std::move(generated), port_sources(board_), {}};
  recipe.generated.push_back(std::move(main));
  for (const std::string& path : kernel_sources(program))
    if (is_source(path)) recipe.ours.push_back(path);
  return recipe;
}

void FirmwareBuilder::add_runner(Recipe& recipe) const {
  for (const char* path : {"ports/runner/runner.c", "ports/runner/main.c"}) recipe.ours.emplace_back(path);
}

Result<fs::path> FirmwareBuilder::runner(const Program& program, const EmitOptions& emit) {
  const Interface face = interface_of(program, emit);
  const int64_t memory = runner_memory_bytes(program, face), constants = program.constant_bytes();
  const bool large_memory = board_.emulated() && memory > int64_t{board_.ram.bytes} - kRamReserve;
  const bool large_constants = board_.emulated() && constants > int64_t{board_.code.bytes} - kCodeReserve;
  if (const Status room = check_room(board_, "memory of the application",
                                     (large_memory ? memory : 0) + (large_constants ? constants : 0));
      !room)
    return room.diag();
  Result<Recipe> all = recipe(program, emit, emit.events ? "runner_events" : "runner",
                              runner_glue(program, emit, large_memory ? ".nook_scratch" : ""));
  if (!all) return all.diag();
  add_runner(*all);
  if (large_constants)
    for (const InterfacePool& p : face.constant)
      all->definitions.push_back("-D" + p.macro + "_SECTION=\".nook_constants\"");
  return build(*all);
}

Result<fs::path> FirmwareBuilder::smallest(const Program& program, const EmitOptions& emit) {
  const Interface face = interface_of(program, emit);
  const int64_t bytes =
      program.scratch_bytes + program.constant_bytes() + program.input_bytes() + program.output_bytes();
  if (const Status room = check_room(board_, "model and memory", board_.emulated() ? bytes : 0); !room)
    return room.diag();
  Result<Recipe> all = recipe(program, emit, "smallest", smallest_main(program, emit));
  if (!all) return all.diag();
  // Separate from the program's own constants, so that its size can be measured.
  for (const InterfacePool& p : face.constant)
    all->definitions.push_back("-D" + p.macro + "_SECTION=\".nook_constants\"");
  return build(*all);
}

FirmwareBuilder::Recipe FirmwareBuilder::interpreter_recipe(const InterpretedModel& model,
                                                            std::string variant, Files generated) const {
  Recipe recipe{std::move(variant), std::move(generated), port_sources(board_), {}};
  for (const std::string& path : interpreter_sources(model.program)) recipe.ours.push_back(path);
  return recipe;
}

Result<fs::path> FirmwareBuilder::runner(const InterpretedModel& model) {
  const int64_t memory = runner_memory_bytes(model), constants = static_cast<int64_t>(model.bytes.size());
  const bool large_memory = board_.emulated() && memory > int64_t{board_.ram.bytes} - kRamReserve;
  if (const Status room = check_room(board_, "memory of the application and the model",
                                     board_.emulated() ? (large_memory ? memory : 0) + constants : 0);
      !room)
    return room.diag();
  Recipe all = interpreter_recipe(model, "interpreter",
                                  interpreter_runner(model, large_memory ? ".nook_scratch" : ""));
  add_runner(all);
  return build(all);
}

Result<fs::path> FirmwareBuilder::smallest(const InterpretedModel& model) {
  const int64_t bytes = runner_memory_bytes(model) + static_cast<int64_t>(model.bytes.size());
  if (const Status room = check_room(board_, "model and memory", board_.emulated() ? bytes : 0); !room)
    return room.diag();
  return build(interpreter_recipe(model, "interpreter_smallest", interpreter_smallest(model)));
}

Result<fs::path> FirmwareBuilder::empty() {
  return build({"empty", {{"main.c", "int main(void) { return 0; }\n"}}, port_sources(board_), {}});
}

std::vector<std::string> FirmwareBuilder::compile_words(const std::string& source,
                                                        const std::vector<std::string>& definitions) const {
  std::vector<std::string> words = {compiler_};
  for (const std::string& flag : split_words(board_.flags)) words.push_back(flag);
  const bool cpp = source.ends_with(".cc");  // the interpreter: its code does not loop over data
  for (const std::string& flag :
       split_words(cpp ? "-std=c++17 -Os -fno-exceptions -fno-rtti -fno-threadsafe-statics" : "-std=c99 -O2"))
    words.push_back(flag);
  for (const char* flag : {"-g1", "-ffp-contract=off", "-ffunction-sections", "-fdata-sections", "-c"})
    words.push_back(flag);
  words.insert(words.end(), definitions.begin(), definitions.end());
  return words;
}

Result<std::vector<std::string>> FirmwareBuilder::compile(const Recipe& recipe, const fs::path& folder) {
  struct Job {
    Command command;
    fs::path object, made;  // `object` is its final path, `made` the one the compiler writes
  };
  std::vector<std::string> objects;
  std::vector<Job> todo;
  const auto add = [&](std::vector<std::string> words, const fs::path& source, const fs::path& object) {
    const fs::path made = object.string() + "." + std::to_string(getpid());
    for (const std::string& word : {source.string(), std::string("-o"), made.string()}) words.push_back(word);
    todo.push_back({{words, {}, timeout_seconds_, folder_}, object, made});
  };
  for (const std::string& path : recipe.ours) {
    std::vector<std::string> words = compile_words(path, {});
    words.push_back("-I" + sources_.string());
    const fs::path source = sources_ / path;
    const fs::path object = object_path(cache_, to_string({words, {}, 0}) + " " + path, compiler_);
    objects.push_back(object.string());
    std::error_code error;
    if (!fs::exists(object, error)) add(words, source, object);
  }
  for (const File& file : recipe.generated) {
    if (!is_source(file.path)) continue;
    std::vector<std::string> words = compile_words(file.path, recipe.definitions);
    // Constants depend on no other generated file.
    const bool constants = file.path.ends_with("_constants.c");
    std::string& known =
        compiled_[to_string({words, {}, 0}) + (constants ? file.content : recipe.variant + file.path)];
    if (known.empty()) {
      known = (folder / file.path).replace_extension(".o").string();
      words.push_back("-I" + folder.string());
      words.push_back("-I" + sources_.string());
      add(words, folder / file.path, known);
    }
    objects.push_back(known);
  }
  for (size_t i = 0; i < todo.size(); i += jobs()) {
    progress_({"compiling for " + std::string(board_.target), i + 1, todo.size()});
    std::vector<Command> batch;
    for (size_t k = i; k < std::min(i + jobs(), todo.size()); ++k) batch.push_back(todo[k].command);
    const Result<std::vector<Finished>> ended = run_commands(batch, jobs());
    if (!ended) return ended.diag();
    for (size_t k = 0; k < batch.size(); ++k) {
      const Job& job = todo[i + k];
      if (const Status fine = check_ended((*ended)[k], batch[k], compiler_); !fine) return fine.diag();
      std::error_code error;
      fs::rename(job.made, job.object, error);
      if (error) return Diag{Exit::kInputOutput, "N4002", job.object.string(), error.message(), {}};
    }
  }
  return objects;
}

Status FirmwareBuilder::link(const std::vector<std::string>& objects, const fs::path& program) const {
  Command command{{compiler_}, {}, timeout_seconds_, folder_};
  const auto add = [&](const std::string& word) { command.words.push_back(word); };
  for (const std::string& flag : split_words(board_.flags)) add(flag);
  for (const std::string& object : objects) add(object);
  add("-Wl,--gc-sections");
  if (board_.emulated()) {
    const auto memory = [&](const std::string& name, const Memory& m) {
      add("-Wl,--defsym=NOOK_" + name + "_ORIGIN=" + hex(m.origin));
      add("-Wl,--defsym=NOOK_" + name + "_BYTES=" + hex(m.bytes));
    };
    add("-nostdlib");
    memory("CODE", board_.code);
    memory("RAM", board_.ram);
    memory("LARGE", board_.large);
    add("-T" + (sources_ / "ports" / board_.linker_script).string());
    for (const char* word : {"-Wl,--start-group", "-lm", "-lc", "-lgcc", "-Wl,--end-group"}) add(word);
  } else {
    add("-lm");
  }
  add("-o");
  add(program.string());
  const Result<Finished> ended = run_command(command);
  if (!ended) return ended.diag();
  return check_ended(*ended, command, compiler_);
}

Result<ModelObjects> FirmwareBuilder::objects(const Program& program, Files generated) {
  Recipe recipe{"objects", std::move(generated), {}, {}};
  for (const std::string& path : kernel_sources(program))
    if (is_source(path)) recipe.ours.push_back(path);
  const fs::path folder = folder_ / recipe.variant;
  if (const Status written = write_files(folder, recipe.generated); !written) return written.diag();
  const Result<std::vector<std::string>> all = compile(recipe, folder);
  if (!all) return all.diag();
  const auto first_generated = all->begin() + static_cast<std::ptrdiff_t>(recipe.ours.size());
  return ModelObjects{{all->begin(), first_generated}, recipe.ours, {first_generated, all->end()}};
}

Result<fs::path> FirmwareBuilder::build(const Recipe& recipe) {
  const fs::path folder = folder_ / recipe.variant;
  if (const Status written = write_files(folder, recipe.generated); !written) return written.diag();
  const Result<std::vector<std::string>> objects = compile(recipe, folder);
  if (!objects) return objects.diag();
  progress_({"linking for " + std::string(board_.target)});
  const fs::path program = folder / (recipe.variant + (board_.emulated() ? ".elf" : ""));
  if (const Status linked = link(*objects, program); !linked) return linked.diag();
  return program;
}

}  // namespace nookc
