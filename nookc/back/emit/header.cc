#include <algorithm>

#include "nookc/back/emit/c_text.h"
#include "nookc/back/emit/cores.h"
#include "nookc/back/emit/parts.h"
#include "nookc/back/emit/push.h"
#include "nookc/back/emit/saved_state.h"
#include "nookc/back/emit/stored.h"
#include "nookc/back/emit/stream.h"
#include "nookc/back/interface/weight_file.h"
#include "nookc/core/identifier.h"

namespace nookc {
namespace {

std::string define(const std::string& name, const std::string& value) {
  return "#define " + name + " " + value + "\n";
}
std::string define(const std::string& name, int64_t value) { return define(name, c_literal(value)); }

std::string memory_macros(const EmitContext& c) {
  const Interface& face = c.face;
  std::string text =
      "\n/* Memory in bytes, by role and pool. Scratch is lent: it holds nothing between two runs." +
      std::string(face.persistent.empty()
                      ? ""
                      : " Persistent\n * memory belongs to the model for as long as it lives.") +
      " */\n";
  for (const InterfacePool& p : face.scratch) {
    text += define(p.macro + "_BYTES", p.bytes) + define(p.macro + "_ALIGN", p.alignment);
    if (!p.section.empty()) text += define(p.macro + "_SECTION", c_string(p.section));
  }
  if (face.persistent.empty())
    text += define(face.prefix + "PERSISTENT_" + upper(face.scratch[0].pool) + "_BYTES", 0);
  for (const InterfacePool& p : face.persistent) {
    text += define(p.macro + "_BYTES", p.bytes) + define(p.macro + "_ALIGN", p.alignment);
    if (!p.section.empty()) text += define(p.macro + "_SECTION", c_string(p.section));
  }
  for (const InterfacePool& p : face.constant) {
    text += define(p.macro + "_BYTES", p.bytes);
    if (p.by_pointer)
      text += define(p.macro + "_ALIGN", p.alignment) + define(p.macro + "_CRC32", c_hex(p.crc32));
  }
  if (face.stack_bytes) {
    text += "\n/* Worst case of " + face.name + "_run at -O2, without the stack of an event callback" +
            (face.units.empty() ? "" : " and of devices") +
            (c.program.stored.empty() ? "" : " and of the storage") + ". */\n";
    text += define(face.prefix + "STACK_BYTES", *face.stack_bytes);
  } else {
    text += "\n/* " + face.prefix + "STACK_BYTES is " + face.no_stack + ". */\n";
  }
  text += "\n/* Multiply-accumulates of one run. */\n";
  text += define(face.prefix + "MACS", c.program.macs());
  text += define(face.prefix + "INPUTS", static_cast<int64_t>(face.inputs.size()));
  return text + define(face.prefix + "OUTPUTS", static_cast<int64_t>(face.outputs.size()));
}

// The structs of one side, one with values and one with pointers.
std::string side_structs(const Interface& face, const std::vector<InterfaceTensor>& tensors, bool input) {
  const std::string side = input ? "input" : "output";
  std::string value, ref;
  for (const InterfaceTensor& t : tensors) {
    if (t.in_scratch) continue;
    // int16 elements begin at a multiple of 4, because processors differ in their own alignment.
    const std::string aligned = t.alignment > 1 ? " NOOK_ALIGNED(" + t.macro + "_ALIGN)" : "";
    value += "  " + t.c_type + " " + t.identifier + "[" + t.macro + "_COUNT]" + aligned + ";\n";
    ref += "  " + std::string(input ? "const " : "") + t.c_type + "* " + t.identifier + "; /* [" + t.macro +
           "_COUNT] */\n";
  }
  if (value.empty()) {  // C has no empty structs
    value = "  char unused; /* every " + side + " is in the scratch */\n";
    ref = value;
  }
  return "\ntypedef struct " + face.name + "_" + side + " {\n" + value + "} " + face.name + "_" + side +
         ";\n" + "\ntypedef struct " + face.name + "_" + side + "s_ref {\n" + ref + "} " + face.name + "_" +
         side + "s_ref;\n";
}

std::string memory_struct(const EmitContext& c) {
  const Interface& face = c.face;
  std::string text = "\n/* The memory that the application lends; may be const and in flash. */\n";
  text += "typedef struct " + face.name + "_memory {\n";
  for (const InterfacePool& p : face.scratch) {
    text += "  void* " + p.member + ";        /* " + p.macro + "_BYTES, aligned to " + p.macro + "_ALIGN" +
            (p.bytes == 0 ? "; this model needs none: NULL */\n" : " */\n");
    text += "  size_t " + p.member + "_bytes; /* its size, for " + face.name + "_check(); 0: not stated */\n";
  }
  for (const InterfacePool& p : face.persistent) {
    text += "  void* " + p.member + ";        /* the state between runs: " + p.macro + "_BYTES, aligned to " +
            p.macro + "_ALIGN */\n";
    text += "  size_t " + p.member + "_bytes; /* its size, for " + face.name + "_check(); 0: not stated */\n";
  }
  for (const InterfacePool* p : pointer_pools(face)) {
    text += "  const void* " + p->member + "; /* " +
            (p->bytes == 0 ? "this model needs none: NULL */\n"
                           : "the bytes of " + p->file + ", " + p->macro + "_BYTES, aligned to " + p->macro +
                                 "_ALIGN */\n");
    text +=
        "  size_t " + p->member + "_bytes; /* its size, for " + face.name + "_check(); 0: not stated */\n";
  }
  if (!c.program.stored.empty())
    text += "  const nook_storage* storage; /* reads " + weight_file_name(face) + " */\n";
  if (c.options.events)
    text +=
        "  nook_event_fn event;        /* called before and after every operator; NULL: not called */\n"
        "  void* user;                 /* handed to it */\n";
  return text + "} " + face.name + "_memory;\n";
}

// A struct with one device for each unit other than the cpu.
std::string devices_struct(const Interface& face) {
  if (face.units.empty()) return "";
  std::string text =
      "\n/* The devices of the units other than the cpu; may be const and in flash. */\ntypedef struct " +
      face.name + "_devices {\n";
  for (const InterfaceUnit& unit : face.units)
    text += "  const nook_device* " + unit.name + "; /* from " + c_comment(unit.first_operator) + " on */\n";
  return text + "} " + face.name + "_devices;\n";
}

// Declares the reset function of models with state.
std::string reset_declaration(const EmitContext& c) {
  if (c.face.persistent.empty()) return "";
  const std::string waits =
      " A run returns NOOK_NOT_READY if an operator needs more runs for its next result; then only outputs\n"
      " * that are variable tensors of the model hold new data.";
  return named(c.face,
               "\n/* Sets the state to its initial value; call it before the first run. The bytes of the "
               "persistent\n"
               " * memory may be saved and restored between two runs, also at another address or on another\n"
               " * machine: they hold no addresses." +
                   (may_wait(c.program) ? waits : std::string()) +
                   " NOOK_NULL,\n * NOOK_MISALIGNED or NOOK_NO_MEMORY: that memory is wrong. "
                   "*/\n") +
         named(c.face, kResetSignature) + ";\n";
}

std::string functions(const Interface& face, bool stored) {
  std::string run =
      "\n/* One inference. Re-entrant with different memory; cannot fail with buffers that "
      "$_check() accepts.\n"
      " * Built with -DNOOK_CHECKED=1 it calls that first and returns its result. */\n";
  if (stored)
    run =
        "\n/* One inference. Re-entrant with different memory and storage; with buffers that $_check() "
        "accepts "
        "it\n * fails only if the storage does: NOOK_DEVICE_FAILED, after which outputs hold garbage. Built "
        "with\n"
        " * -DNOOK_CHECKED=1 it calls $_check() first and returns its result. */\n";
  if (!face.units.empty())
    run =
        "\n/* One inference. Re-entrant with different memory and devices; with buffers that $_check() "
        "accepts it\n"
        " * fails only if a device does: NOOK_DEVICE_FAILED, after which outputs hold garbage. NOOK_NULL: "
        "a device\n * or its `call` is missing. Built with -DNOOK_CHECKED=1 it calls $_check() first and "
        "returns its result. */\n";
  const std::string run_ref =
      ";\n\n/* The run without copies: every pointer is a buffer of the application. */\n";
  const std::string check =
      ";\n\n/* Whether the buffers suffice for a run: NOOK_OK, NOOK_NULL, "
      "NOOK_MISALIGNED, NOOK_NO_MEMORY or\n"
      " * NOOK_OVERLAP (two share a byte, and one of them is written) and, if `fault` is not NULL, which\n"
      " * buffer, for which operator, what it needs and has. */\n";
  const std::string info =
      ";\n\n/* All of this as data; not in the program unless it is used. */\n"
      "extern const nook_model_info $_info;\n\n"
      "/* The functions as a table with the same type for every model; not in the program unless it is used. "
      "*/\n"
      "extern const nook_model $_entry;\n";
  return named(face, run) + run_signature(face) + run_ref + run_ref_signature(face) + check +
         check_signature(face) + named(face, info);
}

// Declares the images of constants that the application passes by pointer.
std::string image_declarations(const Interface& face) {
  const std::vector<const InterfacePool*> pools = pointer_pools(face);
  if (pools.empty()) return "";
  std::string text =
      "\n/* Whether the constants that `memory` points to are those of this model: NOOK_OK, the result of " +
      face.name +
      "_check(),\n * or NOOK_BAD_CONSTANTS with the CRC-32 that was needed and found. Reads all "
      "of them: call it once after loading. */\n" +
      named(face, kCheckConstantsSignature) + ";\n";
  for (const InterfacePool* p : pools)
    if (p->bytes > 0)
      text += "/* The bytes of " + p->file + ", in " + face.name + "_" + p->pool +
              "_data.c: for programs that carry them. */\nextern const unsigned char " + p->symbol + "[" +
              p->macro + "_BYTES];\n";
  return text;
}

// Accessors for the tensors in the scratch.
std::string accessors(const EmitContext& c) {
  const Interface& face = c.face;
  std::string text;
  const auto add = [&](const InterfaceTensor& t, const std::string& side) {
    if (!t.in_scratch) return;
    text += "static inline " + t.c_type + "* " + face.name + "_" + side + "_" + t.identifier + "(const " +
            face.name + "_memory* memory) {\n  return (" + t.c_type + "*)(void*)((char*)memory->scratch_" +
            t.pool + " + " + t.macro + "_SCRATCH_OFFSET);\n}\n";
  };
  for (const InterfaceTensor& t : face.inputs) add(t, "input");
  for (const InterfaceTensor& t : face.outputs) add(t, "output");
  if (text.empty()) return text;
  return "\n/* Inputs and outputs in the scratch, [.._COUNT] elements each: write inputs before a run, which "
         "may write\n * over them, and read outputs after it. */\n" +
         text;
}

std::string assertions(const Interface& face) {
  std::string text;
  const auto add = [&](const InterfaceTensor& t, const std::string& side) {
    const std::string prefix = face.name + "_" + side + "_" + t.identifier;
    if (!t.in_scratch)
      text += "NOOK_STATIC_ASSERT(sizeof(((" + face.name + "_" + side + "*)0)->" + t.identifier +
              ") == " + t.macro + "_BYTES,\n    " + prefix + "_bytes);\n";
    text += "NOOK_STATIC_ASSERT(sizeof(" + t.macro + "_TYPE) * " + t.macro + "_COUNT == " + t.macro +
            "_BYTES,\n    " + prefix + "_count);\n";
    if (t.in_scratch) {
      const std::string scratch = face.prefix + "SCRATCH_" + upper(t.pool);
      text += "NOOK_STATIC_ASSERT(" + t.macro + "_SCRATCH_OFFSET + " + t.macro + "_BYTES <= " + scratch +
              "_BYTES,\n    " + prefix + "_inside);\n";
    }
  };
  for (const InterfaceTensor& t : face.inputs) add(t, "input");
  for (const InterfaceTensor& t : face.outputs) add(t, "output");
  return "\n/* The macros and the structs agree. */\n" + text;
}

bool is_input(const EmitContext& c, const InterfaceTensor& t) {
  return std::ranges::any_of(c.face.inputs, [&](const InterfaceTensor& own) { return own.macro == t.macro; });
}

}  // namespace

std::string tensor_macros(const EmitContext& c, const InterfaceTensor& t) {
  const Tensor& tensor = c.program.graph[t.id];
  const std::string stated = stated_text(c.program, t, is_input(c, t));
  std::string text = "\n/* " + c_comment(t.name) + (stated.empty() ? "" : ": " + stated) + " */\n";
  text += define(t.macro + "_TYPE", t.c_type);
  text += define(t.macro + "_RANK", tensor.shape.rank);
  text += define(t.macro + "_SHAPE", c_shape(tensor.shape));
  text += define(t.macro + "_COUNT", t.count);
  text += define(t.macro + "_BYTES", t.bytes);
  text += define(t.macro + "_ALIGN", t.alignment);
  if (tensor.scales.size() == 1) {
    text += define(t.macro + "_SCALE", c_literal(tensor.scales[0]));
    text += define(t.macro + "_ZERO_POINT", tensor.zero_point);
  }
  if (t.in_scratch) text += define(t.macro + "_SCRATCH_OFFSET", t.offset);
  return text;
}

std::string emit_header(const EmitContext& c) {
  const Interface& face = c.face;
  const std::string guard = face.prefix + "H_";
  std::string text = head(c, "The interface of " + face.name + ", for C99 and C++.");
  text += "#ifndef " + guard + "\n#define " + guard + "\n\n#include <stddef.h>\n#include <stdint.h>\n\n";
  if (!face.units.empty()) text += "#include \"nook/device.h\"\n";
  text += "#include \"nook/model_info.h\"\n#include \"nook/nook.h\"\n#include \"nook/nook_model.h\"\n";
  if (!c.program.stored.empty()) text += "#include \"nook/storage.h\"\n";
  if (c.program.cores > 1) text += "#include \"nook/cores.h\"\n";
  for (const InterfaceTensor& t : face.inputs) text += tensor_macros(c, t);
  for (const InterfaceTensor& t : face.outputs) text += tensor_macros(c, t);
  text += memory_macros(c) + stored_macros(c);
  text += "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
  text += side_structs(face, face.inputs, true) + side_structs(face, face.outputs, false);
  text += memory_struct(c) + devices_struct(face);
  if (c.options.declare_memory)
    text += "\n/* The memory as " + face.name +
            "_memory.c declares it, in the sections of its pools. */\nextern const " + face.name +
            "_memory " + face.name + "_default_memory;\n";
  text += functions(face, !c.program.stored.empty()) + reset_declaration(c) + saved_state_declarations(c) +
          image_declarations(face) + stored_declarations(c) + core_declarations(c) + stream_declarations(c) +
          push_declarations(c) + accessors(c) + assertions(face);
  return text + "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
}

}  // namespace nookc
