#include "nookc/back/package/rust_parts.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>

#include "nookc/back/emit/c_text.h"
#include "nookc/core/identifier.h"
#include "nookc/core/text.h"
#include "nookc/middle/lower/row_stage.h"

namespace nookc {
namespace {

std::string constant(const std::string& name, const std::string& type, const std::string& value) {
  return "pub const " + name + ": " + type + " = " + value + ";\n";
}

std::string camel(const std::string& name) {
  std::string text;
  bool first = true;
  for (const char ch : name) {
    if (ch != '_') text += first ? static_cast<char>(std::toupper(static_cast<unsigned char>(ch))) : ch;
    first = ch == '_';
  }
  return text;
}

std::string tensor_constants(const RustContext& c, const InterfaceTensor& t, bool input) {
  const Tensor& tensor = c.program.graph[t.id];
  const std::string name = short_macro(c, t.macro), stated = stated_text(c.program, t, input);
  std::string shape;
  for (int i = 0; i < tensor.shape.rank; ++i) shape += (i ? ", " : "") + decimal(tensor.shape.dim[i]);
  std::string text =
      "\n/// The shape of " + quoted_name(t.name) + (stated.empty() ? "" : ", " + c_comment(stated)) + ".\n" +
      constant(name + "_SHAPE", "[usize; " + decimal(tensor.shape.rank) + "]", "[" + shape + "]") +
      "/// Elements.\n" + constant(name + "_COUNT", "usize", decimal(t.count));
  if (t.alignment > 1)
    text += "/// The alignment of its buffer in bytes.\n" +
            constant(name + "_ALIGN", "usize", decimal(t.alignment));
  if (tensor.scales.size() != 1) return text;
  std::string scale = c_literal(tensor.scales[0]);
  scale.pop_back();  // the "f" of C
  return text + "/// real = scale * (q - zero point)\n" + constant(name + "_SCALE", "f32", scale) +
         "/// The zero point.\n" + constant(name + "_ZERO_POINT", "i32", decimal(tensor.zero_point));
}

std::string pool_constants(const RustContext& c, const InterfacePool& p) {
  const std::string name = short_macro(c, p.macro);
  const std::string role = p.by_pointer ? "constants" : p.kept ? "persistent memory" : "scratch";
  std::string text = "\n/// Bytes of the " + role + " in `" + p.pool + "`.\n" +
                     constant(name + "_BYTES", "usize", decimal(p.bytes)) + "/// Their alignment.\n" +
                     constant(name + "_ALIGN", "usize", decimal(p.alignment));
  if (p.by_pointer || p.section.empty()) return text;
  return text + "/// The linker section that the pool names.\n" +
         constant(name + "_SECTION", "&str", c_string(p.section));
}

// The struct with values, each at its alignment, and the struct with references.
std::string side_structs(const RustContext& c, const std::vector<InterfaceTensor>& all, bool input) {
  const std::vector<InterfaceTensor> tensors = outside_scratch(all);
  if (tensors.empty()) return "";
  const std::string name = input ? "Input" : "Output";
  std::string fields, refs;
  std::vector<std::string> zeros;
  int32_t align = 1, at = 0, pads = 0;
  for (const InterfaceTensor& t : tensors) {
    if (const int32_t pad = (t.alignment - at % t.alignment) % t.alignment; pad > 0) {
      const std::string own = "_pad" + decimal(pads++);
      fields += "    " + own + ": [u8; " + decimal(pad) + "],\n";
      zeros.push_back(own + ": [0; " + decimal(pad) + "]");
      at += pad;
    }
    const std::string own = rust_name(t.identifier), zero = rust_type(t.c_type)[0] == 'f' ? "0.0" : "0";
    at += t.bytes, align = std::max(align, t.alignment);
    const std::string says = "    /// " + quoted_name(t.name) + "\n    pub " + own + ": ";
    fields += says + array_type(c, t) + ",\n";
    zeros.push_back(own + ": [" + zero + "; " + short_macro(c, t.macro) + "_COUNT]");
    refs += says + (input ? "&'a " : "&'a mut ") + array_type(c, t) + ",\n";
  }
  return "\n/// The " + std::string(input ? "inputs" : "outputs") + " of a run as values.\n" +
         (align > 1 ? "#[repr(C, align(" + decimal(align) + "))]\n" : "") + "#[derive(Clone)]\npub struct " +
         name + " {\n" + fields + "}\n\nimpl " + name +
         " {\n    /// Zeros.\n    pub const fn new() -> Self {\n        " + name + " { " + join_text(zeros) +
         " }\n    }\n}\n\nimpl Default for " + name +
         " {\n    fn default() -> Self {\n        Self::new()\n    }\n}\n" +
         "\n/// The same in buffers that exist already: nothing is copied.\npub struct " + name +
         "s<'a> {\n" + refs + "}\n";
}

std::string buffers(const RustContext& c) {
  std::string text;
  const std::vector<const InterfacePool*> pools = lent_pools(c.face);
  for (size_t i = 0; i < pools.size(); ++i) {
    const InterfacePool& p = *pools[i];
    if (p.by_pointer) continue;
    const std::string &type = c.buffer_types[i], name = short_macro(c, p.macro);
    text += "\n/// Memory for `" + p.member + "`, with its size and alignment.\n#[repr(C, align(" +
            decimal(p.alignment) + "))]\npub struct " + type + "(pub [u8; " + name + "_BYTES]);\n\nimpl " +
            type +
            " {\n    /// Zeros, so that a static one takes no flash.\n    pub const fn new() -> Self {\n     "
            "   " +
            type + "([0; " + name + "_BYTES])\n    }\n}\n\nimpl Default for " + type +
            " {\n    fn default() -> Self {\n        Self::new()\n    }\n}\n";
  }
  std::string fields;
  for (const InterfacePool* p : pools)
    fields += "    /// " +
              std::string(p->by_pointer ? "The bytes of `" + p->file + "`, "
                          : p->kept     ? "The state between runs: "
                                        : "Holds nothing between two runs: ") +
              "[`" + short_macro(c, p->macro) + "_BYTES`].\n    pub " + p->member + ": &'a " +
              (p->by_pointer ? "" : "mut ") + "[u8],\n";
  if (fields.empty())
    return text +
           "\n/// The network needs no memory.\n#[derive(Default)]\npub struct Memory<'a> {\n    /// "
           "Nothing.\n"
           "    pub none: core::marker::PhantomData<&'a mut ()>,\n}\n";
  return text +
         "\n/// The memory that the application lends, at least as large and aligned as the constants say.\n"
         "pub struct Memory<'a> {\n" +
         fields + "}\n";
}

std::string state_type(const RustContext& c) {
  if (c.face.persistent.empty()) return "";
  return R"(
/// A saved state. Its bytes hold no addresses: they may be restored later, elsewhere, on another machine.
#[derive(Clone)]
pub struct State([u8; STATE_BYTES]);

impl State {
    /// The place for a state; [`Model::save`] fills it in.
    pub const fn new() -> Self {
        State([0; STATE_BYTES])
    }

    /// The bytes, for a card or a flash.
    pub fn as_bytes(&self) -> &[u8; STATE_BYTES] {
        &self.0
    }

    /// A state from its bytes.
    ///
    /// # Safety
    /// The bytes must come from [`State::as_bytes`] of a saved state: operators read counts from them.
    pub unsafe fn from_bytes(bytes: &[u8; STATE_BYTES]) -> Self {
        State(*bytes)
    }
}

impl Default for State {
    fn default() -> Self {
        Self::new()
    }
}
)";
}

// The constants that a program may carry.
std::string data_functions(const RustContext& c) {
  std::string text;
  for (const InterfacePool* p : pointer_pools(c.face))
    if (p->bytes > 0)
      text += "\n/// The bytes of `" + p->file +
              "`, for programs that carry them; otherwise they are not linked.\n" + "pub fn " + p->member +
              "_data() -> &'static [u8; " + short_macro(c, p->macro) +
              "_BYTES] {\n    unsafe { &ffi::" + p->symbol + " }\n}\n";
  return text;
}

}  // namespace

std::string rust_name(const std::string& name) {
  static const std::set<std::string> keywords = {
      "as",       "async",    "await",  "become",  "box",    "break",   "const", "continue", "do",
      "dyn",      "else",     "enum",   "extern",  "false",  "final",   "fn",    "for",      "gen",
      "if",       "impl",     "in",     "let",     "loop",   "macro",   "match", "mod",      "move",
      "mut",      "pub",      "ref",    "return",  "static", "struct",  "trait", "true",     "try",
      "type",     "union",    "unsafe", "unsized", "use",    "virtual", "where", "while",    "yield",
      "abstract", "override", "priv",   "typeof"};
  if (name == "self" || name == "super" || name == "crate") return name + "_";
  return keywords.contains(name) ? "r#" + name : name;
}

std::string rust_type(const std::string& c_type) {
  if (c_type == "float") return "f32";
  if (c_type == "double") return "f64";
  const std::string bits = c_type.substr(c_type.find_first_of("0123456789"));
  return (c_type[0] == 'u' ? "u" : "i") + bits.substr(0, bits.find('_'));
}

std::string short_macro(const RustContext& c, const std::string& macro) {
  return macro.substr(c.face.prefix.size());
}

std::string array_type(const RustContext& c, const InterfaceTensor& t) {
  return "[" + rust_type(t.c_type) + "; " + short_macro(c, t.macro) + "_COUNT]";
}

std::string quoted_name(const std::string& name) {
  std::string text = c_comment(name);
  std::ranges::replace(text, '`', '\'');
  return "`" + text + "`";
}

RustContext rust_context(const CompiledNetwork& network) {
  RustContext c{*network.program, interface_of(*network.program, *network.options), {}};
  std::set<std::string> taken = {"Input", "Inputs", "Output", "Outputs", "Memory", "Model", "State", "Error"};
  for (const InterfacePool* p : lent_pools(c.face))
    c.buffer_types.push_back(p->by_pointer ? "" : unique(camel(p->member), taken));
  c.waits = may_wait(c.program);
  return c;
}

std::vector<InterfaceTensor> outside_scratch(const std::vector<InterfaceTensor>& tensors) {
  std::vector<InterfaceTensor> all;
  std::ranges::copy_if(tensors, std::back_inserter(all), [](const auto& t) { return !t.in_scratch; });
  return all;
}

std::string rust_constants(const RustContext& c) {
  std::string text;
  for (const InterfaceTensor& t : c.face.inputs) text += tensor_constants(c, t, true);
  for (const InterfaceTensor& t : c.face.outputs) text += tensor_constants(c, t, false);
  for (const InterfacePool* p : lent_pools(c.face)) text += pool_constants(c, *p);
  text += "\n/// Multiply-accumulates of one run.\n" + constant("MACS", "u64", decimal(c.program.macs()));
  if (c.face.stack_bytes)
    text += "/// Stack of a run in C: worst case at `-O2`. The methods here add a few words.\n" +
            constant("STACK_BYTES", "usize", decimal(*c.face.stack_bytes));
  if (!c.face.persistent.empty()) {
    std::string bytes = "16";
    for (const InterfacePool& p : c.face.persistent) bytes += " + " + short_macro(c, p.macro) + "_BYTES";
    text += "/// Bytes of a saved state.\n" + constant("STATE_BYTES", "usize", bytes);
  }
  if (const RowStream* const stream = row_stream(c.program)) {
    const std::string name = short_macro(c, c.face.inputs[0].macro);
    const int32_t element = c.face.inputs[0].bytes / c.face.inputs[0].count;
    text += "/// Rows of the input, for [`Model::push_rows`].\n" +
            constant(name + "_ROWS", "usize", decimal(stream->height)) + "/// Elements of a row.\n" +
            constant(name + "_ROW_COUNT", "usize", decimal(stream->row_bytes / element));
  }
  if (const HopFacts& hop = c.program.hop; hop.frames > 0)
    text += "/// Frames of the window.\n" + constant("WINDOW_FRAMES", "usize", decimal(hop.window)) +
            "/// New frames of each push.\n" + constant("HOP_FRAMES", "usize", decimal(hop.frames));
  return text;
}

std::string rust_structs(const RustContext& c) {
  return side_structs(c, c.face.inputs, true) + side_structs(c, c.face.outputs, false) + buffers(c) +
         state_type(c) + data_functions(c);
}

std::string rust_foreign(const RustContext& c) {
  std::string memory, inputs, outputs, functions;
  for (const InterfacePool& p : c.face.scratch)
    memory += "        pub " + p.member + ": *mut u8,\n        pub " + p.member + "_bytes: usize,\n";
  for (const InterfacePool& p : c.face.persistent)
    memory += "        pub " + p.member + ": *mut u8,\n        pub " + p.member + "_bytes: usize,\n";
  for (const InterfacePool* p : pointer_pools(c.face))
    memory += "        pub " + p->member + ": *const u8,\n        pub " + p->member + "_bytes: usize,\n";
  for (const InterfaceTensor& t : outside_scratch(c.face.inputs))
    inputs += "        pub " + rust_name(t.identifier) + ": *const " + rust_type(t.c_type) + ",\n";
  for (const InterfaceTensor& t : outside_scratch(c.face.outputs))
    outputs += "        pub " + rust_name(t.identifier) + ": *mut " + rust_type(t.c_type) + ",\n";
  const auto add = [&](const std::string& name, const std::string& more) {
    functions +=
        "        pub fn " + c.face.name + "_" + name + "(memory: *const Memory" + more + ") -> i32;\n";
  };
  add("run_ref", ", inputs: *const Inputs, outputs: *const Outputs");
  if (!c.face.persistent.empty()) {
    add("reset", "");
    add("save", ", state: *mut u8, bytes: usize");
    add("restore", ", state: *const u8, bytes: usize");
  }
  if (!pointer_pools(c.face).empty()) add("check_constants", ", fault: *mut u8");
  if (row_stream(c.program)) {
    add("begin", "");
    add("push_rows", ", rows: *const u8, count: i32");
    add("finish_ref", ", outputs: *const Outputs");
  }
  if (c.program.hop.frames > 0 && c.waits) add("missing", "");
  std::string data;
  for (const InterfacePool* p : pointer_pools(c.face))
    if (p->bytes > 0)
      data += "        pub static " + p->symbol + ": [u8; super::" + short_macro(c, p->macro) + "_BYTES];\n";
  const std::string unused = "        pub unused: u8,\n";
  return "\n#[allow(non_upper_case_globals)]\nmod ffi {\n    #[repr(C)]\n    pub struct Memory {\n" + memory +
         "    }\n    #[repr(C)]\n    pub struct Inputs {\n" + (inputs.empty() ? unused : inputs) +
         "    }\n    #[repr(C)]\n    pub struct Outputs {\n" + (outputs.empty() ? unused : outputs) +
         "    }\n    extern \"C\" {\n" + functions + data + "    }\n}\n";
}

}  // namespace nookc
