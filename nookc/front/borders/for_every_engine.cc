#include "nookc/front/borders/for_every_engine.h"

#include "nookc/front/export/export.h"
#include "nookc/front/import/import.h"

namespace nookc {

Result<std::vector<std::byte>> for_every_engine(std::vector<std::byte> bytes, const std::string& file) {
  const Result<Graph> graph = import_tflite(bytes, file);
  if (!graph || !graph->rewritten) return bytes;
  return export_bytes(*graph);
}

}  // namespace nookc
