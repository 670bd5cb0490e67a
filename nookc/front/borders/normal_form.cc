#include "nookc/front/borders/normal_form.h"

#include "nookc/front/export/export.h"
#include "nookc/front/import/import.h"
#include "nookc/middle/passes/floats/simplify_floats.h"

namespace nookc {

Result<std::vector<std::byte>> normal_form(std::vector<std::byte> bytes, const std::string& file,
                                           const std::set<std::string>& unsimplified) {
  Result<Graph> graph = import_sound(bytes, file);
  if (!graph && graph.diag().code == "N3014") return graph.diag();
  if (!graph) return bytes;
  const int simplified = simplify_floats(*graph, unsimplified);
  if (simplified == 0 && !graph->rewritten) return bytes;
  return export_bytes(*graph);
}

}  // namespace nookc
