#include "nookc/back/emit/managed.h"
#include "nookc/back/emit/weights_header.h"
#include "nookc/back/package/build_files.h"
#include "nookc/back/package/formats.h"
#include "nookc/back/package/package.h"
#include "nookc/back/package/tvm.h"
#include "nookc/back/run/serial_project.h"
#include "nookc/front/onnx/input_shapes.h"
#include "nookc/front/onnx/model_file.h"
#include "nookc/middle/plan/placing/managed_plan.h"
#include "nookc/request/cores.h"
#include "nookc/study/fit/estimated_time.h"
#include "nookc/study/fit/fit.h"
#include "nookc/study/fit/hints.h"
#include "nookc/study/map/map.h"
#include "nookc/study/report/report.h"
#include "web/core/answers.h"
#include "web/core/attached_files.h"

namespace nookc::web {
namespace {

constexpr const char *kManaged = "managed", *kWeights = "weights", *kTvm = "tvm", *kRunner = "runner";

// A board's verdict on these needs, and the bytes that are left: with code and stack, as `nook fit` counts
// them.
Json verdict_json(const Needs& needs, const Part& part) {
  Fit fit;
  fit.part = &part;
  fit.needs = needs;
  fit.fits = fit.ram_left() >= 0 && fit.flash_left() >= 0;
  return {{"board", part.name},
          {"verdict", verdict_name(fit.verdict())},
          {"ram_spare", fit.ram_left()},
          {"flash_spare", fit.flash_left()}};
}

Json needs_json(const Needs& needs, const Part* part) {
  const Json ms = part ? Json(estimated_ms(*part, needs)) : Json(nullptr);
  return {{"ram_bytes", needs.ram()},
          {"scratch_bytes", needs.scratch},
          {"persistent_bytes", needs.kept},
          {"interface_bytes", needs.tensors},
          {"constant_bytes", needs.constants},
          {"code_bytes", part ? Json(needs.code(part->target)) : Json(nullptr)},
          {"stack_bytes", needs.stack},
          {"macs", needs.macs},
          {"milliseconds_estimate", ms}};
}

// Options that the format has no place for, refused as the command does. Diags N2022, N2093, N2105.
Status check_format(const Asked& asked) {
  const Request& r = asked.request;
  const std::string& format = asked.archive.empty() ? asked.format : asked.archive;
  if (const Status fits = check_stored_format(r.weights_from == "storage", format); !fits) return fits;
  if (const Status fits = check_cores_format(r, format, asked.events); !fits) return fits;
  if (r.hop > 0)
    if (const Status fits = check_hop_format(asked.format, asked.archive); !fits) return fits;
  if (asked.format != kTvm)
    if (const Status fits = need_format_c({{!asked.archive.empty(), "--archive"}}, asked.format); !fits)
      return fits;
  if (asked.format == kManaged || asked.format == kWeights || asked.format == kTvm)
    if (const Status fits =
            need_format_c({{asked.events, "--events"},
                           {asked.declare_memory, "--declare-memory"},
                           {asked.linker_script, "--linker-script"},
                           {r.stream_input, "--stream-input"},
                           {!r.pools.units.empty(), "--unit"},
                           {!r.budget.ram.empty(), "--ram"},
                           {!r.budget.flash.empty(), "--flash-size"},
                           {!r.budget.latency.empty(), "--latency"},
                           {!r.by_pointer.empty() && asked.format != kManaged, "--constants-by-pointer"}},
                          asked.format);
        !fits)
      return fits;
  return check_facts(asked.facts, asked.format);
}

TvmOptions tvm_options(const Asked& asked) {
  TvmOptions tvm;
  if (!asked.request.name.empty()) tvm.module = asked.request.name;
  tvm.lends_pools = !asked.request.pools.workspace.empty();
  return tvm;
}

// One archive of this name with the bytes of a tar.
Result<Files> archive_of(const std::string& name, Result<std::string> tar) {
  if (!tar) return tar.diag();
  return Files{{name + ".tar", *std::move(tar)}};
}

Result<Files> files_of(const CompiledModel& compiled, const Asked& asked) {
  const Program& program = compiled.program;
  if (asked.format == kWeights) return emit_weights(program, compiled.emit);
  if (asked.format == kManaged) {
    const SolverOptions& solver = asked.request.solver;
    const Result<ManagedLayout> layout = plan_managed(program, solver.solver, effort_of(solver));
    if (!layout) return layout.diag();
    return emit_managed(program, compiled.emit, *layout);
  }
  if (asked.format == kTvm) {
    const TvmOptions tvm = tvm_options(asked);
    if (asked.archive.empty()) return tvm_folder(program, compiled.emit, tvm, compiled.bytes);
    return archive_of(tvm.module, tvm_archive(program, compiled.emit, tvm, compiled.bytes));
  }
  if (!asked.archive.empty())
    return archive_of(compiled.emit.name, model_library(program, compiled.emit, compiled.bytes));
  if (asked.format == kRunner) return serial_project(program, compiled.emit);
  if (asked.format != "c") return package(program, compiled.emit, asked.format);
  Result<Files> files = emit_c(program, compiled.emit);
  if (!files) return files;
  for (File& file : report_files(program, compiled.emit)) files->push_back(std::move(file));
  return files;
}

// A program that calls the network once; empty: only the application can write it.
std::string main_of(const CompiledModel& compiled, const Asked& asked, const Files& files) {
  const bool calls_run = asked.format != kManaged && asked.format != kWeights && asked.format != kTvm &&
                         !asked.request.stream_input && compiled.program.units.empty() &&
                         compiled.program.stored.empty();
  if (!calls_run) return {};
  EmitOptions declared = compiled.emit;
  declared.declare_memory = true;
  Package described = describe_package(compiled.program, declared, files);
  add_example(described, compiled.program);
  return example(described, Example::kMain);
}

// The map with the estimated time of each operator as its axis.
std::string map_in_time(Map map, const TimeChart& time) {
  std::vector<double> milliseconds;
  for (const OperatorTime& each : time.operators) milliseconds.push_back(each.all() / 1000);
  set_times(map, milliseconds);
  return map_svg({std::move(map)});
}

}  // namespace

Result<ModelBytes> model_of(std::vector<std::byte> bytes, const std::string& file,
                            const AskedBorders& asked) {
  const auto shapes = onnx::parse_input_shapes(asked.input_shapes);
  if (!shapes) return shapes.diag();
  const auto values = onnx::parse_input_values(asked.input_values);
  if (!values) return values.diag();
  const auto states = onnx::parse_states(asked.states);
  if (!states) return states.diag();
  const std::set<std::string> unsimplified(asked.unsimplified.begin(), asked.unsimplified.end());
  Result<onnx::ModelFile> tflite = onnx::as_tflite(
      std::move(bytes), file,
      {asked.layout == "nhwc", asked.io == "int8", *shapes, asked.signature, *values, unsimplified, *states},
      read_external);
  if (!tflite) return tflite.diag();
  return ModelBytes{std::move(tflite->bytes), file, std::move(tflite->stated), tflite->simplified,
                    std::move(tflite->passes)};
}

Result<Answer> compile_answer(ModelBytes model, const Asked& asked, bool with_files,
                              const std::string& judged) {
  if (const Status fits = check_format(asked); !fits) return fits.diag();
  Request request = asked.request;
  suit_format(request, asked.format);
  if (asked.format == kTvm) request.name = tvm_network(tvm_options(asked).module);
  Result<CompiledModel> compiled =
      compile_model(std::move(model), request, {NOOK_VERSION, NOOK_COMMIT, asked.command_line});
  if (!compiled) return compiled.diag();
  compiled->emit.events = asked.events;
  compiled->emit.declare_memory = asked.declare_memory;
  compiled->emit.linker_script = asked.linker_script;
  compiled->emit.facts = asked.facts;
  if (asked.format != kWeights) compiled->emit.hints = hints_for(*compiled, request, Thorough::kNo);
  const Part* const part = find_part(request.board.empty() ? judged : request.board);
  const Needs needs = needs_of(compiled->program);
  Answer answer;
  answer.json = {{"command", asked.command_line}, {"needs", needs_json(needs, part)}};
  if (part) answer.json["fit"] = verdict_json(needs, *part);
  if (!with_files) return answer;
  Result<Files> files = files_of(*compiled, asked);
  if (!files) return files.diag();
  answer.json["main"] = main_of(*compiled, asked, *files);
  answer.files = *std::move(files);
  answer.json["report"] = report_json(compiled->program, compiled->emit);
  Result<Map> map = map_of(answer.json["report"], compiled->emit.name);
  if (!map) return map.diag();
  answer.json["map"] = map_svg({*map});
  if (part && !answer.json["needs"]["milliseconds_estimate"].is_null()) {
    const TimeChart time = estimated_time(compiled->program, *part, compiled->emit.name);
    answer.json["time"] = time_svg(time);
    answer.json["map_in_time"] = map_in_time(*std::move(map), time);
  }
  return answer;
}

Result<Answer> fit_answer(const ModelBytes& model, const Asked& asked) {
  Fitting fitting(model, asked.request);
  Json all = Json::array();
  for (const Part& part : parts()) {
    const Result<Fit> fit = fitting.fit(part);
    if (!fit) return fit.diag();
    all.push_back(fit_json(*fit));
    all.back()["part"] = part.part, all.back()["mhz"] = part.mhz;
    progress({"boards", all.size(), parts().size()});
  }
  return Answer{{{"boards", all}}, {}};
}

}  // namespace nookc::web
