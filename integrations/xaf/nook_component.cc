#include "integrations/xaf/nook_component.h"

#include "integrations/xaf/component.h"
#include "nook/interp/build.h"

namespace xaf_nook {
namespace {

// Memory is aligned to 8 at least; the interpreter wants 16 for the scratch and for constants.
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
  uint32_t kept;  // bytes of persistent memory; constants that are made are behind them

  xaf::Error configure(int32_t parameter, const void* value);
  xaf::Error size();
  xaf::Error prepare();
  void restart() { nook_interpreter_reset(&net); }
  xaf::Error frame();

 private:
  bool makes_constants() const { return options.packer && options.packer->writes; }
  nook_status query(nook_memory_sizes* need);
  nook_buffer scratch() const { return aligned(pointers[xaf::kScratchTable], sizes[xaf::kScratchTable]); }
};

xaf::Error Network::configure(int32_t parameter, const void* value) {
  const xaf::Setting settings[] = {{kModel, model},           {kModelBytes, model_bytes},
                                   {kResolver, resolver},     {kPlanner, options.planner},
                                   {kPacker, options.packer}, {kConstants, weights},
                                   {kRows, options.rows},     {kWorking, working}};
  return xaf::configure(settings, parameter, value);
}

nook_status Network::query(nook_memory_sizes* need) {
  if (!working.data) return nook_query_sizes(model, model_bytes, resolver, &options, need, &fault);
  nook_memory_requirements each;
  const nook_status status =
      nook_requirements(model, model_bytes, resolver, &options, working, &each, &fault);
  if (status != NOOK_OK) return status;
  if (each.input_count != 1 || each.output_count != 1) return NOOK_UNSUPPORTED;
  *need = {1,
           1,
           each.inputs[0].bytes,
           each.outputs[0].bytes,
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
  if (query(&need) != NOOK_OK || need.input_count != 1 || need.output_count != 1) return kRefused;
  // The construction borrows the scratch where it is lent nothing else.
  const size_t borrowed = working.data ? 0 : need.working;
  const size_t shared = need.scratch > borrowed ? need.scratch : borrowed;
  kept = static_cast<uint32_t>(need.persistent);
  const size_t packed = makes_constants() ? need.constants + kAlignment : 0;
  const size_t bytes[] = {need.inputs, need.outputs, shared + kSlack, need.persistent + packed};
  for (size_t i = 0; i < xaf::kTables; ++i) sizes[i] = static_cast<uint32_t>(bytes[i]);
  return xaf::kOk;
}

xaf::Error Network::prepare() {
  // The pointers of a frame come later; until then any of the sizes' does.
  uint8_t* const persistent = static_cast<uint8_t*>(pointers[xaf::kPersistTable]);
  const nook_const_buffer input = {persistent, sizes[xaf::kInputTable]};
  const nook_buffer output = {persistent, sizes[xaf::kOutputTable]}, lent = scratch();
  nook_const_buffer constants = weights;
  if (makes_constants()) {
    const nook_buffer room = aligned(persistent + kept, sizes[xaf::kPersistTable] - kept);
    constants = {room.data, room.bytes};
  }
  const nook_interpreter_memory memory = {
      &input, &output, {persistent, kept}, lent, working.data ? working : lent, constants};
  const nook_status status =
      nook_interpreter_init(&net, model, model_bytes, resolver, &options, &memory, &fault);
  return status == NOOK_OK ? xaf::kOk : kRefused;
}

xaf::Error Network::frame() {
  const nook_status in =
      nook_interpreter_set_input(&net, 0, {pointers[xaf::kInputTable], sizes[xaf::kInputTable]});
  const nook_status out =
      nook_interpreter_set_output(&net, 0, {pointers[xaf::kOutputTable], sizes[xaf::kOutputTable]});
  if (in != NOOK_OK || out != NOOK_OK) return xaf::kMemAlign;
  if (nook_interpreter_set_scratch(&net, scratch()) != NOOK_OK) return xaf::kMemAlloc;
  nook_interpreter_invoke(&net);
  return xaf::kOk;
}

}  // namespace

xaf::Error component(void* object, int32_t command, int32_t index, void* value) {
  return xaf::serve<Network>(object, command, index, value);
}

const nook_interpreter_fault& fault(const void* object) { return static_cast<const Network*>(object)->fault; }

}  // namespace xaf_nook
