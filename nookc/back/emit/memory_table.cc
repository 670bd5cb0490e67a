#include "nookc/back/emit/memory_table.h"

#include "nookc/back/emit/empty_pool.h"
#include "nookc/back/interface/weight_file.h"
#include "nookc/core/columns.h"

namespace nookc {
namespace {

void add_tensors(std::vector<MemoryRow>& rows, const std::string& role,
                 const std::vector<InterfaceTensor>& tensors) {
  for (const InterfaceTensor& t : tensors) {
    if (t.in_scratch) {
      rows.push_back({role, t.pool, t.bytes, t.alignment,
                      t.identifier + ", inside the scratch at " + std::to_string(t.offset)});
    } else {
      rows.push_back({role, "application", t.bytes, t.alignment, t.identifier});
    }
  }
}

}  // namespace

std::vector<MemoryRow> memory_rows(const Program& program, const Interface& face) {
  std::vector<MemoryRow> rows;
  add_tensors(rows, "input", face.inputs);
  if (!program.chains.empty() && program.chains[0].stream.tensor != TensorId::kNone)
    rows[0].note += ", in rows of " + std::to_string(program.chains[0].stream.row_bytes) + " bytes";
  add_tensors(rows, "output", face.outputs);
  for (size_t i = 0; i < face.scratch.size(); ++i) {
    const InterfacePool& p = face.scratch[i];
    const MemoryPool& pool = program.scratch_pools[i].pool;
    std::string note = p.peak_operator.empty() ? "" : "highest at " + p.peak_operator;
    if (pool.hint > 0 && p.bytes > pool.hint)
      note += (note.empty() ? "" : ", ") + ("above its hint of " + std::to_string(pool.hint));
    if (note.empty()) note = why_empty(program, i);
    rows.push_back({"scratch", p.pool, p.bytes, p.alignment, note});
  }
  if (face.persistent.empty()) rows.push_back({"persistent", face.scratch[0].pool, 0, 0, ""});
  for (const InterfacePool& p : face.persistent)
    rows.push_back({"persistent", p.pool, p.bytes, p.alignment, "from " + p.peak_operator + " on"});
  for (const InterfacePool& p : face.constant)
    rows.push_back({"constant", p.pool, p.bytes, p.alignment,
                    p.by_pointer && p.bytes > 0 ? "by pointer, " + p.file : ""});
  if (!program.stored.empty())
    rows.push_back({"weights", "storage", kWeightFileHeader + program.stored.bytes(), 0,
                    weight_file_name(face) + ", in " + std::to_string(program.stored.chunks.size()) +
                        (program.stored.chunks.size() == 1 ? " read" : " reads")});
  rows.push_back({"stack", "caller's", face.stack_bytes.value_or(-1), 0,
                  face.stack_bytes ? "of the run call, worst case" : face.no_stack});
  return rows;
}

std::string memory_table(const std::vector<MemoryRow>& rows, const std::string& indent, int width) {
  std::vector<std::vector<std::string>> lines = {{"role", "memory", "bytes", "align", ""}};
  for (const MemoryRow& row : rows)
    lines.push_back({row.role, row.place, row.bytes < 0 ? "-" : std::to_string(row.bytes),
                     row.alignment > 0 ? std::to_string(row.alignment) : "-", row.note});
  return columns(lines, indent, {width, {}});
}

}  // namespace nookc
