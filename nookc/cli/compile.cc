#include "nookc/compile/compile.h"

#include <algorithm>
#include <cstdio>
#include <optional>

#include "nookc/back/emit/managed.h"
#include "nookc/back/emit/weights_header.h"
#include "nookc/back/package/formats.h"
#include "nookc/back/package/package.h"
#include "nookc/back/package/tvm.h"
#include "nookc/back/run/image_build.h"
#include "nookc/back/run/serial_project.h"
#include "nookc/cli/budget.h"
#include "nookc/cli/compile_signatures.h"
#include "nookc/cli/cores_options.h"
#include "nookc/cli/engine.h"
#include "nookc/cli/explain.h"
#include "nookc/cli/model_options.h"
#include "nookc/cli/needs.h"
#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"
#include "nookc/cli/storage_options.h"
#include "nookc/core/interrupt.h"
#include "nookc/core/output.h"
#include "nookc/core/text.h"
#include "nookc/middle/plan/placing/managed_plan.h"
#include "nookc/request/cores.h"
#include "nookc/study/fit/hints.h"
#include "nookc/study/report/report.h"

namespace nookc {
namespace {

struct CompileCommandOptions {
  ModelOptions model;
  std::string directory, archive, format = "c";
  bool standalone_folder = false, events = false, declare_memory = false, linker_script = false;
  bool all_signatures = false;
  int rollback_counter = -1;           // -1: not given
  std::string image_kernels;           // empty: not given
  std::vector<std::string> explained;  // operators
  PackageFacts facts;
};

constexpr const char *kRunner = "runner", *kTvm = "tvm", *kImage = "image";

// The formats that add files for a build system to the C interface.
bool is_package(const std::string& format) {
  if (format == kRunner || format == kImage) return true;
  const std::vector<std::string> packages = package_formats();
  return std::ranges::find(packages, format) != packages.end();
}

std::vector<std::string> formats() {
  std::vector<std::string> names = {"c", "managed", "weights"};
  for (std::string& name : package_formats()) names.push_back(std::move(name));
  names.emplace_back(kTvm), names.emplace_back(kRunner), names.emplace_back(kImage);
  return names;
}

// The interpreter is written as a folder with all of its sources.
Status check_interpreted(const CompileCommandOptions& options) {
  const std::vector<std::string> packages = interpreter_formats();
  if (!options.standalone_folder && std::ranges::find(packages, options.format) == packages.end())
    return Diag{Exit::kUsage, "N2022", "--engine interpreter",
                "need a --format that includes the runtime's sources, have " + options.format,
                "one of " + join_text(packages)};
  for (const auto& [given, name] : {std::pair(options.events, "--events"),
                                    {options.declare_memory, "--declare-memory"},
                                    {options.linker_script, "--linker-script"}})
    if (given)
      return Diag{Exit::kUsage, "N2022", name, "this is for compiled models, not for --engine interpreter",
                  "leave out one of the two"};
  return Done{};
}

// Options that need the C interface.
Status check_format(const CompileCommandOptions& options) {
  const std::vector<GivenOption> flags = {
      {options.events, "--events"},
      {options.declare_memory, "--declare-memory"},
      {options.linker_script, "--linker-script"},
      {options.model.stream_input, "--stream-input"},
      {!options.model.pools.units.empty(), "--unit"},
      {!options.explained.empty(), "--explain"},
      {first_budget(options.model.budget) != nullptr, first_budget(options.model.budget)},
      {!options.model.by_pointer.empty() && options.format != "managed", "--constants-by-pointer"}};
  for (const auto& [given, name] : {std::pair(options.rollback_counter >= 0, "--rollback-counter"),
                                    {!options.image_kernels.empty(), "--kernels"}})
    if (given && options.format != kImage)
      return Diag{Exit::kUsage, "N2110", name,
                  "need --format image, have --format " + options.format + ": it is for images only",
                  "leave it out, or add --format image"};
  if (options.model.engine == "interpreter") return check_interpreted(options);
  const std::string& format = !options.archive.empty()    ? options.archive
                              : options.standalone_folder ? "standalone"
                                                          : options.format;
  if (const Status fits = check_stored_format(options.model.weights_from == "storage", format); !fits)
    return fits.diag();
  if (const Status fits = check_cores_format(options.model, format, options.events); !fits)
    return fits.diag();
  if (options.model.hop > 0)
    if (const Status fits = check_hop_format(options.format, options.archive); !fits) return fits.diag();
  if (const Status fits = need_format_c({{!options.archive.empty() && options.format != kTvm, "--archive"},
                                         {options.standalone_folder, "--standalone"}},
                                        options.format);
      !fits)
    return fits.diag();
  return is_package(options.format) ? Status(Done{}) : need_format_c(flags, options.format);
}

TvmOptions tvm_options(const CompileCommandOptions& options) {
  TvmOptions tvm;
  if (!options.model.name.empty()) tvm.module = options.model.name;
  tvm.lends_pools = !options.model.pools.workspace.empty() || !options.model.pools.file.empty();
  return tvm;
}

// A folder, or one archive with its files.
Result<Files> tvm_files(const CompileCommandOptions& options, const CompiledModel& compiled) {
  const TvmOptions tvm = tvm_options(options);
  if (options.archive.empty()) return tvm_folder(compiled.program, compiled.emit, tvm, compiled.bytes);
  Result<std::string> archive = tvm_archive(compiled.program, compiled.emit, tvm, compiled.bytes);
  if (!archive) return archive.diag();
  return Files{{tvm.module + ".tar", *std::move(archive)}};
}

// The files for --format, --archive and --standalone; fills `layout` if the format has one.
Result<Files> files_for(const CompileCommandOptions& options, const CompiledModel& compiled,
                        std::optional<ManagedLayout>* layout) {
  if (options.format == "weights") return emit_weights(compiled.program, compiled.emit);
  if (options.format == "managed") {
    Result<ManagedLayout> made =
        plan_managed(compiled.program, options.model.solver.solver, effort_of(options.model.solver));
    if (!made) return made.diag();
    *layout = *std::move(made);
    return emit_managed(compiled.program, compiled.emit, **layout);
  }
  if (options.format == kTvm) return tvm_files(options, compiled);
  if (options.format == kImage) {
    const ImageOptions wanted = {
        static_cast<uint32_t>(std::max(options.rollback_counter, 0)),
        options.image_kernels == "firmware" ? ImageKernels::kFirmware : ImageKernels::kImage};
    Result<std::string> image = build_image(compiled.program, compiled.emit, wanted, terminal_progress());
    if (!image) return image.diag();
    return Files{{compiled.emit.name + ".img", *std::move(image)}};
  }
  if (options.archive == "mlf") {
    Result<std::string> archive = model_library(compiled.program, compiled.emit, compiled.bytes);
    if (!archive) return archive.diag();
    return Files{{compiled.emit.name + ".tar", *std::move(archive)}};
  }
  if (options.standalone_folder) return package(compiled.program, compiled.emit, "standalone");
  if (options.format == kRunner) return serial_project(compiled.program, compiled.emit);
  if (is_package(options.format)) return package(compiled.program, compiled.emit, options.format);
  Result<Files> files = emit_c(compiled.program, compiled.emit);
  if (!files) return files.diag();
  for (File& file : report_files(compiled.program, compiled.emit)) files->push_back(std::move(file));
  return files;
}

// The last line tells the remaining steps.
void print_written(const CompileCommandOptions& options, const Files& files) {
  print("Written to %s:\n", options.directory.c_str());
  for (const File& file : files) print("  %s\n", file.path.c_str());
  if (!options.archive.empty()) return;
  if (options.format == "managed" || options.format == "weights")
    print("Next: link nook_managed, the runtime of managed tensors (docs/managed-tensors.md).\n");
  else if (options.format == kImage)
    print("Next: store its %zu bytes where a firmware opens it with nook_image_open() (docs/images.md).\n",
          files[0].content.size());
  else if (options.format == "c" && !options.standalone_folder)
    print(
        "Next: these files need nook's headers and kernels. --format makefile or standalone writes them too; "
        "with CMake,\nnook_add_model() compiles and links all (docs/packages.md).\n");
  else
    print("Next: README.md in it says how to build and use it.\n");
}

// The signatures are several networks in one folder.
Status check_signatures(const CompileCommandOptions& options) {
  const std::pair<bool, const char*> flags[] = {
      {options.format == kRunner || options.format == kImage ||
           (options.format != "c" && !is_package(options.format)),
       "--format"},
      {!options.archive.empty(), "--archive"},
      {options.declare_memory, "--declare-memory"},
      {options.linker_script, "--linker-script"},
      {first_budget(options.model.budget) != nullptr, first_budget(options.model.budget)},
      {!options.explained.empty(), "--explain"}};
  for (const auto& [given, name] : flags)
    if (given) return not_with_all_signatures(name);
  return check_alone(options.model);
}

void print_arena(const ManagedLayout& layout) {
  print(
      "With managed tensors the scratch is an arena of %d bytes, headers included; no plan needs less than "
      "%d.\n\n",
      layout.bytes, layout.lower_bound);
}

Result<Exit> compile_command(const Cli& cli, const CompileCommandOptions& options) {
  take_interrupts();
  if (const Status fits = check_format(options); !fits) return fits.diag();
  if (const Status fits = check_facts(options.facts, options.format); !fits) return fits.diag();
  if (options.all_signatures) {
    if (const Status fits = check_signatures(options); !fits) return fits.diag();
    const std::string format = options.standalone_folder ? "standalone" : options.format;
    return compile_signatures(cli, {options.model, options.directory, format, options.events, options.facts});
  }
  ModelOptions model = options.model;
  model.reports = !cli.quiet && model.engine == "compiled" && options.format != "weights";
  suit_format(model, options.format);
  if (options.format == kTvm) model.name = tvm_network(tvm_options(options).module);
  Result<CompiledModel> compiled = compile_model(model, cli.provenance);
  if (!compiled) return compiled.diag();
  say_if_interrupted();
  compiled->emit.events = options.events;
  compiled->emit.declare_memory = options.declare_memory;
  compiled->emit.linker_script = options.linker_script;
  compiled->emit.facts = options.facts;
  if (model.engine == "compiled" && options.format != "weights") {
    if (const Status settled = settle_board(model); !settled) return settled.diag();
    compiled->emit.hints = hints_for(*compiled, model, Thorough::kNo);
  }
  const Result<Explanation> explained = explanation_of(*compiled, model, options.explained);
  if (!explained) return explained.diag();
  const Result<std::optional<InterpretedModel>> interpreted = interpreted_model(*compiled, model);
  if (!interpreted) return interpreted.diag();
  std::optional<ManagedLayout> layout;
  Result<Files> files = *interpreted ? package(**interpreted, compiled->emit,
                                               options.standalone_folder ? "standalone" : options.format)
                                     : files_for(options, *compiled, &layout);
  if (!files) return files.diag();
  if (const Status written = write_output(options.directory, *files, output_of(options.model)); !written)
    return written.diag();
  if (*interpreted && !cli.quiet) print_needs(cli, options.model, **interpreted);
  if (*interpreted) {
    if (!cli.quiet && !cli.json) print_written(options, *files);
    return Exit::kOk;
  }
  if (cli.json) {
    nlohmann::ordered_json report = report_json(compiled->program, compiled->emit);
    if (layout) report["managed"] = {{"ram_bytes", layout->bytes}, {"lower_bound", layout->lower_bound}};
    add_budget(compiled->within, report);
    add_explanation(*explained, compiled->program, report);
    print_json(cli, report);
    return Exit::kOk;
  }
  if (!cli.quiet && options.format != "weights")
    print("%s\n", report_text(compiled->program, compiled->emit, view_of(cli)).c_str());
  if (!cli.quiet) print_budget(cli, compiled->within);
  print_explanation(cli, *explained, compiled->program);
  if (cli.quiet) return Exit::kOk;
  if (layout) print_arena(*layout);
  print_written(options, *files);
  return Exit::kOk;
}

void add_facts(Subcommand command, PackageFacts& facts) {
  command
      .add_option(
          "--license", facts.license,
          "of a package: the license of the network, such as MIT (default: the\npackage says nothing; so "
          "for the next two)")
      .type("SPDX")
      .not_empty();
  command.add_option("--author", facts.author, "of a package: who made it").type("NAME").not_empty();
  command.add_option("--url", facts.url, "of a package: its home page").type("URL").not_empty();
  command
      .add_option("--package-version", facts.version,
                  "of a package: its version, such as 1.2.0 (default: nook's)")
      .type("VERSION")
      .not_empty();
}

}  // namespace

void add_compile(Cli& cli, Subcommand command) {
  CompileCommandOptions& options = add_compiling_action<CompileCommandOptions>(cli, command, compile_command);
  command.add_option("-o,--output", options.directory, "folder to write into; created if needed")
      .required()
      .path("FOLDER");
  add_compile_options(command, options.model);
  add_cores(command, options.model);
  add_storage(command, options.model);
  command.group("Options");
  add_engine(command, options.model);
  Option archive = command
                       .add_option("--archive", options.archive,
                                   "write one archive instead: mlf, a tar in Model Library Format")
                       .one_of({"mlf"});
  command
      .add_option(
          "--format", options.format,
          "c: functions and structs (default); managed: a C++ class on managed\ntensors; weights: only the "
          "constants, for graphs written by hand;\nstandalone: with kernels and a CMakeLists.txt; "
          "tvm: with microTVM's interface, in Model Library Format; runner: firmware for nook run\n--port; "
          "image: one binary that a firmware opens, built with the core's compiler; "
          "others: standalone, for that build system or package "
          "manager")
      .one_of(formats());
  command.add_flag("--standalone", options.standalone_folder, "the same as --format standalone")
      .excludes(archive);
  command.add_flag("--all-signatures", options.all_signatures,
                   "write all signatures of a .tflite: NAME_SIGNATURE_run() for each, with equal\nconstants "
                   "stored once and one scratch for all");
  add_explain(command, options.explained);
  command.add_flag("--events", options.events, "report every operator to a callback during a run");
  command.add_flag("--declare-memory", options.declare_memory,
                   "add NAME_memory.c, which declares the scratch arrays in their sections\n(otherwise the "
                   "application does)");
  command.add_flag("--linker-script", options.linker_script,
                   "add NAME.ld, with output sections for pools that have a section");
  command
      .add_option("--rollback-counter", options.rollback_counter,
                  "of an image: a firmware refuses it if its own least number is higher\n(default: 0)")
      .between(0, INT32_MAX)
      .type("N");
  command
      .add_option(
          "--kernels", options.image_kernels,
          "where the kernels of an image are: image (default); firmware: in the\nfirmware, which has a "
          "table of them from nook image kernels")
      .one_of({"image", "firmware"});
  add_facts(command, options.facts);
  add_detail(cli, command);
  add_json(cli, command, "print the report as JSON");
}

}  // namespace nookc
