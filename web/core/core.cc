// The entry points for JavaScript: one function takes a request and a model, and returns a result (result.h).
//   {"do": "compile", "file": "kws.tflite", "options": {...}, "files": true, "judge": "nrf52840"}
//       command needs{} fit{} report{} map map_in_time time, and the files
//   {"do": "fit", "file": "kws.tflite", "options": {...}}
//       boards[]
//   {"do": "quantize", "file": "kws_float.tflite", "options": {"samples": "x.npy", ...}}
//       command file report{} picture, and the quantized model
//   {"do": "front", "file": "kws.tflite", "options": {"board": "nrf52840"}, "seconds": 15}
//       ram_front{} flash_front{}; while it works, the front so far as the text of the progress
//   {"do": "map", "file": "before.json"}
//       map figures[] operators[]: of a report and the next one, which is attached, on one scale
//   {"do": "run", "file": "kws.tflite", "options": {"data": "x.npy", "layers": true, "against": "b.tflite"}}
//       runs[] layers[], and the bytes of the outputs
//   {"do": "listen", "file": "words.tflite", "options": {"hop": 2, "hop_axis": 1}}
//       inputs[] outputs[] hop{}; the model stays until the next one listens
//   {"do": "push"}
//       steps[], and the bytes of the outputs; the next inputs or frames are given in place of a model
//   {"do": "weights", "file": "kws.tflite", "options": {"operator": 3}}
//       kind attributes inputs[] outputs[] constants[]
//   {"do": "inspect", "file": "kws.onnx"}
//       operators[] inputs[] refused[]
//   {"do": "about"}
//       version, targets[], levels[], boards[], formats[], options{}
// Files that options name follow the model's bytes, in the order of "attached": [["x.npy", 1024], ...]. A
// failure is
// {"error": {exit code where what hint}}, like the command's output with --json.
#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "nookc/core/error_json.h"
#include "nookc/core/json.h"
#include "nookc/core/text.h"
#include "web/core/answers.h"
#include "web/core/attached_files.h"
#include "web/core/result.h"

extern "C" {
// JavaScript's: the work, a text of `bytes` bytes, is done as far as `done` of `of`; 0: unknown.
__attribute__((import_module("env"), import_name("nook_progress"))) void nook_progress(const char* what,
                                                                                       uint32_t bytes,
                                                                                       uint32_t done,
                                                                                       uint32_t of);
}

namespace nookc::web {

void progress(const Doing& doing) {
  nook_progress(doing.what.data(), static_cast<uint32_t>(doing.what.size()),
                static_cast<uint32_t>(doing.done), static_cast<uint32_t>(doing.of));
}

namespace {

using Request = nlohmann::json;

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Diag malformed(const std::string& what) { return {Exit::kUsage, "N2000", "the request", what, {}}; }

std::string word(const Request& request, const char* key) {
  const auto at = request.find(key);
  return at != request.end() && at->is_string() ? at->get<std::string>() : std::string();
}

Answer about() {
  Json boards = Json::array();
  for (const Part& part : parts())
    boards.push_back({{"board", part.name},
                      {"part", part.part},
                      {"vendor", part.vendor},
                      {"target", part.target},
                      {"ram_bytes", ram_bytes(part)},
                      {"flash_bytes", flash_bytes(part)},
                      {"mhz", part.mhz}});
  return {{{"version", NOOK_VERSION},
           {"commit", NOOK_COMMIT},
           {"targets", target_names()},
           {"levels", level_names()},
           {"formats", formats()},
           {"options", options_json()},
           {"boards", boards}},
          {}};
}

// Moves the files that follow the model out of its bytes.
Status take_attached(const Request& request, std::vector<std::byte>& bytes, Attached& attached) {
  const auto list = request.find("attached");
  if (list == request.end()) return Done{};
  if (!list->is_array()) return malformed("\"attached\": need a list, have " + excerpt(*list));
  size_t total = 0;
  for (const Request& file : *list) {
    const bool pair = file.is_array() && file.size() == 2 && file[0].is_string();
    const auto size = pair ? whole_number(file[1], 0, INT32_MAX) : std::nullopt;
    if (!size) return malformed("\"attached\": need a name and a number of bytes, have " + excerpt(file));
    total += static_cast<size_t>(*size);
  }
  if (total > bytes.size()) return malformed("\"attached\" has more bytes than are given");
  auto from = bytes.end() - static_cast<std::ptrdiff_t>(total);
  const auto model_end = from;
  for (const Request& file : *list) {
    const auto to = from + file[1].get<std::ptrdiff_t>();
    attached.add(file[0].get<std::string>(), {from, to});
    from = to;
  }
  bytes.erase(model_end, bytes.end());
  return Done{};
}

Result<Answer> study_answer(const std::string& what, std::vector<std::byte> bytes, const std::string& file,
                            const Request& options) {
  if (what == "weights") {
    const Result<AskedWeights> asked = parse_weights_options(options);
    if (!asked) return asked.diag();
    const Result<ModelBytes> model = model_of(std::move(bytes), file, *asked);
    return model ? weights_answer(*model, *asked) : Result<Answer>(model.diag());
  }
  if (what == "listen") {
    const Result<AskedListen> asked = parse_listen_options(options);
    if (!asked) return asked.diag();
    Result<ModelBytes> model = model_of(std::move(bytes), file, *asked);
    return model ? listen_answer(*std::move(model), *asked) : Result<Answer>(model.diag());
  }
  if (what == "run") {
    const Result<AskedRun> asked = parse_run_options(options);
    if (!asked) return asked.diag();
    const Result<ModelBytes> model = model_of(std::move(bytes), file, *asked);
    return model ? run_answer(*model, *asked) : Result<Answer>(model.diag());
  }
  const Result<AskedQuantize> asked = parse_quantize_options(options, file);
  if (!asked) return asked.diag();
  const Result<ModelBytes> model = model_of(std::move(bytes), file, *asked);
  return model ? quantize_answer(*model, *asked) : Result<Answer>(model.diag());
}

Result<Answer> answer(std::string_view text, std::vector<std::byte> bytes, Attached& attached) {
  const Result<Request> request = parse_json(text, malformed(""));
  if (!request) return request.diag();
  if (!request->is_object()) return malformed("need an object, have " + excerpt(*request));
  const std::string what = word(*request, "do"), file = word(*request, "file");
  if (what == "about") return about();
  constexpr std::string_view kKnown[] = {"compile", "fit",    "front", "map",     "quantize",
                                         "run",     "listen", "push",  "weights", "inspect"};
  if (std::find(std::begin(kKnown), std::end(kKnown), what) == std::end(kKnown))
    return malformed("\"do\" is " + join_text({std::begin(kKnown), std::end(kKnown)}) + " or about");
  if (what == "push") return push_answer(bytes);
  if (file.empty()) return malformed("need \"file\", the name of the model");
  if (const Status taken = take_attached(*request, bytes, attached); !taken) return taken.diag();
  if (what == "map") return map_answer(bytes, file, attached.names());
  if (what == "inspect") return inspect_answer({std::move(bytes), file, {}});
  const Request options = request->value("options", Request::object());
  if (what == "quantize" || what == "run" || what == "listen" || what == "weights")
    return study_answer(what, std::move(bytes), file, options);
  const Result<Asked> asked = parse_options(options, file);
  if (!asked) return asked.diag();
  Result<ModelBytes> model = model_of(std::move(bytes), file, *asked);
  if (!model) return model.diag();
  if (what == "fit") return fit_answer(*model, *asked);
  if (what == "front") return front_answer(*model, *asked, request->value("seconds", 0.0));
  if (asked->asked_target.empty() && asked->request.board.empty())
    return Diag{Exit::kUsage, "N2000", "options", "\"target\" is required, or \"board\"", {}};
  const auto files = request->find("files");
  const bool with_files = files == request->end() || *files != false;
  return compile_answer(*std::move(model), *asked, with_files, word(*request, "judge"));
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
  nookc::web::Attached attached;
  const nookc::Result<nookc::web::Answer> answer = nookc::web::answer(text, std::move(bytes), attached);
  if (!answer) return nookc::web::pack_result(nookc::web::text_of(nookc::error_json(answer.diag())), {});
  return nookc::web::pack_result(nookc::web::text_of(answer->json), answer->files);
}
}
