#include "nookc/back/run/cache.h"
#include "nookc/back/run/reference.h"
#include "nookc/back/run/session.h"
#include "nookc/cli/command.h"
#include "nookc/cli/model_options.h"
#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"
#include "nookc/core/read_file.h"
#include "nookc/front/import/file_kind.h"

namespace nookc {
namespace {

namespace fs = std::filesystem;

struct GoldenCommandOptions {
  std::string model, inputs, output;
  ReferenceOptions reference;
  bool force = false;
};

// All run{k}_{side}{i}.bin files of a folder.
Result<Files> read_runs(const fs::path& folder, std::string (*name)(int, size_t)) {
  Files files;
  std::error_code error;
  for (int k = 0; fs::exists(folder / name(k, 0), error); ++k) {
    for (size_t i = 0; fs::exists(folder / name(k, i), error); ++i) {
      const Result<std::vector<std::byte>> bytes = read_file(folder / name(k, i));
      if (!bytes) return bytes.diag();
      files.push_back({name(k, i), {reinterpret_cast<const char*>(bytes->data()), bytes->size()}});
    }
  }
  return files;
}

Result<Exit> golden_command(const Cli& cli, const GoldenCommandOptions& options) {
  const Result<std::vector<std::byte>> model = read_model(options.model);
  if (!model) return model.diag();
  if (const std::optional<Diag> kind = other_kind(*model, options.model)) return *kind;
  Result<Files> files = read_runs(options.inputs, input_file);
  if (!files) return files.diag();
  if (files->empty())
    return Diag{Exit::kInputOutput, "N4008", options.inputs, "has no run0_input0.bin",
                "inputs are raw little-endian files run{k}_input{i}.bin"};
  const Result<WorkFolder> work = WorkFolder::temporary();
  if (!work) return work.diag();
  const fs::path made = work->path() / "outputs";
  if (const Status ready = make_folder(made); !ready) return ready.diag();
  const Result<std::string> by = run_reference(options.model, options.inputs, made, options.reference);
  if (!by) return by.diag();
  const Result<Files> outputs = read_runs(made, output_file);
  if (!outputs) return outputs.diag();
  if (fs::absolute(options.inputs).lexically_normal() == fs::absolute(options.output).lexically_normal())
    files->clear();  // they exist already
  files->insert(files->end(), outputs->begin(), outputs->end());
  if (const Status written = write_output(options.output, *files, {options.force, {options.model}}); !written)
    return written.diag();
  if (cli.json)
    print_json(
        cli,
        {{"model", options.model}, {"by", *by}, {"outputs", outputs->size()}, {"folder", options.output}});
  else
    print("%zu outputs by %s in %s: nook validate %s --golden %s\n", outputs->size(), by->c_str(),
          options.output.c_str(), options.model.c_str(), options.output.c_str());
  return Exit::kOk;
}

}  // namespace

void add_golden(Cli& cli, Subcommand command) {
  GoldenCommandOptions& options = add_action<GoldenCommandOptions>(cli, command, golden_command);
  command.add_option("MODEL", options.model, ".tflite or .onnx file").required().path("FILE");
  command.add_option("--inputs", options.inputs, "folder with run{k}_input{i}.bin, raw, k = 0, 1, ...")
      .required()
      .path("FOLDER");
  command
      .add_option("-o,--output", options.output,
                  "folder for the inputs and run{k}_output{j}.bin, for nook validate\n--golden; created if "
                  "needed")
      .required()
      .path("FOLDER");
  command
      .add_option("--library", options.reference.library,
                  "a libtensorflowlite_c.so (default: from Python, then from node_modules\nin this folder or "
                  "one above it)")
      .path("FILE");
  command.add_option("--timeout", options.reference.timeout_seconds, "time limit (default: 600)")
      .type("SECONDS")
      .between(1, 86400);
  add_force(command, options.force);
  add_json(cli, command, "print the result as JSON");
}

}  // namespace nookc
