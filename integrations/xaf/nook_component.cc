#include "integrations/xaf/nook_component.h"

#include "integrations/xaf/component.h"
#include "nook/interp/buffers.h"
#include "nook/interp/build.h"

namespace xaf_nook {
namespace {

// Memory is aligned to at least 8; the interpreter needs 16 for the scratch and for constants.
constexpr uintptr_t kAlignment = 16;
constexpr uint32_t kSlack = kAlignment - xaf::kMostAlignment;

// The part of a memory table from its first multiple of 16 on.
nook_buffer aligned(void* memory, size_t bytes) {
  const uintptr_t base = reinterpret_cast<uintptr_t>(memory);
  const uintptr_t lead = (kAlignment - base % kAlignment) % kAlignment;
  return {static_cast<uint8_t*>(memory) + lead, bytes - lead};
}

struct Network : xaf::Component {
  static constexpr const char* kName = "nook";
  const void* model;
  uint32_t model_bytes;
  const nook_resolver* resolver;
  nook_interpreter_options options;
  nook_interpreter net;
  nook_interpreter_fault fault;
  nook_const_buffer weights;  // kConstants
  nook_buffer working;
  uint32_t kept;    // bytes of persistent memory; packed constants follow them
  uint32_t arrays;  // bytes of the scratch that hold the addresses of buffers during construction

  xaf::Error configure(int32_t parameter, const void* value);
  xaf::Error size();
  xaf::Error prepare();
  void restart() { nook_interpreter_reset(&net); }
  xaf::Error frame();

 private:
  bool makes_constants() const { return options.packer && options.packer->writes; }
  nook_status query(nook_memory_sizes* need);
  nook_buffer scratch() const { return aligned(pointers[xaf::kScratchTable], sizes[xaf::kScratchTable]); }
  // Iterates over the tensors of a table of an accepted model: each(number, offset, bytes), until one is
  // refused. Returns the size of the table; UINT64_MAX: refused.
  template <class Each>
  uint64_t lay(xaf::Table table, uint32_t* alignment, const Each& each);
  // Refuses sizes that do not fit into 32 bits.
  bool fits(xaf::Table table, uint64_t bytes);
};

xaf::Error Network::configure(int32_t parameter, const void* value) {
  const xaf::Setting settings[] = {{kModel, model},
                                   {kModelBytes, model_bytes},
                                   {kResolver, resolver},
                                   {kPlanner, options.planner},
                                   {kPacker, options.packer},
                                   {kConstants, weights},
                                   {kRows, options.rows},
                                   {kWorking, working},
                                   {kVariables, options.variables},
                                   {kControl, options.control},
                                   {kSubgraphLimit, options.subgraph_limit}};
  return xaf::configure(settings, parameter, value);
}

template <class Each>
uint64_t Network::lay(xaf::Table table, uint32_t* alignment, const Each& each) {
  const nook::Model opened = nook::interp::trusted(model, model_bytes);
  const nook::SubgraphView graph = opened.subgraph(0);
  const nook::IndexList tensors = table == xaf::kInputTable ? graph.inputs() : graph.outputs();
  uint64_t at = 0;
  for (uint32_t i = 0; i < tensors.size(); ++i) {
    nook::interp::TensorSize size;
    if (nook::interp::size_of_tensor(opened, graph, tensors[i], &size, &fault) != nook::Code::kOk)
      return UINT64_MAX;
    at = (at + size.alignment - 1) & ~(uint64_t{size.alignment} - 1);
    if (size.alignment > *alignment) *alignment = size.alignment;
    if (!each(i, at, size.bytes)) return UINT64_MAX;
    at += size.bytes;
  }
  return at;
}

bool Network::fits(xaf::Table table, uint64_t bytes) {
  constexpr nook_role kRoles[xaf::kTables] = {NOOK_ROLE_INPUT, NOOK_ROLE_OUTPUT, NOOK_ROLE_SCRATCH,
                                              NOOK_ROLE_PERSISTENT};
  sizes[table] = static_cast<uint32_t>(bytes);
  if (sizes[table] == bytes) return true;
  (void)nook::interp::refuse(&fault, NOOK_NO_MEMORY, kRoles[table],
                             bytes < SIZE_MAX ? static_cast<size_t>(bytes) : SIZE_MAX, UINT32_MAX);
  return false;
}

nook_status Network::query(nook_memory_sizes* need) {
  if (!working.data) return nook_query_sizes(model, model_bytes, resolver, &options, need, &fault);
  nook_memory_requirements each;
  const nook_status status =
      nook_requirements(model, model_bytes, resolver, &options, working, &each, &fault);
  if (status != NOOK_OK) return status;
  *need = {each.input_count,
           each.output_count,
           0,
           0,
           each.persistent.bytes,
           each.scratch.bytes,
           each.working.bytes,
           each.state_bytes,
           each.constants.bytes};
  return NOOK_OK;
}

xaf::Error Network::size() {
  if (!model || !resolver || !options.planner) return kNotConfigured;
  options.check = nook_check_model;
  nook_memory_sizes need;
  if (query(&need) != NOOK_OK) return kRefused;
  // The construction borrows the scratch for the arrays of its buffers if no other memory is lent to it.
  arrays = (need.input_count + need.output_count) * static_cast<uint32_t>(sizeof(nook_buffer));
  const uint64_t borrowed = uint64_t{arrays} + (working.data ? 0 : need.working);
  const uint64_t shared = need.scratch > borrowed ? need.scratch : borrowed;
  kept = static_cast<uint32_t>(need.persistent);  // below 2^29
  const uint64_t packed = makes_constants() ? uint64_t{need.constants} + kAlignment : 0;
  const auto any = [](uint32_t, uint64_t, size_t) { return true; };
  const bool fit = fits(xaf::kInputTable, lay(xaf::kInputTable, &alignments[xaf::kInputTable], any)) &&
                   fits(xaf::kOutputTable, lay(xaf::kOutputTable, &alignments[xaf::kOutputTable], any)) &&
                   fits(xaf::kScratchTable, shared + kSlack) && fits(xaf::kPersistTable, kept + packed);
  return fit ? xaf::kOk : kRefused;
}

xaf::Error Network::prepare() {
  // The pointers of a frame come later; until then any valid pointer will do.
  uint8_t* const persistent = static_cast<uint8_t*>(pointers[xaf::kPersistTable]);
  const nook_buffer lent = scratch(), rest = {static_cast<uint8_t*>(lent.data) + arrays, lent.bytes - arrays};
  auto* const inputs = static_cast<nook_const_buffer*>(lent.data);
  uint32_t count = 0, alignment = 0;
  lay(xaf::kInputTable, &alignment, [&](uint32_t i, uint64_t, size_t bytes) {
    inputs[i] = {persistent, bytes}, count = i + 1;
    return true;
  });
  auto* const outputs = reinterpret_cast<nook_buffer*>(inputs + count);
  lay(xaf::kOutputTable, &alignment, [&](uint32_t i, uint64_t, size_t bytes) {
    outputs[i] = {persistent, bytes};
    return true;
  });
  nook_const_buffer constants = weights;
  if (makes_constants()) {
    const nook_buffer room = aligned(persistent + kept, sizes[xaf::kPersistTable] - kept);
    constants = {room.data, room.bytes};
  }
  const nook_interpreter_memory memory = {
      inputs, outputs, {persistent, kept}, lent, working.data ? working : rest, constants};
  const nook_status status =
      nook_interpreter_init(&net, model, model_bytes, resolver, &options, &memory, &fault);
  return status == NOOK_OK ? xaf::kOk : kRefused;
}

xaf::Error Network::frame() {
  uint32_t alignment = 0;
  uint8_t* const in = static_cast<uint8_t*>(pointers[xaf::kInputTable]);
  uint8_t* const out = static_cast<uint8_t*>(pointers[xaf::kOutputTable]);
  const auto give = [&](uint32_t i, uint64_t at, size_t bytes) {
    return nook_interpreter_set_input(&net, i, {in + at, bytes}) == NOOK_OK;
  };
  const auto take = [&](uint32_t i, uint64_t at, size_t bytes) {
    return nook_interpreter_set_output(&net, i, {out + at, bytes}) == NOOK_OK;
  };
  if (lay(xaf::kInputTable, &alignment, give) == UINT64_MAX) return xaf::kMemAlign;
  if (lay(xaf::kOutputTable, &alignment, take) == UINT64_MAX) return xaf::kMemAlign;
  if (nook_interpreter_set_scratch(&net, scratch()) != NOOK_OK) return xaf::kMemAlloc;
  fault = nook::interp::no_fault();
  fault.status = nook_interpreter_invoke(&net);
  if (fault.status != NOOK_OK) made = 0;
  return fault.status == NOOK_OK || fault.status == NOOK_NOT_READY ? xaf::kOk : kFailed;
}

}  // namespace

xaf::Error component(void* object, int32_t command, int32_t index, void* value) {
  return xaf::serve<Network>(object, command, index, value);
}

const nook_interpreter_fault& fault(const void* object) { return static_cast<const Network*>(object)->fault; }

}  // namespace xaf_nook
