// The component interface of the Xtensa audio framework: command numbers, stages, memory types and error
// codes, as its documentation states them. Written for nook; no header of the framework is needed to build a
// component, and if one is used the numbers agree.
#pragma once
#include <stdint.h>

namespace xaf {

// Every call to a component: its object, a command, an index whose meaning depends on the command, and a
// value to read or write. 0 is success; fatal errors are negative.
using Error = int32_t;
using Entry = Error (*)(void* object, int32_t command, int32_t index, void* value);

enum Command : int32_t {
  kGetLibIdStrings = 0x01,
  kGetApiSize = 0x02,
  kInit = 0x03,
  kSetConfigParam = 0x04,
  kGetConfigParam = 0x05,
  kGetMemtabsSize = 0x06,
  kSetMemtabsPtr = 0x07,
  kGetNMemtabs = 0x08,
  kExecute = 0x09,
  kGetCuridxInputBuf = 0x0B,
  kSetInputBytes = 0x0C,
  kGetOutputBytes = 0x0D,
  kInputOver = 0x0E,
  kGetMemInfoSize = 0x10,
  kGetMemInfoAlignment = 0x11,
  kGetMemInfoType = 0x12,
  kGetMemInfoPlacement = 0x13,
  kGetMemInfoPriority = 0x14,
  kSetMemPtr = 0x15,
};

// Indices of kInit, of kExecute and of kGetLibIdStrings.
enum InitStage : int32_t {
  kPreConfig = 0x100,
  kPostConfig = 0x200,
  kInitProcess = 0x300,
  kInitDoneQuery = 0x400
};
enum ExecuteStage : int32_t { kDoExecute = 0x100, kDoneQuery = 0x200, kRuntimeInit = 0x300 };
enum LibId : int32_t { kLibName = 0x100, kLibVersion = 0x200, kApiVersion = 0x300 };

enum MemoryType : int32_t { kPersist = 0, kScratch = 1, kInput = 2, kOutput = 3 };

constexpr uint32_t kAnyPlacement = 0xFFFFFFFF;

enum class Class : uint32_t { kApi = 0, kConfig = 1, kExecute = 2 };

constexpr Error fatal(Class kind, uint32_t index) {
  return static_cast<Error>(0x80000000u | static_cast<uint32_t>(kind) << 11 | index);
}
constexpr Error kOk = 0;
constexpr Error kMemAlloc = fatal(Class::kApi, 0), kMemAlign = fatal(Class::kApi, 1);
constexpr Error kInvalidCommand = fatal(Class::kApi, 2), kInvalidCommandType = fatal(Class::kApi, 3);

// The framework's guarantee for every pointer.
constexpr uint32_t kMostAlignment = 8;

}  // namespace xaf
