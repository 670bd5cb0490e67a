// The facts of a model as the application sees them. Header, descriptor, JSON and report all print these.
#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "nookc/back/emit/emit.h"

namespace nookc {

// An input or output.
struct InterfaceTensor {
  TensorId id;
  std::string name;        // of the signature, else of the tensor
  std::string identifier;  // member of the structs, "audio"
  std::string macro;       // "KWS_INPUT_AUDIO"
  std::string c_type;      // of an element, "int8_t"
  int32_t count = 0, bytes = 0;
  int32_t alignment = 1;  // of the application's buffer, or of the place in scratch
  bool in_scratch = false;
  std::string pool;                    // of the scratch, where it is there, and
  int32_t offset = 0;                  // its place in it
  std::optional<Stated::Side> stated;  // in the model, where it has another type or order there
  std::string user;                    // the operator that reads (input) or writes (output) it first
};

// A pool as named in C.
struct InterfacePool {
  std::string pool;    // "dtcm", an identifier
  std::string member;  // of the memory struct, "scratch_dtcm"; empty for constants of the program
  std::string macro;   // "KWS_SCRATCH_DTCM", "KWS_PERSISTENT_DTCM", "KWS_CONSTANT_FLASH"
  bool kept = false;   // persistent
  int64_t bytes = 0;
  int32_t alignment = nook::kBufferAlignment;
  std::string section;        // may be empty
  int32_t peak_call = -1;     // at which the pool is highest; -1: entry, exit or never
  std::string peak_operator;  // likewise, as operator_label(); may be empty
  // Constants that the application passes by pointer: an image of `bytes` (images.h).
  bool by_pointer = false;
  uint32_t crc32 = 0;  // of the image
  std::string file;    // that has it, "kws_flash.bin"
  std::string symbol;  // of the array that has it, "kws_constant_flash_data"
};

// A unit that executes operators instead of the cpu.
struct InterfaceUnit {
  std::string name;            // "npu", a member of <name>_devices
  std::string first_operator;  // that it executes, as operator_label()
};

struct Interface {
  std::string name, prefix;                      // "kws", "KWS_"
  std::vector<InterfacePool> scratch, constant;  // one at least of each
  std::vector<InterfacePool> persistent;         // those of `scratch` that something is kept in
  std::vector<InterfaceTensor> inputs, outputs;
  std::vector<InterfaceUnit> units;  // beside the cpu: each has a device
  int32_t peak_call = -1;     // the call at which the scratch is highest; -1: entry, exit or no scratch
  std::string peak_operator;  // "3 CONV_2D conv2d_1"
  int64_t scratch_bytes = 0;  // of all pools
  std::optional<int32_t> stack_bytes;  // of the run call, worst case; nothing: a kernel was not measured
  std::string no_stack;                // why, for people
  std::string model_file;              // without folders
  std::string producer;                // what the model says of itself
};

// The pools whose memory comes from the application and is not empty: scratch, persistent memory, then images
// of constants.
std::vector<const InterfacePool*> lent_pools(const Interface& face);
// The pools of constants passed by pointer, including empty ones.
std::vector<const InterfacePool*> pointer_pools(const Interface& face);

Interface interface_of(const Program& program, const EmitOptions& options);

// "float32 1x3x96x96 in the model: quantize and put the channels last before a run"; empty: as in the model.
std::string stated_text(const Program& program, const InterfaceTensor& tensor, bool input);

// An element in C: "int8_t", "float"; "uint8_t" for bool, "uint16_t" for float16.
std::string c_type(nook::DType type);

// Whether a run may end without a result, because an operator needs several runs for one.
bool may_wait(const Program& program);

// "3 CONV_2D conv2d_1": the number in the model ("-" if the compiler made it), the kind, the short name of
// the output.
std::string operator_label(const Program& program, const Call& call);
// The name alone.
std::string operator_short_name(const Program& program, const Call& call);

}  // namespace nookc
