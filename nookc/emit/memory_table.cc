#include "nookc/emit/memory_table.h"

#include "nookc/emit/columns.h"

namespace nookc {
namespace {

void add_tensors(std::vector<MemoryRow>& rows, const std::string& role,
                 const std::vector<InterfaceTensor>& tensors, const std::string& pool) {
  for (const InterfaceTensor& t : tensors) {
    if (t.in_scratch) {
      rows.push_back({role, pool, t.bytes, t.alignment,
                      t.identifier + ", inside the scratch at " + std::to_string(t.offset)});
    } else {
      rows.push_back({role, "application", t.bytes, t.alignment, t.identifier});
    }
  }
}

}  // namespace

std::vector<MemoryRow> memory_rows(const Program& program, const Interface& face) {
  std::vector<MemoryRow> rows;
  add_tensors(rows, "input", face.inputs, face.scratch_pool);
  add_tensors(rows, "output", face.outputs, face.scratch_pool);
  rows.push_back({"scratch", face.scratch_pool, program.scratch_bytes, program.scratch_alignment,
                  face.peak_operator.empty() ? "" : "highest at " + face.peak_operator});
  rows.push_back({"persistent", face.scratch_pool, 0, 0, ""});
  rows.push_back({"constant", face.constant_pool, program.constant_bytes(), 16, ""});
  if (face.stack_bytes)
    rows.push_back({"stack", "caller's", *face.stack_bytes, 0, "of the run call, worst case"});
  return rows;
}

std::string memory_table(const std::vector<MemoryRow>& rows, const std::string& indent) {
  std::vector<std::vector<std::string>> lines = {{"role", "memory", "bytes", "align", ""}};
  for (const MemoryRow& row : rows)
    lines.push_back({row.role, row.place, std::to_string(row.bytes),
                     row.alignment > 0 ? std::to_string(row.alignment) : "-", row.note});
  return columns(lines, indent);
}

}  // namespace nookc
