#include "nookc/back/emit/emit.h"

#include <filesystem>

#include "nookc/back/emit/images.h"
#include "nookc/back/emit/parts.h"
#include "nookc/back/emit/stored.h"
#include "nookc/core/identifier.h"
#include "nookc/core/invariant.h"
#include "nookc/core/text.h"

namespace nookc {

std::string model_name(const std::string& file) {
  const std::string name = identifier(std::filesystem::path(file).stem().string(), "model");
  return is_prefix(name) ? name : "my_" + name;
}

Status check_emit(const Program& program, const EmitOptions& options) {
  const std::string& name = options.name;
  if (!is_prefix(name))
    return Diag{
        Exit::kUsage, "N2003", program.graph.file, "'" + name + "' can't be the prefix of C symbols",
        "letters, digits and single '_', a letter first, no keyword, type, header or target: --name " +
            model_name(program.graph.file)};
  const auto empty = [&](const std::vector<TensorId>& tensors) {
    for (TensorId t : tensors)
      if (program.graph[t].bytes() == 0) return &program.graph[t];
    return static_cast<const Tensor*>(nullptr);
  };
  const Tensor* tensor = empty(program.graph.inputs);
  if (!tensor) tensor = empty(program.graph.outputs);
  if (tensor)
    return Diag{
        Exit::kUnsupported, "N3013", program.graph.file + ": tensor '" + first_name(tensor->name) + "'",
        "an input or output without elements has no C type", "export the model with its shapes fixed"};
  return Done{};
}

Result<Files> emit_c(const Program& program, const EmitOptions& options) {
  if (const Status fine = check_emit(program, options); !fine) return fine.diag();
  EmitContext c{program, options, interface_of(program, options)};
  c.constants_digest = digest_of_constants(c);
  const std::string& n = options.name;
  Files files{{n + ".h", emit_header(c)},
              emit_source(c),
              {n + "_constants.h", emit_constants_header(c)},
              emit_constants_source(c),
              {n + "_check.c", emit_check(c)}};
  if (options.image) {
    files.push_back({n + "_image.c", emit_image_functions(c)});
  } else {
    files.push_back({n + "_info.c", emit_info(c)});
    files.push_back({n + "_entry.c", emit_model_table(c)});
  }
  for (File& file : emit_images(c)) files.push_back(std::move(file));
  for (File& file : emit_stored(c)) files.push_back(std::move(file));
  if (options.declare_memory) files.push_back({n + "_memory.c", emit_memory(c)});
  if (options.linker_script) files.push_back({n + ".ld", emit_linker_script(c)});
  invariant(distinct_paths(files), "each generated file has its own name");
  return files;
}

}  // namespace nookc
