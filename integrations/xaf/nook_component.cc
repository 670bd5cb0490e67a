#include "integrations/xaf/nook_component.h"

#include <string.h>

namespace xaf_nook {
namespace {

enum Table : int32_t { kInputTable, kOutputTable, kScratchTable, kPersistTable, kTables };

// The scratch is aligned to 8 at least, and the interpreter wants 16.
constexpr uintptr_t kScratchAlignment = 16;
constexpr uint32_t kSlack = 8;

struct Object {
  const void* model;
  uint32_t model_bytes;
  const nook_resolver* resolver;
  nook_interpreter_options options;
  size_t sizes[kTables];  // of the memory tables, 0 before the post-config stage
  size_t need;            // of the scratch, without slack
  void* pointers[kTables];
  uint32_t given;           // bytes of input that are there
  uint32_t consumed, made;  // by the last frame
  bool sized, ready;
  nook_interpreter net;
  nook_interpreter_fault fault;
  uint8_t query[kQueryBytes];
};

template <class T>
T read(const void* value) {
  T result;
  memcpy(&result, value, sizeof result);
  return result;
}
template <class T>
void write(void* value, T what) {
  memcpy(value, &what, sizeof what);
}

nook_buffer scratch_of(const Object& o) {
  const uintptr_t base = reinterpret_cast<uintptr_t>(o.pointers[kScratchTable]);
  const uintptr_t start = (base + kScratchAlignment - 1) & ~(kScratchAlignment - 1);
  return {reinterpret_cast<void*>(start), o.sizes[kScratchTable] - (start - base)};
}

xaf::Error configure(Object& o, int32_t parameter, const void* value) {
  switch (parameter) {
    case kModel:
      o.model = read<const void*>(value);
      return xaf::kOk;
    case kModelBytes:
      o.model_bytes = read<uint32_t>(value);
      return xaf::kOk;
    case kResolver:
      o.resolver = read<const nook_resolver*>(value);
      return xaf::kOk;
    case kPlanner:
      o.options.planner = read<const nook_planner*>(value);
      return xaf::kOk;
    default:
      return xaf::kInvalidCommandType;
  }
}

// After the configuration: what every table needs.
xaf::Error size(Object& o) {
  if (!o.model || !o.resolver || !o.options.planner) return kNotConfigured;
  nook_memory_requirements need;
  const nook_status status = nook_requirements(o.model, o.model_bytes, o.resolver, &o.options,
                                               {o.query, sizeof o.query}, &need, &o.fault);
  if (status != NOOK_OK || need.input_count != 1 || need.output_count != 1) return kRefused;
  // The construction borrows the scratch.
  o.need = need.scratch.bytes > need.working.bytes ? need.scratch.bytes : need.working.bytes;
  o.sizes[kInputTable] = need.inputs[0].bytes, o.sizes[kOutputTable] = need.outputs[0].bytes;
  o.sizes[kScratchTable] = o.need + kSlack, o.sizes[kPersistTable] = need.persistent.bytes;
  o.sized = true;
  return xaf::kOk;
}

xaf::Error construct(Object& o) {
  if (!o.sized || !o.pointers[kScratchTable] || !o.pointers[kPersistTable]) return xaf::kMemAlloc;
  // The pointers of a frame come later; until then any of the sizes' does.
  const nook_const_buffer input = {o.query, o.sizes[kInputTable]};
  const nook_buffer output = {o.query, o.sizes[kOutputTable]};
  const nook_buffer scratch = scratch_of(o);
  const nook_interpreter_memory memory = {
      &input, &output, {o.pointers[kPersistTable], o.sizes[kPersistTable]}, scratch, scratch};
  const nook_status status =
      nook_interpreter_init(&o.net, o.model, o.model_bytes, o.resolver, &o.options, &memory, &o.fault);
  o.ready = status == NOOK_OK;
  return o.ready ? xaf::kOk : kRefused;
}

xaf::Error initialize(Object& o, int32_t stage, void* value) {
  switch (stage) {
    case xaf::kPreConfig:
      memset(static_cast<void*>(&o), 0, sizeof o);
      return xaf::kOk;
    case xaf::kPostConfig:
      return size(o);
    case xaf::kInitProcess:
      return construct(o);
    case xaf::kInitDoneQuery:
      write<int32_t>(value, o.ready);
      return xaf::kOk;
    default:
      return xaf::kInvalidCommandType;
  }
}

// One frame, once all of the input is there.
xaf::Error run(Object& o) {
  o.consumed = o.made = 0;
  if (!o.ready || !o.pointers[kInputTable] || !o.pointers[kOutputTable]) return kNotReady;
  if (o.given < o.sizes[kInputTable]) return xaf::kOk;
  const nook_status in =
      nook_interpreter_set_input(&o.net, 0, {o.pointers[kInputTable], o.sizes[kInputTable]});
  const nook_status out =
      nook_interpreter_set_output(&o.net, 0, {o.pointers[kOutputTable], o.sizes[kOutputTable]});
  if (in != NOOK_OK || out != NOOK_OK) return xaf::kMemAlign;
  if (nook_interpreter_set_scratch(&o.net, scratch_of(o)) != NOOK_OK) return xaf::kMemAlloc;
  nook_interpreter_invoke(&o.net);
  o.consumed = static_cast<uint32_t>(o.sizes[kInputTable]),
  o.made = static_cast<uint32_t>(o.sizes[kOutputTable]);
  o.given -= o.consumed;
  return xaf::kOk;
}

xaf::Error execute(Object& o, int32_t stage, void* value) {
  switch (stage) {
    case xaf::kRuntimeInit:
      o.given = o.consumed = o.made = 0;
      if (o.ready) nook_interpreter_reset(&o.net);
      return xaf::kOk;
    case xaf::kDoExecute:
      return run(o);
    case xaf::kDoneQuery:
      write<int32_t>(value, 0);  // a stream of frames has no end of its own
      return xaf::kOk;
    default:
      return xaf::kInvalidCommandType;
  }
}

xaf::Error describe(const Object& o, int32_t command, int32_t table, void* value) {
  static constexpr int32_t kTypes[] = {xaf::kInput, xaf::kOutput, xaf::kScratch, xaf::kPersist};
  if (!o.sized || table < 0 || table >= kTables) return xaf::kInvalidCommandType;
  if (command == xaf::kGetMemInfoSize) write<uint32_t>(value, static_cast<uint32_t>(o.sizes[table]));
  if (command == xaf::kGetMemInfoAlignment)
    write<uint32_t>(value, table < kScratchTable ? 4 : xaf::kMostAlignment);
  if (command == xaf::kGetMemInfoType) write<int32_t>(value, kTypes[table]);
  if (command == xaf::kGetMemInfoPlacement) write<uint32_t>(value, xaf::kAnyPlacement);
  if (command == xaf::kGetMemInfoPriority) write<int32_t>(value, 0);
  return xaf::kOk;
}

xaf::Error take_pointer(Object& o, int32_t table, void* pointer) {
  if (!o.sized || table < 0 || table >= kTables) return xaf::kInvalidCommandType;
  const uintptr_t alignment = table < kScratchTable ? 4 : xaf::kMostAlignment;
  if (reinterpret_cast<uintptr_t>(pointer) & (alignment - 1)) return xaf::kMemAlign;
  o.pointers[table] = pointer;
  return xaf::kOk;
}

xaf::Error name(int32_t what, void* value) {
  const char* const text = what == xaf::kLibName ? "nook" : what == xaf::kLibVersion ? "0.1.0" : "1.0";
  memcpy(value, text, strlen(text) + 1);
  return xaf::kOk;
}

}  // namespace

xaf::Error component(void* object, int32_t command, int32_t index, void* value) {
  if (command == xaf::kGetLibIdStrings) return name(index, value);
  if (command == xaf::kGetApiSize) return write<uint32_t>(value, sizeof(Object)), xaf::kOk;
  Object& o = *static_cast<Object*>(object);
  switch (command) {
    case xaf::kInit:
      return initialize(o, index, value);
    case xaf::kSetConfigParam:
      return configure(o, index, value);
    case xaf::kGetMemtabsSize:
      return write<uint32_t>(value, 0), xaf::kOk;
    case xaf::kSetMemtabsPtr:
    case xaf::kInputOver:
      return xaf::kOk;
    case xaf::kGetNMemtabs:
      return write<int32_t>(value, kTables), xaf::kOk;
    case xaf::kExecute:
      return execute(o, index, value);
    case xaf::kSetInputBytes:
      o.given = read<uint32_t>(value);
      return xaf::kOk;
    case xaf::kGetCuridxInputBuf:
      return write<uint32_t>(value, o.consumed), xaf::kOk;
    case xaf::kGetOutputBytes:
      return write<uint32_t>(value, o.made), xaf::kOk;
    case xaf::kSetMemPtr:
      return take_pointer(o, index, value);
    case xaf::kGetMemInfoSize:
    case xaf::kGetMemInfoAlignment:
    case xaf::kGetMemInfoType:
    case xaf::kGetMemInfoPlacement:
    case xaf::kGetMemInfoPriority:
      return describe(o, command, index, value);
    default:
      return xaf::kInvalidCommand;
  }
}

const nook_interpreter_fault& fault(const void* object) { return static_cast<const Object*>(object)->fault; }

}  // namespace xaf_nook
