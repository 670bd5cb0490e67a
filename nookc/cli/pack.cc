#include "nookc/back/interpreter_export/pack.h"

#include <cstdio>
#include <filesystem>

#include "nookc/back/emit/byte_array.h"
#include "nookc/back/emit/emit.h"
#include "nookc/cli/command.h"
#include "nookc/cli/model_options.h"
#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"
#include "nookc/core/output.h"
#include "nookc/front/import/listing.h"

namespace nookc {
namespace {

struct PackCommandOptions {
  ModelOptions model;  // the model file and the target
  std::string output;
};

Result<Exit> pack_command(const Cli& cli, const PackCommandOptions& given) {
  PackCommandOptions options = given;
  if (const Status settled = settle_board(options.model); !settled) return settled.diag();
  const Result<ModelBytes> file = read_model_file(options.model.model, options.model.borders);
  if (!file) return file.diag();
  say_notes(file->stated);
  const Result<nook::Model> model = open_model(file->bytes, options.model.model);
  if (!model) return model.diag();
  const Result<std::vector<std::byte>> packed =
      pack_weights(*model, options.model.model, *find_target(options.model.target));
  if (!packed) return packed.diag();
  const std::filesystem::path to(options.output);
  const bool source = to.extension() == ".c";
  const std::string symbol = model_name(to.string());
  const std::string content =
      source ? byte_array(*packed, symbol)
             : std::string(reinterpret_cast<const char*>(packed->data()), packed->size());
  if (const Status written = write_output(to, content, output_of(options.model)); !written)
    return written.diag();
  if (cli.json) {
    print_json(cli, {{"model", options.model.model},
                     {"target", options.model.target},
                     {"bytes", packed->size()},
                     {"file", options.output}});
  } else {
    print("%s: %zu bytes for %s\n", options.output.c_str(), packed->size(), options.model.target.c_str());
  }
  return Exit::kOk;
}

}  // namespace

void add_pack(Cli& cli, Subcommand command) {
  PackCommandOptions& options = add_compiling_action<PackCommandOptions>(cli, command, pack_command);
  command
      .add_option("-o,--output", options.output,
                  ".c: a C file that defines an array of that name; any other file: the\nbytes")
      .required()
      .path("FILE");
  add_force(command, options.model.force);
  add_json(cli, command, "print the result as JSON");
}

}  // namespace nookc
