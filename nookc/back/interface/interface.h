// The facts of a model as the application sees them. The header, descriptor, JSON and report all print these.
#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "nookc/middle/lower/program.h"
#include "nookc/options/emit_options.h"

namespace nookc {

// An input or output.
struct InterfaceTensor {
  TensorId id;
  std::string name;        // name in the signature, otherwise the tensor's
  std::string identifier;  // member of the structs, "audio"
  std::string macro;       // "KWS_INPUT_AUDIO"
  std::string c_type;      // C type of an element, "int8_t"
  int32_t count = 0, bytes = 0;
  int32_t alignment = 1;  // alignment of the application's buffer, or of its address in the scratch
  bool in_scratch = false;
  std::string pool;                    // scratch pool, if it is in the scratch,
  int32_t offset = 0;                  // and its offset there
  std::optional<Stated::Side> stated;  // its form in the model, if type or order differ
  std::string user;                    // the first operator that reads it (input) or writes it (output)
};

// A pool as named in C.
struct InterfacePool {
  std::string pool;    // "dtcm", an identifier
  std::string member;  // member of the memory struct, "scratch_dtcm"; empty for constants of the program
  std::string macro;   // "KWS_SCRATCH_DTCM", "KWS_PERSISTENT_DTCM", "KWS_CONSTANT_FLASH"
  bool kept = false;   // persistent memory
  int64_t bytes = 0;
  int32_t alignment = nook::kBufferAlignment;
  std::string section;        // may be empty
  int32_t peak_call = -1;     // call at which the pool is highest; -1: entry, exit or never
  std::string peak_operator;  // label of that call, see operator_label(); may be empty
  // Constants that the application passes by pointer: an image of `bytes` (images.h).
  bool by_pointer = false;
  uint32_t crc32 = 0;  // checksum of the image
  std::string file;    // file with the image, "kws_flash.bin"
  std::string symbol;  // array with the image, "kws_constant_flash_data"
};

// A unit that executes operators instead of the cpu.
struct InterfaceUnit {
  std::string name;            // "npu", a member of <name>_devices
  std::string first_operator;  // first operator that it executes, see operator_label()
};

struct Interface {
  std::string name, prefix;                      // "kws", "KWS_"
  std::vector<InterfacePool> scratch, constant;  // at least one of each
  std::vector<InterfacePool> persistent;         // pools of `scratch` that hold persistent data
  std::vector<InterfaceTensor> inputs, outputs;
  std::vector<InterfaceUnit> units;  // units other than the cpu; each has a device
  int32_t peak_call = -1;     // the call at which the scratch is highest; -1: entry, exit or no scratch
  std::string peak_operator;  // "3 CONV_2D conv2d_1"
  int64_t scratch_bytes = 0;  // sum of all pools
  std::optional<int32_t> stack_bytes;  // worst case of the run call; nothing: a kernel was not measured
  std::string no_stack;                // why there is no stack_bytes, for messages
  std::string model_file;              // without folders
  std::string producer;                // the producer that the model file names
};

// The pools whose memory comes from the application and is not empty: scratch, persistent memory, then images
// of constants.
std::vector<const InterfacePool*> lent_pools(const Interface& face);
// The pools of constants passed by pointer, including empty ones.
std::vector<const InterfacePool*> pointer_pools(const Interface& face);

Interface interface_of(const Program& program, const EmitOptions& options);

// Describes a changed form: "float32 1x3x96x96 in the model: quantize and put the channels last before a
// run"; empty if the form is unchanged.
std::string stated_text(const Program& program, const InterfaceTensor& tensor, bool input);

// The C type of an element: "int8_t", "float"; "uint8_t" for bool, "uint16_t" for float16.
std::string c_type(nook::DType type);

// Whether a run may end without a result, because an operator needs several runs to produce one.
bool may_wait(const Program& program);

// "3 CONV_2D conv2d_1": the number in the model ("-" if the compiler created it), the kind, and the short
// name of the output.
std::string operator_label(const Program& program, const Call& call);
// Only the short name of the output.
std::string operator_short_name(const Program& program, const Call& call);

}  // namespace nookc
