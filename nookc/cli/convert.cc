// nook convert: writes a model as .tflite.

#include "nookc/cli/command.h"
#include "nookc/cli/model_input.h"
#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"
#include "nookc/core/output.h"
#include "nookc/front/borders/normal_form.h"
#include "nookc/front/export/elsewhere.h"
#include "nookc/front/import/import.h"
#include "nookc/front/import/listing.h"

namespace nookc {
namespace {

struct ConvertCommandOptions {
  std::string model, output;
  BorderOptions borders;
  bool force = false;
};

Result<Exit> convert_command(const Cli& cli, const ConvertCommandOptions& options) {
  const Result<ModelBytes> read = read_model_file(options.model, options.borders);
  if (!read) return read.diag();
  say_notes(read->stated);
  const std::vector<std::string>& without = options.borders.unsimplified;
  const Result<std::vector<std::byte>> converted =
      normal_form(read->bytes, options.model, {without.begin(), without.end()});
  if (!converted) return converted.diag();
  const std::vector<std::byte>& bytes = *converted;
  const Result<nook::Model> model = open_model(bytes, options.model);
  if (!model) return model.diag();
  const std::string content(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (const Status written = write_output(options.output, content, {options.force, {options.model}});
      !written)
    return written.diag();
  const uint32_t operators = model->subgraph(0).operator_count();
  const Result<Graph> graph = import_tflite(bytes, options.model);
  if (!graph)
    say_notes(
        {{},
         {},
         {options.output + " is the model as it was, since the compiler refuses it: " + graph.diag().what}});
  const std::vector<std::string> notes = graph ? notes_on_tflite(*graph) : std::vector<std::string>();
  if (cli.json) {
    print_json(cli, {{"model", options.model},
                     {"file", options.output},
                     {"bytes", bytes.size()},
                     {"operators", operators},
                     {"tensorflow_lite", notes}});
  } else {
    print("%s: %u operators, %zu bytes\n", options.output.c_str(), operators, bytes.size());
    for (const std::string& note : notes) print("%s\n", note.c_str());
  }
  return Exit::kOk;
}

}  // namespace

void add_convert(Cli& cli, Subcommand command) {
  ConvertCommandOptions& options = add_action<ConvertCommandOptions>(cli, command, convert_command);
  command.add_option("MODEL", options.model, "the .tflite or .onnx file").required().type("FILE");
  command.add_option("-o,--output", options.output, "the .tflite file").required().path("FILE");
  add_borders(command, options.borders);
  add_no_simplify(command, options.borders);
  command.add_flag("--force", options.force,
                   "overwrite a file that nook did not write, or that has changed since");
  add_json(cli, command, "print the result as JSON");
}

}  // namespace nookc
