#include "nook/interp/working.h"

#include "nook/interp/build.h"
#include "nook/interp/control.h"
#include "nook/interp/layout.h"

namespace nook::interp {

Workload workload_of(const Model& model) {
  Workload load;
  find_places(model, model.subgraph(0), nullptr, &load);
  return load;
}

size_t working_need(const Model& model, const Workload& load, const nook_interpreter_options& options,
                    const Widths& on) {
  size_t bytes = working_bytes(load, on);
  if (options.packer) bytes += options.packer->working_bytes(model);
  if (options.control && options.control->is_needed(model))  // such a model does not run by rows
    return bytes + options.control->working_bytes(model);
  if (options.rows) bytes += options.rows->working_bytes(model);
  return bytes;
}

}  // namespace nook::interp
