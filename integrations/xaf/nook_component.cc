#include "integrations/xaf/nook_component.h"

#include "integrations/xaf/component.h"

namespace xaf_nook {
namespace {

// The scratch is aligned to 8 at least, and the interpreter wants 16.
constexpr uintptr_t kScratchAlignment = 16;
constexpr uint32_t kSlack = kScratchAlignment - xaf::kMostAlignment;

struct Network : xaf::Component {
  static constexpr const char* kName = "nook";
  const void* model;
  uint32_t model_bytes;
  const nook_resolver* resolver;
  nook_interpreter_options options;
  nook_interpreter net;
  nook_interpreter_fault fault;
  uint8_t query[kQueryBytes];

  xaf::Error configure(int32_t parameter, const void* value);
  xaf::Error size();
  xaf::Error prepare();
  void restart() { nook_interpreter_reset(&net); }
  xaf::Error frame();

 private:
  nook_buffer scratch() const;
};

nook_buffer Network::scratch() const {
  const uintptr_t base = reinterpret_cast<uintptr_t>(pointers[xaf::kScratchTable]);
  const uintptr_t start = (base + kScratchAlignment - 1) & ~(kScratchAlignment - 1);
  return {reinterpret_cast<void*>(start), sizes[xaf::kScratchTable] - (start - base)};
}

xaf::Error Network::configure(int32_t parameter, const void* value) {
  switch (parameter) {
    case kModel:
      model = xaf::read<const void*>(value);
      return xaf::kOk;
    case kModelBytes:
      model_bytes = xaf::read<uint32_t>(value);
      return xaf::kOk;
    case kResolver:
      resolver = xaf::read<const nook_resolver*>(value);
      return xaf::kOk;
    case kPlanner:
      options.planner = xaf::read<const nook_planner*>(value);
      return xaf::kOk;
    default:
      return xaf::kInvalidCommandType;
  }
}

xaf::Error Network::size() {
  if (!model || !resolver || !options.planner) return kNotConfigured;
  options.check = nook_check_model;
  nook_memory_requirements need;
  const nook_status status =
      nook_requirements(model, model_bytes, resolver, &options, {query, sizeof query}, &need, &fault);
  if (status != NOOK_OK || need.input_count != 1 || need.output_count != 1) return kRefused;
  // The construction borrows the scratch.
  const size_t shared = need.scratch.bytes > need.working.bytes ? need.scratch.bytes : need.working.bytes;
  const size_t bytes[] = {need.inputs[0].bytes, need.outputs[0].bytes, shared + kSlack,
                          need.persistent.bytes};
  for (size_t i = 0; i < xaf::kTables; ++i) sizes[i] = static_cast<uint32_t>(bytes[i]);
  return xaf::kOk;
}

xaf::Error Network::prepare() {
  // The pointers of a frame come later; until then any of the sizes' does.
  const nook_const_buffer input = {query, sizes[xaf::kInputTable]};
  const nook_buffer output = {query, sizes[xaf::kOutputTable]}, lent = scratch();
  const nook_interpreter_memory memory = {
      &input, &output, {pointers[xaf::kPersistTable], sizes[xaf::kPersistTable]}, lent, lent, {nullptr, 0}};
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
