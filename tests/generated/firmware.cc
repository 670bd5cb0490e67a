#include "tests/generated/firmware.h"

#include <cstdio>

#include "nookc/back/interface/interface.h"
#include "nookc/back/interface/weight_file.h"
#include "nookc/middle/lower/row_stage.h"

namespace generated {
namespace {

constexpr int64_t kMostFlash = 300 << 10;   // for all models of a program
constexpr int64_t kMostMemory = 100 << 10;  // for one model while it runs

std::string number(int64_t n) { return std::to_string(n); }

bool has_floats(const nookc::Graph& graph) {
  for (const nookc::Tensor& t : graph.tensors)
    if (t.type == nook::DType::kF32) return true;
  return false;
}

// The function that runs one model on the board: lend() provides guarded memory, see board.h.
class UnitText {
 public:
  UnitText(const nookc::Program& program, const nookc::EmitOptions& emit, const Subject& subject)
      : p_(program), subject_(subject), face_(interface_of(program, emit)) {}

  std::string str() const {
    const std::string& n = face_.name;
    std::string text = "#include \"board.h\"\n#include \"" + n + ".h\"\n";
    for (const char* end : {"_constants.c", "_check.c", ".c"}) text += "#include \"" + n + end + "\"\n";
    if (!p_.stored.empty()) text += "#include \"" + n + "_storage.c\"\n";
    for (const nookc::InterfacePool* p : pointer_pools(face_))
      if (p->bytes > 0) text += "#include \"" + n + "_" + p->pool + "_data.c\"\n";
    const std::string exact = has_floats(subject_.graph()) ? "0" : "1";
    for (size_t i = 0; i < face_.inputs.size(); ++i)
      text += array_text("x" + number(i), subject_.inputs()[i]);
    for (size_t i = 0; i < face_.outputs.size(); ++i)
      text += array_text("y" + number(i), subject_.expected()[i]);
    text += devices() + weights() + "\nint " + n + "_test(uint32_t turn) {\n" + memory() + buffers();
    const std::string reset = "  if (" + n + "_reset(&memory) != NOOK_OK) return 5;\n";
    if (!face_.persistent.empty()) text += reset;
    text += "  if (" + n + "_run_ref(&memory, &inputs, &outputs" + (face_.units.empty() ? "" : ", &devices") +
            ") != NOOK_OK) return 1;\n" + compare(exact);
    if (nookc::row_stream(p_)) text += (face_.persistent.empty() ? "" : reset) + streamed(exact);
    if (!p_.stored.empty()) text += "  if (!card_read()) return 7;\n";
    return text + "  return damaged() ? 3 : 0;\n}\n";
  }

 private:
  std::string memory() const {
    std::string members = lent_members(face_);
    for (const nookc::InterfacePool* p : pointer_pools(face_))
      members += "." + p->member + " = " + (p->bytes > 0 ? p->symbol : "NULL") + ", ";
    if (p_.stored.empty()) return "  const " + face_.name + "_memory memory = {" + members + "};\n";
    const nookc::InterfacePool& staging = face_.scratch[static_cast<size_t>(p_.stored.pool)];
    return "  const " + face_.name + "_memory memory = {" + members +
           ".storage = &board_card};\n  card_insert(weights, sizeof weights, memory." + staging.member +
           ", " + staging.macro + "_BYTES);\n  if (" + face_.name +
           "_open_weights(&memory, NULL) != NOOK_OK) return 7;\n";
  }

  std::string weights() const {
    if (p_.stored.empty()) return "";
    const std::string file = weight_file(p_.stored);
    return array_text("weights", {file.begin(), file.end()});
  }

  // There are no other units: the cpu stands in for each.
  std::string devices() const {
    std::string all;
    for (size_t i = 0; i < face_.units.size(); ++i) all += std::string(i ? ", " : "") + "&on_cpu";
    if (all.empty()) return "";
    return "\nstatic const nook_device on_cpu = {.call = nook_call_on_cpu};\nstatic const " + face_.name +
           "_devices devices = {" + all + "};\n";
  }

  // The buffers of the application, and the addresses of tensors in the scratch.
  std::string buffers() const {
    const std::string& n = face_.name;
    std::string text, in, out;
    for (size_t i = 0; i < face_.inputs.size(); ++i) {
      const auto& t = face_.inputs[i];
      if (t.in_scratch)
        text += "  memcpy(" + n + "_input_" + t.identifier + "(&memory), x" + number(i) + ", sizeof x" +
                number(i) + ");\n";
      else
        in += "." + t.identifier + " = (const void*)x" + number(i) + ", ";
    }
    for (const auto& t : face_.outputs)
      if (!t.in_scratch)
        out += "." + t.identifier + " = lend(" + t.macro + "_BYTES, " + t.macro + "_ALIGN, turn), ";
    return text + "  const " + n + "_inputs_ref inputs = {" + (in.empty() ? "0" : in) + "};\n  const " + n +
           "_outputs_ref outputs = {" + (out.empty() ? "0" : out) + "};\n  (void)inputs, (void)outputs;\n";
  }

  std::string output(const nookc::InterfaceTensor& t, const std::string& members) const {
    return t.in_scratch ? face_.name + "_output_" + t.identifier + "(&memory)" : members + t.identifier;
  }

  std::string compare(const std::string& exact, const std::string& members = "outputs.") const {
    std::string text;
    for (size_t i = 0; i < face_.outputs.size(); ++i) {
      const auto& t = face_.outputs[i];
      const nook::DType type = p_.graph[t.id].type;
      const bool is_float = type == nook::DType::kF32;
      const char* const kind = is_float ? "floats" : type == nook::DType::kS16 ? "words" : "bytes";
      text += std::string("  if (") + kind + "_differ(" + output(t, members) + ", y" + number(i) +
              ", sizeof y" + number(i) + (is_float ? "" : ", " + exact) + ")) return 2;\n";
    }
    return text;
  }

  std::string streamed(const std::string& exact) const {
    const std::string &n = face_.name, &macro = face_.inputs[0].macro;
    return "  {\n  static " + n + "_output out;\n  memset(&out, 0x5a, sizeof out);\n  if (" + n +
           "_begin(&memory) != NOOK_OK) return 4;\n  for (int32_t y = 0; y < " + macro +
           "_ROWS;) {\n    int32_t count = 1 + (int32_t)((turn + (uint32_t)y) % 3);\n    if (count > " +
           macro + "_ROWS - y) count = " + macro + "_ROWS - y;\n    if (" + n +
           "_push_rows(&memory, x0 + y * " + macro +
           "_ROW_BYTES, count) != NOOK_OK) return 4;\n    y += count;\n  }\n  if (" + n +
           "_finish(&memory, &out) != NOOK_OK) return 4;\n" + compare(exact, "out.") + "  }\n";
  }

  const nookc::Program& p_;
  const Subject& subject_;
  const nookc::Interface face_;
};

int64_t memory_bytes(const nookc::Program& program) {
  return program.scratch_bytes + program.input_bytes() + program.output_bytes();
}

// The graphs from the first seed on that fit into the flash together. `next`: the first seed that is not
// included.
std::vector<Member> members_of(const FirmwareOptions& options, const ModelOfSeed& model_of,
                               const UnitOfModel& unit_of, uint64_t& next, std::string& wrong) {
  std::vector<Member> members;
  int64_t flash = 0;
  const uint64_t end =
      options.first + static_cast<uint64_t>(options.tries) * static_cast<uint64_t>(options.count);
  for (next = options.first; static_cast<int>(members.size()) < options.count && next < end; ++next) {
    const std::string tflite = model_of(next);
    if (tflite.empty()) continue;
    std::optional<Unit> unit = unit_of(tflite, next, static_cast<int>(members.size()), wrong);
    if (!wrong.empty()) return members;
    if (!unit) continue;
    flash += unit->constant_bytes;
    if (flash > kMostFlash && !members.empty()) break;
    members.push_back({*std::move(unit), next});
  }
  return members;
}

}  // namespace

std::string lent_members(const nookc::Interface& face) {
  std::string members;
  for (const nookc::InterfacePool& p : face.scratch)
    members += "." + p.member + " = " +
               (p.bytes > 0 ? "lend(" + p.macro + "_BYTES, " + p.macro + "_ALIGN, turn)" : "NULL") + ", ";
  for (const nookc::InterfacePool& p : face.persistent)
    members += "." + p.member + " = lend(" + p.macro + "_BYTES, " + p.macro + "_ALIGN, turn), ";
  return members;
}

std::string array_text(const std::string& name, const std::vector<uint8_t>& bytes) {
  std::string text = "static const uint8_t " + name + "[] NOOK_ALIGNED(16) = {";
  for (const uint8_t b : bytes) text += number(b) + ",";
  return text + "};\n";
}

nookc::Files table_for_board(const std::vector<Member>& members) {
  std::string declarations, table;
  for (const Member& m : members) {
    declarations += "int " + m.unit.entry + "(uint32_t turn);\n";
    table += "  {" + m.unit.entry + ", " + number(static_cast<int64_t>(m.seed)) + "},\n";
  }
  return {{"table.c",
           "#include \"board.h\"\n" + declarations + "const board_model board_models[] = {\n" + table +
               "};\nconst int board_model_count = " + number(static_cast<int64_t>(members.size())) + ";\n"}};
}

UnitOfModel unit_for_board(const nookc::Target& target) {
  return
      [&target](const std::string& tflite, uint64_t seed, int i, std::string& wrong) -> std::optional<Unit> {
        Counts counts;
        Subject subject(tflite, 1);
        wrong = subject.prepare(counts);
        if (!wrong.empty() || subject.waits()) return {};
        Choices of_variant(seed * 1000 + 500);
        Variant v = random_variant(of_variant, subject.graph());
        v.emit.name = "net" + number(i), v.emit.events = false;
        v.options.target = &target, v.options.cores = 1;
        const std::string& model = subject.tflite();
        const auto bytes = std::as_bytes(std::span(model.data(), model.size()));
        const auto program = compile(bytes, "net.tflite", v.options);
        if (!program || memory_bytes(*program) > kMostMemory) return {};
        auto files = emit_c(*program, v.emit);
        if (!files) return {};
        Unit unit{*std::move(files), v.emit.name + "_test", 0};
        unit.constant_bytes = program->constant_bytes() + program->stored.bytes() + program->input_bytes() +
                              program->output_bytes() + (int64_t{6} << 10);
        unit.files.push_back({v.emit.name + "_unit.c", UnitText(*program, v.emit, subject).str()});
        return unit;
      };
}

int write_units(const FirmwareOptions& options, const ModelOfSeed& model_of, const UnitOfModel& unit_of,
                const TableOfUnits& table_of) {
  uint64_t next = options.first;
  std::string wrong;
  const std::vector<Member> members = members_of(options, model_of, unit_of, next, wrong);
  if (!wrong.empty())
    return printf("seed %llu: %s\n", static_cast<unsigned long long>(next), wrong.c_str()), 1;
  nookc::Files files = table_of(members);
  for (const Member& m : members) files.insert(files.end(), m.unit.files.begin(), m.unit.files.end());
  const nookc::Status written = nookc::write_files(options.folder, files);
  if (!written) return printf("%s\n", to_string(written.diag()).c_str()), 4;
  printf("%d graphs, next %llu\n", static_cast<int>(members.size()), static_cast<unsigned long long>(next));
  return 0;
}

int write_firmware(const FirmwareOptions& options, const ModelOfSeed& model_of) {
  const nookc::Target* const target = nookc::find_target(options.target);
  if (!target) return printf("there is no target %s\n", options.target.c_str()), 2;
  return write_units(options, model_of, unit_for_board(*target), table_for_board);
}

}  // namespace generated
