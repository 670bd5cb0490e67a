#include "nookc/back/emit/managed.h"

#include <algorithm>
#include <map>
#include <set>

#include "nook/managed/ops/compiled_operator.h"
#include "nookc/back/emit/c_text.h"
#include "nookc/back/emit/kernel_call.h"
#include "nookc/back/emit/params.h"
#include "nookc/back/emit/parts.h"
#include "nookc/back/interface/image.h"
#include "nookc/core/identifier.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

constexpr const char* kSpace = "nook::managed::";

// The element type of a managed tensor; bytes for types that managed tensors lack.
std::string managed_type(nook::DType type) {
  static const std::map<nook::DType, std::string> kTypes = {
      {nook::DType::kS8, "i8"},   {nook::DType::kU8, "u8"},   {nook::DType::kS16, "i16"},
      {nook::DType::kU16, "u16"}, {nook::DType::kS32, "i32"}, {nook::DType::kU32, "u32"},
      {nook::DType::kF32, "flt"}};
  const auto found = kTypes.find(type);
  return found == kTypes.end() ? "u8" : found->second;
}

// The dimensions of a managed tensor; a single one if there are more than four or if managed tensors lack the
// type.
std::string dims(const Tensor& tensor) {
  const bool bytes = managed_type(tensor.type) == "u8";
  if (bytes && nook::size_of(tensor.type) != 1) return decimal(tensor.bytes());
  if (tensor.shape.rank > 4) return decimal(tensor.shape.elements());
  std::string text;
  for (int i = 0; i < tensor.shape.rank; ++i) text += (i ? ", " : "") + decimal(tensor.shape.dim[i]);
  return text;
}
std::string managed_shape(const Tensor& tensor) { return "TensorShape(" + dims(tensor) + ")"; }

// Names that a generated class or its bases already use, and words in the code of its members.
std::set<std::string> taken_names(const std::string& class_name) {
  return {class_name,    "check",     "compute", "eval",     "expect",        "fail",          "inputs",
          "names_in",    "names_out", "outputs", "scratch",  "scratch_bytes", "scratch_place", "set_inputs",
          "set_outputs", "i8",        "u8",      "i16",      "u16",           "i32",           "u32",
          "flt",         "size_t",    "uint8_t", "uint16_t", "uint32_t",      "int32_t"};
}

class Managed {
 public:
  Managed(const EmitContext& c, const ManagedLayout& layout) : c_(c), p_(c.program), layout_(layout) {
    std::set<std::string> taken = taken_names(class_name());
    for (const InterfacePool* p : lent())
      for (const std::string& name : {constants_of(*p), "set_" + constants_of(*p), constants_of(*p) + "_"})
        taken.insert(name);
    for (const InterfaceTensor& t : c.face.inputs) in_.push_back(unique(t.identifier, taken));
    for (const InterfaceTensor& t : c.face.outputs) out_.push_back(unique(t.identifier, taken));
  }

  std::string header() const {
    const std::string guard = c_.face.prefix + "MODEL_H_", name = class_name();
    std::string text = head_without_memory(
        c_, "The network " + c_.face.name + " as managed tensors, see docs/managed-tensors.md.");
    text += "#ifndef " + guard + "\n#define " + guard + "\n\n#include \"nook/managed/managed.h\"\n" +
            "#include \"nook/managed/ops/compiled_operator.h\"\n\n" + usage() + "class " + name +
            " : public " + kSpace + "ModelInterface<" + decimal(static_cast<int64_t>(in_.size())) + ", " +
            decimal(static_cast<int64_t>(out_.size())) + ", " + name + "> {\n public:\n" +
            names("names_in", in_) + names("names_out", out_) + "\n" + sizes();
    for (size_t i = 0; i < in_.size(); ++i) text += facts(in_[i], c_.face.inputs[i]);
    for (size_t i = 0; i < out_.size(); ++i) text += facts(out_[i], c_.face.outputs[i]);
    for (const InterfacePool* p : lent()) text += lent_constants(*p);
    text += "\n  " + name +
            "();\n\n protected:\n  bool check() override;\n  void compute() override;\n\n private:\n";
    if (!lent().empty()) text += "  bool make_constants();\n";
    for (const InterfacePool* p : lent()) text += "  const uint8_t* " + constants_of(*p) + "_ = nullptr;\n";
    const size_t constants = count_constants();
    if (constants > 0)
      text += "  " + std::string(kSpace) + "Tensor constants_[" + decimal(static_cast<int64_t>(constants)) +
              "];\n";
    for (size_t i = 0; i < p_.calls.size(); ++i)
      text += "  " + std::string(kSpace) + "CompiledOperator<" +
              decimal(static_cast<int64_t>(p_.calls[i].in.size())) + ", " +
              decimal(static_cast<int64_t>(p_.calls[i].out.size())) + "> op" +
              decimal(static_cast<int64_t>(i)) + "_;\n";
    return text + "};\n\n#endif\n";
  }

  std::string source() const {
    const std::string& n = c_.face.name;
    std::string text = head_of_part(c_, "The tensors of " + n + " and the calls of its kernels.");
    text += "#include \"" + n + "_model.h\"\n\n#include \"" + n + "_arguments.h\"\n" + include_constants(c_);
    text += "\nusing namespace nook::managed;\n\n" + constructor() + "\n" + set_constants() + check() +
            "\nvoid " + class_name() + "::compute() {\n" + bindings();
    if (!lent().empty())
      text += "  if (!make_constants()) return fail();  // new ones may have been lent since check()\n";
    for (size_t i = 0; i < p_.calls.size(); ++i) text += call(i);
    return text + "}\n";
  }

  std::string arguments_header() const {
    const std::string guard = c_.face.prefix + "ARGUMENTS_H_";
    std::string text = head_of_part(c_, "What the kernels of " + c_.face.name + " are called with.");
    text += "#ifndef " + guard + "\n#define " + guard + "\n\n";
    text += include_kernels(p_) + "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
    for (size_t i = 0; i < p_.calls.size(); ++i)
      text += "extern const " + p_.calls[i].params_type + " " + argument(i) + ";\n";
    return text + "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
  }

  File arguments_source() const {
    std::string params;
    bool math = false;
    for (size_t i = 0; i < p_.calls.size(); ++i) {
      params += "\n/* " + c_comment(operator_label(p_, p_.calls[i])) + " */\n";
      params += print_params(p_.calls[i], argument(i), c_.face.prefix, &math, Linkage::kExternal);
    }
    const std::string& n = c_.face.name;
    std::string text = head_of_part(c_, "What the kernels of " + n + " are called with.");
    if (math) text += "#include <math.h>\n\n";
    text += "#include \"" + n + "_arguments.h\"\n" + include_constants(c_);
    return {n + "_arguments.c", text + params, math};
  }

 private:
  std::string class_name() const { return c_.face.name + "_model"; }
  std::string argument(size_t i) const { return c_.face.name + "_op" + decimal(static_cast<int64_t>(i)); }

  // The largest number of tensors that are live at the same time.
  int64_t most_tensors() const {
    int64_t most = 0;
    for (size_t step = 1; step <= p_.calls.size(); ++step) {
      int64_t count = 0;
      for (const Planned& b : p_.buffers)
        count += b.tensor != TensorId::kNone && b.buffer.first <= static_cast<int32_t>(step) &&
                 static_cast<int32_t>(step) <= b.buffer.last;
      most = std::max(most, count);
    }
    return most;
  }

  // The constant pools whose memory the application lends.
  std::vector<const InterfacePool*> lent() const {
    std::vector<const InterfacePool*> all;
    for (const InterfacePool* p : pointer_pools(c_.face))
      if (p->bytes > 0) all.push_back(p);
    return all;
  }
  static std::string constants_of(const InterfacePool& pool) { return pool.pool + "_constants"; }
  // The lent pool of a constant; null if the constant is part of the program.
  const InterfacePool* lent_pool(size_t constant) const {
    const InterfacePool& pool = c_.face.constant[static_cast<size_t>(p_.constants[constant].pool)];
    return pool.by_pointer ? &pool : nullptr;
  }

  std::string lent_constants(const InterfacePool& pool) const {
    const std::string name = constants_of(pool);
    return "\n  /* The constants in " + pool.pool + ", which the application lends: those of\n   * " +
           pool.file +
           ", or those of the network trained again. New ones may be lent between\n   * two "
           "evaluations. "
           "They are not read before eval(); compare crc32_of() of them. False, after an\n   * error: they "
           "are "
           "missing, too few or misaligned. */\n  struct " +
           name + " {\n    static constexpr size_t bytes = " + decimal(pool.bytes) +
           ", align = " + decimal(pool.alignment) +
           ";\n    static constexpr uint32_t crc32 = " + c_hex(pool.crc32) + ";\n  };\n  bool set_" + name +
           "(const void* constants, size_t bytes);\n";
  }

  std::string set_constants() const {
    std::string text;
    for (const InterfacePool* p : lent()) {
      const std::string name = constants_of(*p);
      text += "bool " + class_name() + "::set_" + name +
              "(const void* constants, size_t bytes) {\n  if (!lend_constants(&" + name +
              "_, constants, bytes, " + name + "::bytes, " + name + "::align)) return false;\n";
      for (size_t i = 0; i < p_.constants.size(); ++i)
        if (!is_empty(i) && lent_pool(i) == p)
          text += "  constants_[" + decimal(static_cast<int64_t>(constant_number(i))) + "].reset();\n";
      text += "  return true;\n}\n\n";
    }
    return text;
  }

  bool is_empty(size_t constant) const { return p_.constants[constant].bytes->empty(); }
  size_t count_constants() const {
    size_t count = 0;
    for (size_t i = 0; i < p_.constants.size(); ++i) count += is_empty(i) ? 0 : 1;
    return count;
  }
  // The index in constants_[].
  size_t constant_number(size_t constant) const {
    size_t at = 0;
    for (size_t i = 0; i < constant; ++i) at += is_empty(i) ? 0 : 1;
    return at;
  }

  std::string usage() const {
    std::string in, out;
    for (const std::string& n : in_)
      in += (in.empty() ? "" : ", ") + ("{" + class_name() + "::" + n + ", " + n + "}");
    for (const std::string& n : out_)
      out += (out.empty() ? "" : ", ") + ("{" + class_name() + "::" + n + ", " + n + "}");
    return "/* " + class_name() + " net;\n * net.set_inputs({" + in + "}).set_outputs({" + out +
           "}).eval();\n * Construct it after the context's allocators and destroy it before them. */\n";
  }

  static std::string names(const std::string& type, const std::vector<std::string>& list) {
    std::string all;
    for (const std::string& n : list) all += (all.empty() ? " " : ", ") + n;
    return "  enum " + type + " : uint8_t {" + all + " };\n";
  }

  std::string sizes() const {
    const bool wide = static_cast<size_t>(layout_.bytes) > ManagedLayout::Arena::kMostBytes;
    std::string text =
        "  /* With this arena as RAM allocator, " + decimal(layout_.bytes) +
        " bytes are enough for the tensors between the operators, and\n   * none of them ever "
        "moves: each goes to its place in the compiler's plan. No plan needs less than\n   * " +
        decimal(layout_.lower_bound) +
        ". An arena of another kind, or with other tensors in it, "
        "moves them when it must. */\n";
    text += "  using RamArena = " + std::string(kSpace) + "CircularArenaAllocator<" +
            (wide ? "uint32_t" : "uint16_t") +
            ", 16>;\n  static constexpr size_t kRamBytes = " + decimal(layout_.bytes) + ";\n";
    text +=
        "  /* The metadata allocator: the objects of these tensors, and of the inputs and "
        "outputs if "
        "they are\n   * BufferTensors in it. */\n  using MetadataArena = " +
        std::string(kSpace) +
        "CircularArenaAllocator<>;\n  static constexpr size_t kMetadataBytes =\n      " +
        decimal(static_cast<int64_t>(count_constants())) + " * MetadataArena::block_bytes(sizeof(" + kSpace +
        "RomTensor)) +\n      " + decimal(most_tensors()) + " * MetadataArena::block_bytes(sizeof(" + kSpace +
        "RamTensor)) +\n      " + decimal(static_cast<int64_t>(in_.size() + out_.size())) +
        " * MetadataArena::block_bytes(sizeof(" + kSpace + "BufferTensor));\n";
    return text;
  }

  std::string facts(const std::string& name, const InterfaceTensor& t) const {
    const Tensor& tensor = p_.graph[t.id];
    std::string text = "\n  /* " + c_comment(t.name) + " */\n  struct " + name + "_facts {\n";
    text += "    static constexpr " + std::string(kSpace) + "ttype type = " + kSpace +
            managed_type(tensor.type) + ";\n";
    text += "    static constexpr " + std::string(kSpace) + "TensorShape shape() { return {" + dims(tensor) +
            "}; }\n";
    if (tensor.scales.size() == 1)
      text += "    static constexpr float scale = " + c_literal(tensor.scales[0]) +
              ";\n    static constexpr int32_t zero_point = " + c_literal(tensor.zero_point) + ";\n";
    return text + "  };\n";
  }

  std::string constructor() const {
    std::string text = class_name() + "::" + class_name() + "()";
    for (size_t i = 0; i < p_.calls.size(); ++i) {
      const Call& call = p_.calls[i];
      text += std::string(i == 0 ? "\n    : " : ",\n      ") + "op" + decimal(static_cast<int64_t>(i)) +
              "_(&" + argument(i) + ", ";
      const nook::Signature& signature = op_row(call).signature;
      const std::string symbol = call.op.symbol;
      const std::string inputs = decimal(static_cast<int64_t>(handed_operands(call).size()));
      if (signature.many_inputs()) {
        text += "call_list_kernel<" + symbol + ", " + call.params_type + ">";
      } else if (signature.many_results()) {
        text += "call_kernel_of_list<" + symbol + ", " + inputs + ">";
      } else {
        text += "call_kernel<" + symbol + ", " + inputs + ", " +
                decimal(static_cast<int64_t>(call.out.size())) + ">";
      }
      if (call.op.scratch > 0) text += ", " + decimal(call.op.scratch) + ", " + decimal(scratch_place(i));
      text += ")";
    }
    return text + " {}\n";
  }

  int32_t scratch_place(size_t call) const {
    for (size_t b = 0; b < p_.buffers.size(); ++b)
      if (p_.buffers[b].tensor == TensorId::kNone &&
          p_.buffers[b].buffer.first == static_cast<int32_t>(call) + 1)
        return layout_.places[b];
    return 0;
  }

  std::string check() const {
    std::string all;
    const auto add = [&](const std::string& condition) {
      all += (all.empty() ? "" : " &&\n         ") + condition;
    };
    const auto expect = [&](const char* map, const std::string& name, const InterfaceTensor& t) {
      const Tensor& tensor = p_.graph[t.id];
      add("expect(*" + std::string(map) + "[" + name + "].tensor(), " + managed_shape(tensor) + ", " +
          managed_type(tensor.type) + ")");
    };
    for (size_t i = 0; i < in_.size(); ++i) expect("inputs", in_[i], c_.face.inputs[i]);
    for (size_t i = 0; i < out_.size(); ++i) expect("outputs", out_[i], c_.face.outputs[i]);
    if (!lent().empty()) {
      add("make_constants()");
      return "bool " + class_name() + "::make_constants() {\n  return " + make_constants() + ";\n}\n\nbool " +
             class_name() + "::check() {\n  return " + all + ";\n}\n";
    }
    if (count_constants() > 0) add(make_constants());
    return "bool " + class_name() + "::check() {\n  return " + (all.empty() ? "true" : all) + ";\n}\n";
  }

  std::string make_constants() const {
    std::string all;
    const auto add = [&](const std::string& condition) {
      all += (all.empty() ? "" : " &&\n         ") + condition;
    };
    for (const InterfacePool* p : lent()) add("are_lent(" + constants_of(*p) + "_)");
    for (size_t i = 0; i < p_.constants.size(); ++i) {
      if (is_empty(i)) continue;
      Tensor shaped;
      shaped.type = p_.constants[i].type, shaped.shape = p_.constants[i].shape;
      const InterfacePool* const pool = lent_pool(i);
      const std::string elements =
          pool ? constants_of(*pool) + "_ + " + decimal(p_.constants[i].offset) : constant_symbol(c_, i);
      add("make_constant(&constants_[" + decimal(static_cast<int64_t>(constant_number(i))) + "], " +
          managed_shape(shaped) + ", " + managed_type(shaped.type) + ", " + elements + ")");
    }
    return all;
  }

  std::string bindings() const {
    std::string text;
    for (const std::string& n : in_) text += "  Tensor& in_" + n + " = inputs[" + n + "].tensor();\n";
    for (const std::string& n : out_) text += "  Tensor& out_" + n + " = outputs[" + n + "].tensor();\n";
    // Silences unused parameters: some models never read an input.
    for (const std::string& n : in_) text += "  (void)in_" + n + ";\n";
    for (const std::string& n : out_) text += "  (void)out_" + n + ";\n";
    return text;
  }

  std::string tensor_name(int32_t buffer) const {
    return "t" + decimal(buffer) + "_" + identifier(p_.buffers[static_cast<size_t>(buffer)].name, "unnamed");
  }

  std::string operand(const Location& at, TensorId t) const {
    switch (at.kind) {
      case Location::Kind::kConstant:
        return "constants_[" + decimal(static_cast<int64_t>(constant_number(static_cast<size_t>(at.index)))) +
               "]";
      case Location::Kind::kInput:
        return "in_" + in_[static_cast<size_t>(at.index)];
      case Location::Kind::kOutput:
        return "out_" + out_[static_cast<size_t>(at.index)];
      default:
        return tensor_name(layout_.buffer_of[index(t)]);
    }
  }

  // Tensors are created before the call that writes them and released after the last that reads them.
  std::string call(size_t i) const {
    const Call& call = p_.calls[i];
    const int32_t step = static_cast<int32_t>(i) + 1;
    const std::string op = "op" + decimal(static_cast<int64_t>(i)) + "_";
    std::string text = "\n  // " + c_comment(operator_label(p_, call)) + "\n";
    for (size_t b = 0; b < p_.buffers.size(); ++b) {
      const Planned& planned = p_.buffers[b];
      if (planned.tensor == TensorId::kNone || planned.buffer.first != step) continue;
      const Tensor& tensor = p_.graph[planned.tensor];
      const std::string name = tensor_name(static_cast<int32_t>(b));
      text += "  Tensor " + name + " = new RamTensor(" + managed_shape(tensor) + ", " +
              managed_type(tensor.type) + ", " + decimal(layout_.places[b]) + ");\n  if (!" + name +
              ") return fail();\n";
    }
    std::string in, out;
    int64_t argument = 0;
    for (const size_t k : handed_operands(call)) {
      if (call.in[k].kind != Location::Kind::kNone && !is_null(call.in[k]))
        in += (in.empty() ? "{" : ", {") + decimal(argument) + ", " +
              operand(call.in[k], call.in_tensors[k]) + "}";
      ++argument;
    }
    for (size_t k = 0; k < call.out.size(); ++k)
      out += (out.empty() ? "{" : ", {") + decimal(static_cast<int64_t>(k)) + ", " +
             operand(call.out[k], call.out_tensors[k]) + "}";
    text += "  " + op + ".set_inputs({" + in + "});\n  " + op + ".set_outputs({" + out + "});\n  if (!" + op +
            ".eval()) return fail();\n";
    for (size_t b = 0; b < p_.buffers.size(); ++b)
      if (p_.buffers[b].tensor != TensorId::kNone && p_.buffers[b].buffer.last == step)
        text += "  " + tensor_name(static_cast<int32_t>(b)) + ".reset();\n";
    return text;
  }
  bool is_null(const Location& at) const {
    return at.kind == Location::Kind::kConstant && is_empty(static_cast<size_t>(at.index));
  }

  const EmitContext& c_;
  const Program& p_;
  const ManagedLayout& layout_;
  std::vector<std::string> in_, out_;
};

}  // namespace

Result<Files> emit_managed(const Program& program, const EmitOptions& options, const ManagedLayout& layout) {
  if (const Status fine = check_emit(program, options); !fine) return fine.diag();
  if (!program.kept.empty())
    return Diag{Exit::kUnsupported, "N3012",
                program.graph.file + ": '" + first_name(program.kept[0].name) + "'",
                "managed tensors keep no state between inferences",
                "the C interface and the interpreter do: leave out --format managed"};
  for (const Call& call : program.calls)
    if (call.in.size() > nook::managed::kMostOperands)
      return Diag{Exit::kUnsupported, "N3018",
                  program.graph.file + ": " + describe(program.graph, program.graph.nodes[index(call.node)]),
                  "an operator on managed tensors has too many inputs: need at most " +
                      decimal(static_cast<int64_t>(nook::managed::kMostOperands)) + ", have " +
                      decimal(static_cast<int64_t>(call.in.size())),
                  "the C interface has no such limit: leave out --format managed"};
  EmitContext c{program, options, interface_of(program, options), options.name + "_model.h"};
  c.constants_digest = digest_of_constants(c);
  const Managed managed(c, layout);
  const std::string& n = options.name;
  Files files{{n + "_model.h", managed.header()},
              {n + "_model.cc", managed.source()},
              {n + "_arguments.h", managed.arguments_header()},
              managed.arguments_source(),
              {n + "_constants.h", emit_constants_header(c)},
              emit_constants_source(c)};
  for (size_t i = 0; i < c.face.constant.size(); ++i)
    if (c.face.constant[i].by_pointer && c.face.constant[i].bytes > 0)
      files.push_back({c.face.constant[i].file, image_of(program, i)});
  return files;
}

}  // namespace nookc
