// For any bytes, the interpreter gives a fault or an inference: the query, the construction and a run stay
// inside exactly the requested memory, and one byte less is refused.
#include "tests/fuzz/interpret.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const fuzz::Block file = fuzz::copy_of(data, size);
  const nook::Result<nook::Model> model = nook::Model::open({file.data.get(), size});
  if (!model || nook::row_bytes(*model) > fuzz::kMostBytes) return 0;
  nook::InterpreterOptions options;
  options.variables = &nook_resource_variables;
  fuzz::interpret(*model, options);
  options.inputs_in_scratch = options.outputs_in_scratch = ~0u;
  fuzz::interpret(*model, options);
  fuzz::interpret(*model, nook::InterpreterOptions(nook_offline_planner));
  nook::InterpreterOptions packing;
  packing.packer = &nook_pack_weights;
  fuzz::interpret(*model, packing);
  packing.rows = &nook_row_chains;
  fuzz::interpret(*model, packing);
  return 0;
}
