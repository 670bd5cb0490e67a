#include "nookc/back/package/rust_source.h"

#include <string_view>

#include "nookc/back/package/package.h"
#include "nookc/back/package/rust_parts.h"
#include "nookc/core/text.h"
#include "nookc/middle/lower/row_stage.h"

namespace nookc {
namespace {

int32_t element_bytes(const InterfaceTensor& t) { return t.bytes / t.count; }

// A method; `body` are its lines.
std::string method(const std::string& says, const std::string& head, const std::vector<std::string>& body) {
  std::string text;
  for (const std::string& line : split_text(says, '\n')) text += "    /// " + line + "\n";
  text += "    " + head + " {\n";
  for (const std::string& line : body) text += "        " + line + "\n";
  return text + "    }\n";
}

// Pointers to the buffers of one side, as ffi::Inputs or ffi::Outputs.
std::string pointers(const RustContext& c, bool input, const std::string& from) {
  std::vector<std::string> fields;
  for (const InterfaceTensor& t : outside_scratch(input ? c.face.inputs : c.face.outputs)) {
    const std::string name = rust_name(t.identifier);
    fields.push_back(name + ": " + from + "." + name + (input ? ".as_ptr()" : ".as_mut_ptr()"));
  }
  return "ffi::" + std::string(input ? "Inputs" : "Outputs") + " { " +
         (fields.empty() ? "unused: 0" : join_text(fields)) + " }";
}

// Checks of references whose elements need a larger alignment than Rust gives them.
std::vector<std::string> alignment_checks(const RustContext& c, bool input, const std::string& from) {
  std::vector<std::string> lines;
  for (const InterfaceTensor& t : outside_scratch(input ? c.face.inputs : c.face.outputs))
    if (t.alignment > element_bytes(t))
      lines.push_back("aligned(\"" + t.identifier + "\", " + from + "." + rust_name(t.identifier) +
                      ".as_ptr(), " + short_macro(c, t.macro) + "_ALIGN)?;");
  return lines;
}

std::vector<std::string> operator+(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::string run_methods(const RustContext& c) {
  const bool in = !outside_scratch(c.face.inputs).empty(), out = !outside_scratch(c.face.outputs).empty();
  const std::string fails =
      std::string(c.waits ? "\n[`Error::NotReady`]: the network needs more runs for its next result." : "");
  const std::string result = ") -> Result<(), Error>";
  const std::string call = "status(unsafe { ffi::" + c.face.name + "_run_ref(&self.lent(), &from, &to) })";
  std::string text = method("One inference." + fails,
                            "pub fn run(&mut self" + std::string(in ? ", input: &Input" : "") +
                                (out ? ", output: &mut Output" : "") + result,
                            {"let from = " + pointers(c, true, "input") + ";",
                             "let to = " + pointers(c, false, "output") + ";", call});
  if (in || out)
    text += "\n" +
            method(
                "One inference on buffers that exist already.\n[`Error::Misaligned`]: int16 elements need a "
                "multiple of 4." +
                    fails,
                "pub fn run_ref(&mut self" + std::string(in ? ", inputs: &Inputs<'_>" : "") +
                    (out ? ", outputs: &mut Outputs<'_>" : "") + result,
                alignment_checks(c, true, "inputs") + alignment_checks(c, false, "outputs") +
                    std::vector<std::string>{"let from = " + pointers(c, true, "inputs") + ";",
                                             "let to = " + pointers(c, false, "outputs") + ";", call});
  return text;
}

std::string state_methods(const RustContext& c) {
  if (c.face.persistent.empty()) return "";
  const std::string n = "ffi::" + c.face.name;
  return "\n" +
         method("Sets the state to its initial value, as [`Model::new`] did.",
                "pub fn reset(&mut self) -> Result<(), Error>",
                {"status(unsafe { " + n + "_reset(&self.lent()) })"}) +
         "\n" +
         method("Copies the state between two runs.",
                "pub fn save(&mut self, state: &mut State) -> Result<(), Error>",
                {"status(unsafe { " + n + "_save(&self.lent(), state.0.as_mut_ptr(), STATE_BYTES) })"}) +
         "\n" +
         method(
             "Continues from a saved state. [`Error::OtherState`]: it is that of another plan; nothing "
             "changed.",
             "pub fn restore(&mut self, state: &State) -> Result<(), Error>",
             {"status(unsafe { " + n + "_restore(&self.lent(), state.0.as_ptr(), STATE_BYTES) })"});
}

std::string stream_methods(const RustContext& c) {
  if (!row_stream(c.program)) return "";
  const std::string n = "ffi::" + c.face.name, row = short_macro(c, c.face.inputs[0].macro) + "_ROW_COUNT";
  const bool out = !outside_scratch(c.face.outputs).empty();
  return "\n" +
         method("Begins an input that arrives row by row; a run ends it.",
                "pub fn begin(&mut self) -> Result<(), Error>",
                {"status(unsafe { " + n + "_begin(&self.lent()) })"}) +
         "\n" +
         method(
             "The next rows, as many as you like. [`Error::BadState`]: more than are left; none was taken.",
             "pub fn push_rows(&mut self, rows: &[" + rust_type(c.face.inputs[0].c_type) +
                 "]) -> Result<(), Error>",
             {"if rows.len() % " + row + " != 0 {",
              "    return Err(Error::PartOfARow { need: " + row + ", have: rows.len() });", "}",
              "let count = i32::try_from(rows.len() / " + row + ").map_err(|_| Error::BadState)?;",
              "status(unsafe { " + n + "_push_rows(&self.lent(), rows.as_ptr() as *const u8, count) })"}) +
         "\n" +
         method("The outputs, after the last row.",
                "pub fn finish(&mut self" + std::string(out ? ", output: &mut Output" : "") +
                    ") -> Result<(), Error>",
                {"let to = " + pointers(c, false, "output") + ";",
                 "status(unsafe { " + n + "_finish_ref(&self.lent(), &to) })"});
}

std::string hop_methods(const RustContext& c) {
  if (c.program.hop.frames == 0) return "";
  const bool in = !outside_scratch(c.face.inputs).empty(), out = !outside_scratch(c.face.outputs).empty();
  std::string text =
      "\n" + method("The outputs of the window that ends with these frames; the same as [`Model::run`].",
                    "pub fn push(&mut self" + std::string(in ? ", frames: &Input" : "") +
                        (out ? ", output: &mut Output" : "") + ") -> Result<(), Error>",
                    {"self.run(" + std::string(in ? "frames" : "") + (in && out ? ", " : "") +
                     (out ? "output" : "") + ")"});
  if (c.waits)
    text += "\n" + method("Frames until the first window is full.", "pub fn missing(&mut self) -> usize",
                          {"unsafe { ffi::" + c.face.name + "_missing(&self.lent()) as usize }"});
  return text;
}

// References to the tensors in the scratch, whose sizes and alignments were checked by new().
std::string scratch_methods(const RustContext& c) {
  std::string text;
  const auto add = [&](const InterfaceTensor& t, bool input) {
    if (!t.in_scratch) return;
    const std::string array = array_type(c, t), member = "self.memory.scratch_" + t.pool;
    text += "\n" + method((input ? "An input in the scratch: write it before a run, which may write over it: "
                                 : "An output in the scratch, after a run: ") +
                              quoted_name(t.name) + ".",
                          "pub fn " + std::string(input ? "input_" : "output_") + t.identifier +
                              (input ? "(&mut self) -> &mut " : "(&self) -> &") + array,
                          {"unsafe { &" + std::string(input ? "mut " : "") + "*(" + member +
                           (input ? ".as_mut_ptr()" : ".as_ptr()") + ".add(" + decimal(t.offset) + ") as *" +
                           (input ? "mut " : "const ") + array + ") }"});
  };
  for (const InterfaceTensor& t : c.face.inputs) add(t, true);
  for (const InterfaceTensor& t : c.face.outputs) add(t, false);
  return text;
}

std::string new_method(const RustContext& c) {
  std::vector<std::string> lines;
  for (const InterfacePool* p : lent_pools(c.face)) {
    const std::string name = short_macro(c, p->macro);
    lines.push_back("suits(\"" + p->member + "\", memory." + p->member + ", " + name + "_BYTES, " + name +
                    "_ALIGN)?;");
  }
  const bool checked = !pointer_pools(c.face).empty(), kept = !c.face.persistent.empty();
  if (!checked && !kept) {
    lines.emplace_back("Ok(Model { memory })");
  } else {
    lines.emplace_back("let mut model = Model { memory };");
    if (checked)
      lines.push_back("status(unsafe { ffi::" + c.face.name +
                      "_check_constants(&model.lent(), core::ptr::null_mut()) })?;");
    if (kept) lines.emplace_back("model.reset()?;");
    lines.emplace_back("Ok(model)");
  }
  return method("Takes the memory" + std::string(checked ? ", reads the constants once to check them" : "") +
                    (kept ? ", sets the state to its initial value" : "") +
                    ".\n[`Error::TooSmall`], [`Error::Misaligned`]" +
                    (checked ? ", [`Error::BadConstants`]" : "") + ": the memory does not suffice.",
                "pub fn new(memory: Memory<'a>) -> Result<Self, Error>", lines);
}

// The memory as C takes it.
std::string lent_method(const RustContext& c) {
  std::string fields;
  const auto add = [&](const InterfacePool& p, const char* pointer, const char* null) {
    const bool empty = p.bytes == 0;
    fields += "            " + p.member + ": " + (empty ? null : "self.memory." + p.member + pointer) +
              ",\n" + "            " + p.member +
              "_bytes: " + (empty ? "0" : "self.memory." + p.member + ".len()") + ",\n";
  };
  for (const InterfacePool& p : c.face.scratch) add(p, ".as_mut_ptr()", "core::ptr::null_mut()");
  for (const InterfacePool& p : c.face.persistent) add(p, ".as_mut_ptr()", "core::ptr::null_mut()");
  for (const InterfacePool* p : pointer_pools(c.face)) add(*p, ".as_ptr()", "core::ptr::null()");
  return "\n    fn lent(&mut self) -> ffi::Memory {\n        ffi::Memory {\n" + fields + "        }\n    }\n";
}

std::string model_type(const RustContext& c) {
  return "\n/// The network with its memory.\npub struct Model<'a> {\n    " +
         std::string(lent_pools(c.face).empty() ? "#[allow(dead_code)]\n    " : "") +
         "memory: Memory<'a>,\n}\n\nimpl<'a> Model<'a> {\n" + new_method(c) + "\n" + run_methods(c) +
         hop_methods(c) + stream_methods(c) + state_methods(c) + scratch_methods(c) + lent_method(c) + "}\n";
}

// A program, which `cargo test` compiles and runs.
std::string example_text(const RustContext& c, const std::string& path) {
  const bool in = !outside_scratch(c.face.inputs).empty(), out = !outside_scratch(c.face.outputs).empty();
  const std::vector<const InterfacePool*> pools = lent_pools(c.face);
  std::string used = "Memory, Model", lines, members;
  if (in) used += ", Input";
  if (out) used += ", Output";
  if (c.waits) used += ", Error";
  for (size_t i = 0; i < pools.size(); ++i) {
    const InterfacePool& p = *pools[i];
    members += (i ? ", " : " ") + p.member + ": ";
    if (p.by_pointer) {
      members += path + "::" + p.member + "_data()";
    } else {
      used += ", " + c.buffer_types[i];
      lines += "//! let mut " + p.member + " = " + c.buffer_types[i] + "::new();\n";
      members += "&mut " + p.member + ".0";
    }
  }
  lines += "//! let mut model = Model::new(Memory {" +
           (members.empty() ? " none: core::marker::PhantomData" : members) + " })?;\n";
  if (in) lines += "//! let input = Input::new();\n";
  if (out) lines += "//! let mut output = Output::new();\n";
  const std::string run = "model.run(" + std::string(in ? "&input" : "") + (in && out ? ", " : "") +
                          (out ? "&mut output" : "") + ")";
  lines +=
      c.waits
          ? "//! match " + run +
                " {\n//!     Err(Error::NotReady) => {} // needs more runs\n//!     other => other?,\n//! }\n"
          : "//! " + run + "?;\n";
  return "//! ```\n//! use " + path + "::{" + used + "};\n//!\n" + lines + "//! # Ok::<(), " + path +
         "::Error>(())\n//! ```\n";
}

std::string uses(const RustContext& c) {
  bool aligns = false;
  for (const bool input : {true, false}) aligns |= !alignment_checks(c, input, "").empty();
  std::string text = "status";
  if (!lent_pools(c.face).empty()) text = text + ", suits";
  return "use crate::error::{" + std::string(aligns ? "aligned, " : "") + text + "};\n";
}

std::string body(const RustContext& c) {
  return rust_constants(c) + rust_structs(c) + model_type(c) + rust_foreign(c);
}

constexpr std::string_view kNoCopy =
    "//! Everything is checked by types or once, in `Model::new`; a run can't panic.\n";

}  // namespace

Status check_rust(const Program& program, const EmitOptions& options) {
  const auto refused = [](const char* option, const char* why) {
    return Diag{Exit::kUsage, "N2022", option, std::string("--format rust has no place for ") + why,
                "leave it out, or --format standalone and the C interface"};
  };
  if (options.events) return refused("--events", "its callback");
  if (options.declare_memory) return refused("--declare-memory", "memory that C declares");
  if (!program.units.empty()) return refused("--unit", "devices, which are functions in C");
  if (!program.stored.empty()) return refused("--weights-from storage", "its functions, which are in C");
  return Done{};
}

Files rust_sources(const Package& package, const std::vector<CompiledNetwork>& networks) {
  Files files{{"src/error.rs", file_of("ports/rust/error.rs").content}};
  const std::string crate = package_name(package);
  std::string lib = "//! " + package.what + ".\n//!\n", modules;
  if (networks.size() == 1) {
    const RustContext c = rust_context(networks[0]);
    lib += std::string(kNoCopy) + "//!\n" + example_text(c, crate) + "#![no_std]\n\nmod error;\n" + uses(c) +
           "pub use error::Error;\n" + body(c);
  } else {
    for (const CompiledNetwork& network : networks) {
      const RustContext c = rust_context(network);
      lib += "//! * [`" + c.face.name + "`]\n";
      modules += "pub mod " + c.face.name + ";\n";
      files.push_back({"src/" + c.face.name + ".rs",
                       "//! The network " + c.face.name + ".\n//!\n" + std::string(kNoCopy) + "//!\n" +
                           example_text(c, crate + "::" + c.face.name) + "\n" + uses(c) +
                           "pub use crate::error::Error;\n" + body(c)});
    }
    lib += "//!\n//! One scratch may serve all of them, one after the other.\n#![no_std]\n\nmod error;\n" +
           modules + "pub use error::Error;\n";
  }
  files.push_back({"src/lib.rs", lib});
  return files;
}

}  // namespace nookc
