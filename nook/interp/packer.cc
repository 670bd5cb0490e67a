// Packs weights for the core's kernels, into memory that the application lends for this.
#include "nook/interp/buffers.h"
#include "nook/interp/build.h"
#include "nook/interp/control.h"
#include "nook/interp/interpreter.h"
#include "nook/interp/working.h"

namespace nook {
namespace {

// Channels are the first dimension; for depthwise weights, whose first dimension is 1, the last one.
int32_t most_channels(const Model& model, const SubgraphView& graph) {
  int32_t most = 1;
  for (uint32_t t = 0; t < graph.tensor_count(); ++t) {
    TensorInfo info;
    TensorFault why;
    if (read_tensor(model, graph.tensor(t), &info, &why) < 0 || !info.data || info.scales.empty()) continue;
    if (info.shape.rank < 2) continue;
    const int32_t first = info.shape.dim[0];
    const int32_t channels = first > 1 || info.shape.rank == 2 ? first : info.shape.back(0);
    most = channels > most ? channels : most;
  }
  return most;
}

// Bytes of one multiplier and one shift per channel, at a multiple of 4. Weights with one scale also have
// tables for all channels.
size_t scale_table_bytes(const Model& model) {
  int32_t most = 1;
  const uint32_t graphs = has_control_flow(model) ? model.subgraph_count() : 1;
  for (uint32_t s = 0; s < graphs; ++s) {
    const int32_t channels = most_channels(model, model.subgraph(s));
    most = channels > most ? channels : most;
  }
  return static_cast<size_t>(most) * 5 + 3;
}

// Counts the operators that read the buffer at `weights`; stops at two.
int readers(const Model& model, const SubgraphView& graph, const void* weights, ConstantStore& store) {
  int count = 0;
  for (uint32_t i = 0; i < graph.operator_count() && count < 2; ++i) {
    const IndexList in = graph.op(i).inputs();
    if (in.size() >= store.looks) return 2;
    store.looks -= in.size() + 1;
    for (uint32_t k = 0; k < in.size(); ++k) {
      if (in[k] < 0) continue;
      const TensorView tensor = graph.tensor(static_cast<uint32_t>(in[k]));
      if (model.buffer(tensor.buffer()).data() == weights) ++count;
    }
  }
  return count;
}

bool is_shared(ConstantStore& store, const void* weights) {
  int count = 0;
  for (uint32_t s = 0; s < store.model->subgraph_count() && count < 2; ++s)
    count += readers(*store.model, store.model->subgraph(s), weights, store);
  return count > 1;
}

// Builds with a store of constants. A construction that only counts reads no constants.
Code build(const Model& model, const Resolver& resolver, const nook_interpreter_options& options,
           const interp::Widths& on, interp::Store& store, Arena& working, Span<const uint8_t> given,
           interp::Built* built, interp::Fault* fault) {
  ConstantStore constants;
  constants.data = const_cast<uint8_t*>(given.data()), constants.bytes = given.size();
  constants.writes = options.packer->writes, constants.working = &working;
  constants.shared = is_shared, constants.model = &model;
  built->constants = &constants;
  nook_interpreter_options unpacked = options;
  unpacked.packer = nullptr;
  interp::Build* const inner = interp::build_of(unpacked, model);
  const Code made = inner(model, resolver, options, on, store, working, given, built, fault);
  built->constants = nullptr, built->constant_bytes = constants.used;
  NOOK_TRY(made);
  if (store.counts() && !given.data()) return Code::kOk;
  NOOK_TRY(interp::check_buffer(constants.data, constants.bytes, constants.used, kConstantAlignment,
                                NOOK_ROLE_CONSTANTS, -1, fault));
  const ConstantStamp stamp{kConstantMagic, constants.used, {}};
  PackedBytes to = constants.at(constants.data);
  to.put(&stamp, sizeof stamp);
  if (!constants.same || !to.same()) return interp::refuse(fault, NOOK_BAD_MODEL, NOOK_ROLE_CONSTANTS, 0, 0);
  return Code::kOk;
}

}  // namespace

size_t packing_bytes(const Model& model) {
  return working_bytes(model) + interp::Subgraphs::working_bytes(model) + scale_table_bytes(model);
}

}  // namespace nook

extern "C" size_t nook_packing_bytes(const void* model, size_t model_bytes) {
  const nook::Result<nook::Model> opened =
      nook::Model::open({static_cast<const uint8_t*>(model), model_bytes});
  return opened ? nook::packing_bytes(*opened) : 0;
}

extern "C" const nook_packer nook_pack_weights = {nook::scale_table_bytes, nook::build, true};
extern "C" const nook_packer nook_packed_weights = {nook::scale_table_bytes, nook::build, false};
