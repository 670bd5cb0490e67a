// Common code of the components in this folder: four memory tables (input, output, scratch, persist), frames
// of a fixed size, and the answers to all commands that follow from them. The object of a specific network or
// filter derives from Component and has
//
//   static constexpr const char* kName     name of the library
//   Error configure(parameter, value)      xaf::kSetConfigParam
//   Error size()                           fills in sizes[], from the configuration
//   Error prepare()                        all pointers except a frame's are available
//   void restart()                         resets to the state before the first frame
//   Error frame()                          reads one frame of input and writes one of output; if there
//                                          is none, it sets made to 0
#pragma once
#include <string.h>

#include "integrations/xaf/xaf.h"

namespace xaf {

enum Table : int32_t { kInputTable, kOutputTable, kScratchTable, kPersistTable, kTables };
constexpr MemoryType kTypes[kTables] = {kInput, kOutput, kScratch, kPersist};
// Unless size() requires more.
constexpr uint32_t kAlignments[kTables] = {4, 4, kMostAlignment, kMostAlignment};

constexpr Error kNotReady = fatal(Class::kExecute, 0);

struct Component {
  uint32_t sizes[kTables], alignments[kTables];  // valid after size()
  void* pointers[kTables];
  uint32_t given;           // bytes of input that are available
  uint32_t consumed, made;  // in the last call
  bool sized, ready;
};

template <class T>
T read(const void* value) {
  T result;
  memcpy(&result, value, sizeof result);
  return result;
}

template <class T>
Error write(void* value, T what) {
  memcpy(value, &what, sizeof what);
  return kOk;
}

// A parameter of a component, and the member that stores its value.
struct Setting {
  template <class T>
  Setting(int32_t number, T& member) : parameter(number), to(&member), bytes(sizeof member) {}

  int32_t parameter;
  void* to;
  uint32_t bytes;
};

// Component::configure() for a component with these parameters.
template <size_t count>
Error configure(const Setting (&settings)[count], int32_t parameter, const void* value) {
  for (const Setting& setting : settings) {
    if (setting.parameter != parameter) continue;
    memcpy(setting.to, value, setting.bytes);
    return kOk;
  }
  return kInvalidCommandType;
}

template <class Object>
Error initialize(Object& o, int32_t stage, void* value) {
  switch (stage) {
    case kPreConfig:
      memset(static_cast<void*>(&o), 0, sizeof o);
      return kOk;
    case kPostConfig: {
      memcpy(o.alignments, kAlignments, sizeof kAlignments);
      const Error error = o.size();
      o.sized = error == kOk;
      return error;
    }
    case kInitProcess: {
      if (!o.sized || !o.pointers[kScratchTable] || !o.pointers[kPersistTable]) return kMemAlloc;
      const Error error = o.prepare();
      o.ready = error == kOk;
      return error;
    }
    case kInitDoneQuery:
      return write<int32_t>(value, o.ready);
    default:
      return kInvalidCommandType;
  }
}

template <class Object>
Error run(Object& o) {
  o.consumed = o.made = 0;
  if (!o.ready || !o.pointers[kInputTable] || !o.pointers[kOutputTable]) return kNotReady;
  if (o.given < o.sizes[kInputTable]) return kOk;  // not yet
  o.made = o.sizes[kOutputTable];
  const Error error = o.frame();
  if (error != kOk) {
    o.made = 0;
    return error;
  }
  o.consumed = o.sizes[kInputTable];
  o.given -= o.consumed;
  return kOk;
}

template <class Object>
Error execute(Object& o, int32_t stage, void* value) {
  switch (stage) {
    case kRuntimeInit:
      o.given = o.consumed = o.made = 0;
      if (o.ready) o.restart();
      return kOk;
    case kDoExecute:
      return run(o);
    case kDoneQuery:
      return write<int32_t>(value, 0);  // a stream of frames never ends by itself
    default:
      return kInvalidCommandType;
  }
}

inline Error describe(const Component& o, int32_t command, int32_t table, void* value) {
  if (!o.sized || table < 0 || table >= kTables) return kInvalidCommandType;
  switch (command) {
    case kGetMemInfoSize:
      return write<uint32_t>(value, o.sizes[table]);
    case kGetMemInfoAlignment:
      return write<uint32_t>(value, o.alignments[table]);
    case kGetMemInfoType:
      return write<int32_t>(value, kTypes[table]);
    case kGetMemInfoPlacement:
      return write<uint32_t>(value, kAnyPlacement);
    default:  // kGetMemInfoPriority
      return write<int32_t>(value, 0);
  }
}

inline Error take_pointer(Component& o, int32_t table, void* pointer) {
  if (!o.sized || table < 0 || table >= kTables) return kInvalidCommandType;
  if (reinterpret_cast<uintptr_t>(pointer) & (o.alignments[table] - 1)) return kMemAlign;
  o.pointers[table] = pointer;
  return kOk;
}

inline Error identify(const char* name, int32_t what, void* value) {
  const char* const text = what == kLibName ? name : what == kLibVersion ? "0.1.0" : "1.0";
  memcpy(value, text, strlen(text) + 1);
  return kOk;
}

// The entry point of a component.
template <class Object>
Error serve(void* object, int32_t command, int32_t index, void* value) {
  if (command == kGetLibIdStrings) return identify(Object::kName, index, value);
  if (command == kGetApiSize) return write<uint32_t>(value, sizeof(Object));
  Object& o = *static_cast<Object*>(object);
  switch (command) {
    case kInit:
      return initialize(o, index, value);
    case kSetConfigParam:
      return o.configure(index, value);
    case kGetMemtabsSize:
      return write<uint32_t>(value, 0);
    case kSetMemtabsPtr:
    case kInputOver:
      return kOk;
    case kGetNMemtabs:
      return write<int32_t>(value, kTables);
    case kExecute:
      return execute(o, index, value);
    case kSetInputBytes:
      o.given = read<uint32_t>(value);
      return kOk;
    case kGetCuridxInputBuf:
      return write<uint32_t>(value, o.consumed);
    case kGetOutputBytes:
      return write<uint32_t>(value, o.made);
    case kSetMemPtr:
      return take_pointer(o, index, value);
    case kGetMemInfoSize:
    case kGetMemInfoAlignment:
    case kGetMemInfoType:
    case kGetMemInfoPlacement:
    case kGetMemInfoPriority:
      return describe(o, command, index, value);
    default:
      return kInvalidCommand;
  }
}

}  // namespace xaf
