// One function per generated file; emit.cc combines them.
#pragma once
#include <string>
#include <string_view>

#include "nookc/back/emit/emit.h"
#include "nookc/back/interface/interface.h"

namespace nookc {

// The input of every generator.
struct EmitContext {
  const Program& program;
  const EmitOptions& options;
  Interface face;
  std::string main_header = face.name + ".h";  // file with more details
  std::string constants_digest = {};           // set where constants are written, see digest_of_constants()
};

// The comment at the head of a file: `summary`, the origin, and the memory table.
std::string head(const EmitContext& c, const std::string& summary);
std::string head_without_memory(const EmitContext& c, const std::string& summary);
// The short head of files that come with the main header.
std::string head_of_part(const EmitContext& c, const std::string& summary);

// `pattern` with every '$' replaced by the model's name.
std::string named(const Interface& face, std::string_view pattern);
// The static function `name` of a generated file: fills in the fault and returns the status.
std::string refuse_function(const std::string& name);

// The signature of a function that <name>.h declares, up to the closing parenthesis; with units other than
// the cpu it also takes the devices.
std::string run_signature(const Interface& face);
std::string run_ref_signature(const Interface& face);
std::string check_signature(const Interface& face);
inline constexpr std::string_view kCheckConstantsSignature =
    "nook_status $_check_constants(const $_memory* memory, nook_fault* fault)";

inline constexpr std::string_view kResetSignature = "nook_status $_reset(const $_memory* memory)";

std::string emit_header(const EmitContext& c);            // <name>.h
File emit_source(const EmitContext& c);                   // <name>.c
std::string emit_constants_header(const EmitContext& c);  // <name>_constants.h
File emit_constants_source(const EmitContext& c);         // <name>_constants.c
// The start of the SHA-256 of the constants in <name>_constants.c, their names, order and alignment:
// "0x1a2b3c4d". Two builds of a model have the same one if the constants of either serve both.
std::string digest_of_constants(const EmitContext& c);
// Includes <name>_constants.h, and stops the compiler with an #error if it is from a build with other
// constants: another form of the model, another layout of its weights, or a file left from an earlier build.
std::string include_constants(const EmitContext& c);
std::string emit_check(const EmitContext& c);  // <name>_check.c
std::string emit_memory(const EmitContext& c);
std::string emit_linker_script(const EmitContext& c);
std::string emit_info(const EmitContext& c);         // <name>_info.c
std::string emit_model_table(const EmitContext& c);  // <name>_entry.c
// The functions of the table as nook_image_run() and others, which the header of an image refers to.
std::string emit_image_functions(const EmitContext& c);

// The macros of an input or output.
std::string tensor_macros(const EmitContext& c, const InterfaceTensor& t);
// A check at the top of the file: kernels with core-specific instructions fail to assemble elsewhere, so this
// #error comes first and explains why. Empty for a target without such instructions.
std::string core_check(const Target& target);

// Statements that return an error status if a pool's memory can't be used; `memory` is the expression before
// the members ("memory->").
std::string refuse_pool(const InterfacePool& pool, const std::string& memory);

// The C name of Program::constants[i].
std::string constant_symbol(const EmitContext& c, size_t i);

}  // namespace nookc
