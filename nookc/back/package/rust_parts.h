// Names, types and parts of the Rust side of a crate; rust_source.cc combines them.
#pragma once
#include <string>
#include <vector>

#include "nookc/back/emit/together.h"
#include "nookc/back/interface/interface.h"

namespace nookc {

// One network as Rust sees it.
struct RustContext {
  const Program& program;
  Interface face;
  std::vector<std::string> buffer_types;  // for each of lent_pools(), "ScratchSram"; empty for constants
  bool waits = false;
};

RustContext rust_context(const CompiledNetwork& network);

// A name as Rust accepts it: "r#type" for "type".
std::string rust_name(const std::string& name);
// "u8" for "uint8_t", "f32" for "float".
std::string rust_type(const std::string& c_type);
// The name of a macro without the network's prefix: "INPUT_AUDIO" for "KWS_INPUT_AUDIO".
std::string short_macro(const RustContext& c, const std::string& macro);
// "[i8; INPUT_AUDIO_COUNT]"
std::string array_type(const RustContext& c, const InterfaceTensor& t);
// A name for a comment of rustdoc, which reads Markdown.
std::string quoted_name(const std::string& name);
// The tensors that are in buffers of the application.
std::vector<InterfaceTensor> outside_scratch(const std::vector<InterfaceTensor>& tensors);

// Sizes, shapes and scales.
std::string rust_constants(const RustContext& c);
// The structs of inputs, outputs and memory, and the saved state.
std::string rust_structs(const RustContext& c);
// The structs and functions of the C header, as a module.
std::string rust_foreign(const RustContext& c);

}  // namespace nookc
