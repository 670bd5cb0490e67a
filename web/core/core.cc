// The entry points for JavaScript: one function takes a request and a model, and returns a result (result.h).
//   {"do": "compile", "file": "kws.tflite", "options": {...}, "files": true}
//       report{} map time needs{}, and the files
//   {"do": "fit", "file": "kws.tflite", "options": {...}}
//       boards[]
//   {"do": "about"}
//       version, targets[], levels[], boards[]
// A failure is {"error": {exit code where what hint}}, like the command's output with --json.
#include <cstdlib>
#include <cstring>

#include "nookc/back/package/package.h"
#include "nookc/core/error_json.h"
#include "nookc/core/json.h"
#include "nookc/front/onnx/input_shapes.h"
#include "nookc/front/onnx/model_file.h"
#include "nookc/study/fit/estimated_time.h"
#include "nookc/study/fit/fit.h"
#include "nookc/study/fit/hints.h"
#include "nookc/study/map/map.h"
#include "nookc/study/report/report.h"
#include "web/core/request_json.h"
#include "web/core/result.h"

namespace nookc::web {
namespace {

using Json = nlohmann::ordered_json;

struct Answer {
  Json json;
  Files files;
};

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Diag malformed(const std::string& what) { return {Exit::kUsage, "N2000", "the request", what, {}}; }

// For an ONNX model with external weights: there are no external files here.
Result<ModelBytes> model_of(std::vector<std::byte> bytes, const std::string& file, const Asked& asked) {
  const onnx::ReadExternal none = [](const std::string& name, int64_t,
                                     int64_t) -> Result<std::vector<std::byte>> {
    return Diag{Exit::kUnsupported, "N3032", name, "can't be read here",
                "keep the weights in the model: onnx.save(model, file) without save_as_external_data"};
  };
  const auto shapes = onnx::parse_input_shapes(asked.input_shapes);
  if (!shapes) return shapes.diag();
  const auto values = onnx::parse_input_values(asked.input_values);
  if (!values) return values.diag();
  const auto states = onnx::parse_states(asked.states);
  if (!states) return states.diag();
  Result<onnx::ModelFile> tflite = onnx::as_tflite(
      std::move(bytes), file,
      {asked.layout == "nhwc", asked.io == "int8", *shapes, asked.signature, *values, {}, *states}, none);
  if (!tflite) return tflite.diag();
  return ModelBytes{std::move(tflite->bytes), file, std::move(tflite->stated)};
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

Result<Files> files_of(const CompiledModel& compiled, const std::string& format) {
  if (format == "standalone") return standalone(compiled.program, compiled.emit);
  Result<Files> files = emit_c(compiled.program, compiled.emit);
  if (!files) return files;
  for (File& file : report_files(compiled.program, compiled.emit)) files->push_back(std::move(file));
  return files;
}

Result<Answer> compile_answer(ModelBytes model, const Asked& asked, bool with_files) {
  Result<CompiledModel> compiled =
      compile_model(std::move(model), asked.request, {NOOK_VERSION, NOOK_COMMIT, asked.command_line});
  if (!compiled) return compiled.diag();
  compiled->emit.events = asked.events;
  compiled->emit.declare_memory = asked.declare_memory;
  compiled->emit.linker_script = asked.linker_script;
  compiled->emit.hints = hints_for(*compiled, asked.request, Thorough::kNo);
  const Part* const part = find_part(asked.request.board);
  Answer answer;
  answer.json = {{"command", asked.command_line}, {"needs", needs_json(needs_of(compiled->program), part)}};
  if (!with_files) return answer;
  Result<Files> files = files_of(*compiled, asked.format);
  if (!files) return files.diag();
  answer.files = *std::move(files);
  answer.json["report"] = report_json(compiled->program, compiled->emit);
  const Result<Map> map = map_of(answer.json["report"], compiled->emit.name);
  if (!map) return map.diag();
  answer.json["map"] = map_svg({*map});
  if (part && !answer.json["needs"]["milliseconds_estimate"].is_null())
    answer.json["time"] = time_svg(estimated_time(compiled->program, *part, compiled->emit.name));
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
  }
  return Answer{{{"boards", all}}, {}};
}

Answer about() {
  Json boards = Json::array();
  for (const Part& part : parts())
    boards.push_back({{"board", part.name},
                      {"part", part.part},
                      {"target", part.target},
                      {"ram_bytes", ram_bytes(part)},
                      {"flash_bytes", flash_bytes(part)},
                      {"mhz", part.mhz}});
  return {{{"version", NOOK_VERSION},
           {"commit", NOOK_COMMIT},
           {"targets", target_names()},
           {"levels", level_names()},
           {"boards", boards}},
          {}};
}

Result<Answer> answer(std::string_view text, std::vector<std::byte> bytes) {
  const Result<nlohmann::json> request = parse_json(text, malformed(""));
  if (!request) return request.diag();
  if (!request->is_object()) return malformed("need an object, have " + excerpt(*request));
  const auto word = [&](const char* key) {
    const auto at = request->find(key);
    return at != request->end() && at->is_string() ? at->get<std::string>() : std::string();
  };
  const std::string what = word("do"), file = word("file");
  if (what == "about") return about();
  if (what != "compile" && what != "fit") return malformed("\"do\" is compile, fit or about");
  if (file.empty()) return malformed("need \"file\", the name of the model");
  const Result<Asked> asked = parse_options(request->value("options", nlohmann::json::object()), file);
  if (!asked) return asked.diag();
  Result<ModelBytes> model = model_of(std::move(bytes), file, *asked);
  if (!model) return model.diag();
  if (what == "fit") return fit_answer(*model, *asked);
  if (asked->asked_target.empty() && asked->request.board.empty())
    return Diag{Exit::kUsage, "N2000", "options", "\"target\" is required, or \"board\"", {}};
  const auto files = request->find("files");
  return compile_answer(*std::move(model), *asked, files == request->end() || *files != false);
}

}  // namespace
}  // namespace nookc::web

extern "C" {

// Memory for the arguments of nook_call(), which frees the model and the request.
uint8_t* nook_allocate(uint32_t bytes) { return static_cast<uint8_t*>(std::malloc(bytes > 0 ? bytes : 1)); }
void nook_free(uint8_t* memory) { std::free(memory); }

// The caller must free the result; null: out of memory.
uint8_t* nook_call(uint8_t* request, uint32_t request_bytes, uint8_t* model, uint32_t model_bytes) {
  const std::string text(reinterpret_cast<const char*>(request), request_bytes);
  std::vector<std::byte> bytes(model_bytes);
  if (model_bytes > 0) std::memcpy(bytes.data(), model, model_bytes);
  std::free(request);
  std::free(model);
  const nookc::Result<nookc::web::Answer> answer = nookc::web::answer(text, std::move(bytes));
  if (!answer) return nookc::web::pack_result(nookc::web::text_of(nookc::error_json(answer.diag())), {});
  return nookc::web::pack_result(nookc::web::text_of(answer->json), answer->files);
}
}
