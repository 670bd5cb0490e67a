#include "nookc/back/run/reference.h"

#include <sys/utsname.h>

#include "nookc/back/run/cache.h"
#include "nookc/back/run/host_tool.h"
#include "nookc/back/run/process.h"
#include "nookc/core/read_file.h"

namespace nookc {
namespace {

namespace fs = std::filesystem;

constexpr int kNone = 77;  // exit code of run_python.py if no module is installed

// Searches node_modules of this folder and its parents; empty if not found.
fs::path in_node_modules(const fs::path& below) {
  std::error_code error;
  for (fs::path at = fs::current_path(error); !error; at = at.parent_path()) {
    if (fs::exists(at / "node_modules" / below, error)) return at / "node_modules" / below;
    if (at == at.parent_path()) break;
  }
  return {};
}

// The path in the npm package that contains TensorFlow Lite as a C library.
fs::path packaged_library() {
  utsname machine{};
  uname(&machine);
  const bool arm = std::string_view(machine.machine) == "aarch64";
  return in_node_modules(fs::path("tfjs-tflite-node/cc_deps") / (arm ? "linux_arm64" : "linux_amd64") /
                         "libtensorflowlite_c.so");
}

class Reference {
 public:
  Reference(const fs::path& model, const fs::path& inputs, const fs::path& outputs, int timeout_seconds)
      : files_{model.string(), inputs.string(), outputs.string()}, timeout_seconds_(timeout_seconds) {}

  // Returns the implementation that ran; empty if none is installed.
  Result<std::string> run(std::vector<std::string> words) const {
    words.insert(words.end(), files_.begin(), files_.end());
    const Command command{words, {}, timeout_seconds_};
    const Result<Finished> ended = run_command(command);
    if (!ended) return ended.diag();
    if (ended->exit_code == kNone) return std::string();
    std::string text = ended->text;
    while (text.ends_with('\n')) text.pop_back();
    if (ended->exit_code == 0) return text.substr(text.rfind('\n') + 1);
    constexpr size_t kShown = 2000;
    return Diag{Exit::kInputOutput, "N4007", words[0],
                (ended->timed_out ? "not done in time" : "exit code " + std::to_string(ended->exit_code)) +
                    "\n" + text.substr(text.size() - std::min(text.size(), kShown)),
                "the command was: " + to_string(command)};
  }

  Result<std::string> with_library(const std::string& library) const {
    const Result<fs::path> program = host_tool({"golden/run_tflite.c"}, {}, "", {"-ldl"});
    if (!program) return program.diag();
    const Result<std::string> done = run({program->string(), library});
    return done ? Result<std::string>("TensorFlow Lite, " + library) : done;
  }

  Result<std::string> with_python() const {
    const auto python = find_program("python3");
    if (!python) return std::string();
    const Result<fs::path> sources = source_folder();
    if (!sources) return sources.diag();
    return run({python->string(), (*sources / "tools/golden/run_python.py").string()});
  }

  Result<std::string> with_node(const fs::path& package) const {
    const auto node = find_program("node");
    if (!node) return std::string();
    const Result<fs::path> sources = source_folder();
    if (!sources) return sources.diag();
    return run({node->string(), (*sources / "tools/golden/run_node.js").string(), package.string()});
  }

 private:
  std::vector<std::string> files_;
  int timeout_seconds_;
};

}  // namespace

Result<std::string> run_reference(const fs::path& model, const fs::path& inputs, const fs::path& outputs,
                                  const ReferenceOptions& options) {
  const Result<std::vector<std::byte>> bytes = read_file(model);
  if (!bytes) return bytes.diag();
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  const bool tflite = text.size() >= 8 && text.substr(4, 4) == "TFL3";
  const Reference reference(fs::absolute(model), fs::absolute(inputs), fs::absolute(outputs),
                            options.timeout_seconds);
  if (!options.library.empty()) return reference.with_library(fs::absolute(options.library).string());
  Result<std::string> done = reference.with_python();
  if (!done || !done->empty()) return done;
  if (tflite) {
    if (const fs::path library = packaged_library(); !library.empty())
      return reference.with_library(library.string());
    return Diag{Exit::kInputOutput, "N4005", "TensorFlow Lite", "is not installed here",
                "pip install tflite-runtime, or npm install --ignore-scripts --legacy-peer-deps "
                "tfjs-tflite-node@0.0.2, or --library libtensorflowlite_c.so"};
  }
  if (const fs::path package = in_node_modules("onnxruntime-node"); !package.empty()) {
    done = reference.with_node(package);
    if (!done || !done->empty()) return done;
  }
  return Diag{Exit::kInputOutput, "N4005", "ONNX Runtime", "is not installed here",
              "pip install onnxruntime, or npm install --ignore-scripts onnxruntime-node"};
}

}  // namespace nookc
