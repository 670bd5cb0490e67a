#include "nookc/back/emit/run_function.h"

#include "nookc/back/emit/parts.h"

namespace nookc {

std::string members(const std::vector<InterfaceTensor>& tensors, const std::string& from) {
  std::string list;
  for (const InterfaceTensor& t : tensors)
    if (!t.in_scratch)
      list += (list.empty() ? "" : ", ") + ("." + t.identifier + " = " + from + "->" + t.identifier);
  return list;
}

std::string run_function(const Interface& face) {
  const std::string in = members(face.inputs, "input"), out = members(face.outputs, "output");
  std::string null = in.empty() ? "" : "!input";
  if (!out.empty()) null += (null.empty() ? "" : " || ") + std::string("!output");
  std::string text = "\n" + run_signature(face) + " {\n";
  if (!null.empty())
    text += "#if defined(NOOK_CHECKED) && NOOK_CHECKED\n  if (" + null + ") return NOOK_NULL;\n#endif\n";
  text += in.empty() ? "  (void)input;\n" : "";
  text += out.empty() ? "  (void)output;\n" : "";
  text += named(face, "  const $_inputs_ref inputs = {") + (in.empty() ? "0" : in) + "};\n";
  text += named(face, "  const $_outputs_ref outputs = {") + (out.empty() ? "0" : out) + "};\n";
  return text + named(face, "  return $_run_ref(memory, &inputs, &outputs") +
         (face.units.empty() ? "" : ", devices") + ");\n}\n";
}

}  // namespace nookc
