// Runs operators row by row as the model's metadata specifies.
#include "nook/interp/builder_rows.h"
#include "nook/interp/interpreter.h"

namespace nook::interp {
namespace {

struct Chains : RowChains {};

size_t working_bytes_of_rows(const Model& model) {
  const Workload load = workload_of(model);
  return RowChains::working_bytes(model, load.operators, load.read);
}

Code build_rows(const Model& model, const Resolver& resolver, const nook_interpreter_options& options,
                const Widths& on, Store& store, Arena& working, Span<const uint8_t>, Built* built,
                Fault* fault) {
  return Builder<Chains>(model, resolver, options, on, store, working, built, fault).build();
}

}  // namespace
}  // namespace nook::interp

size_t nook::row_bytes(const Model& model) {
  return packing_bytes(model) + interp::working_bytes_of_rows(model);
}

extern "C" size_t nook_rows_bytes(const void* model, size_t model_bytes) {
  const nook::Result<nook::Model> opened =
      nook::Model::open({static_cast<const uint8_t*>(model), model_bytes});
  return opened ? nook::row_bytes(*opened) : 0;
}

extern "C" const nook_rows_plan nook_row_chains = {nook::interp::working_bytes_of_rows,
                                                   nook::interp::build_rows};
