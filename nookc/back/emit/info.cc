#include <algorithm>

#include "nookc/back/emit/c_text.h"
#include "nookc/back/emit/parts.h"
#include "nookc/core/identifier.h"

namespace nookc {
namespace {

// The index of a scratch tensor's pool in the descriptor, where the scratch pools come first.
size_t pool_index(const Interface& face, const InterfaceTensor& t) {
  size_t i = 0;
  while (face.scratch[i].pool != t.pool) ++i;
  return i;
}

// Uses the header's macros where they exist, so that descriptor and header can't disagree.
std::string tensor(const EmitContext& c, const InterfaceTensor& t) {
  const Tensor& tensor = c.program.graph[t.id];
  const bool quantized = tensor.scales.size() == 1;
  return "  {" + c_string(t.name) + ", (nook_element_type)" + std::to_string(static_cast<int>(tensor.type)) +
         ", " + t.macro + "_RANK, (const int32_t[])" + t.macro + "_SHAPE,\n   " + t.macro + "_BYTES, " +
         t.macro + "_ALIGN, " +
         (quantized ? "1, " + t.macro + "_SCALE, " + t.macro + "_ZERO_POINT" : std::string("0, 0, 0")) +
         ", " +
         (t.in_scratch ? std::to_string(pool_index(c.face, t)) + ", " + t.macro + "_SCRATCH_OFFSET"
                       : std::string("-1, -1")) +
         "},\n";
}

std::string tensors(const EmitContext& c, const std::vector<InterfaceTensor>& all,
                    const std::string& symbol) {
  std::string text = "\nstatic const nook_tensor_info " + symbol + "[] = {\n";
  for (const InterfaceTensor& t : all) text += tensor(c, t);
  return text + "};\n";
}

std::string pools(const EmitContext& c) {
  const Interface& face = c.face;
  std::string text = "\nstatic const nook_pool_info pools[] = {\n";
  for (const InterfacePool& p : face.scratch)
    text += "  {\"scratch\", " + c_string(p.pool) + ", " + p.macro + "_BYTES, " + p.macro + "_ALIGN},\n";
  if (face.persistent.empty())
    text += "  {\"persistent\", " + c_string(face.scratch[0].pool) + ", " + face.prefix + "PERSISTENT_" +
            upper(face.scratch[0].pool) + "_BYTES, 1},\n";
  for (const InterfacePool& p : face.persistent)
    text += "  {\"persistent\", " + c_string(p.pool) + ", " + p.macro + "_BYTES, " + p.macro + "_ALIGN},\n";
  for (const InterfacePool& p : face.constant)
    text += "  {" + c_string(p.by_pointer ? "constant by pointer" : "constant") + ", " + c_string(p.pool) +
            ", " + p.macro + "_BYTES, " + std::to_string(p.alignment) + "},\n";
  return text + "};\n";
}

}  // namespace

std::string emit_info(const EmitContext& c) {
  const Interface& face = c.face;
  std::string text =
      head_of_part(c, "The facts of " + face.name + " as data.") + "#include \"" + face.name + ".h\"\n";
  // The importer refuses models without inputs or outputs, so no array is empty.
  text += tensors(c, face.inputs, "inputs") + tensors(c, face.outputs, "outputs") + pools(c);
  text += "\nconst nook_model_info " + face.name + "_info = {\n  " + c_string(face.name) + ", " +
          c_string(c.options.provenance.version) + ", " + c_string(face.model_file) + ",\n  " +
          c_string(c.program.model_sha256) + ",\n  " + c_string(c.program.target->name) + ", " + face.prefix +
          "MACS, " + (face.stack_bytes ? face.prefix + "STACK_BYTES" : std::string("-1")) + ", " +
          std::to_string(c.program.calls.size()) + ",\n  " + face.prefix + "INPUTS, " + face.prefix +
          "OUTPUTS, " +
          std::to_string(face.scratch.size() + std::max<size_t>(1, face.persistent.size()) +
                         face.constant.size()) +
          ",\n  inputs, outputs, pools\n};\n";
  return text;
}

}  // namespace nookc
