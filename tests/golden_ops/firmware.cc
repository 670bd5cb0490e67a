#include "tests/golden_ops/firmware.h"

#include <algorithm>

#include "nookc/back/interface/interface.h"
#include "nookc/back/run/golden.h"
#include "nookc/front/import/import.h"
#include "tests/generated/firmware.h"
#include "tests/generated/variant.h"

namespace golden {
namespace {

using generated::Values;

constexpr int64_t kMostFlash = 250 << 10;   // for all models of a program; the smallest board has 512 KiB
constexpr int64_t kMostMemory = 100 << 10;  // for one model while it runs

std::string number(int64_t n) { return std::to_string(n); }

std::string real(double x) {
  char text[32];
  snprintf(text, sizeof text, "%.9gf", x + 0.0);
  const bool whole = std::string(text).find_first_of(".e") == std::string::npos;
  return whole ? number(static_cast<int64_t>(x)) + ".0f" : text;
}

// Bytes as an array in flash, aligned for any element. C has no empty arrays.
template <class Byte>
std::string array(const std::string& name, const std::vector<Byte>& bytes) {
  std::string text = "static const uint8_t " + name + "[] NOOK_ALIGNED(16) = {";
  for (const Byte b : bytes) text += number(static_cast<uint8_t>(b)) + ",";
  return text + (bytes.empty() ? "0};\n" : "};\n");
}

bool is_float(nook::DType type) { return type == nook::DType::kF32; }

// The function that runs one model on the board: lend() provides guarded memory, see ../generated/board.h.
class UnitText {
 public:
  UnitText(const Golden& model, const nookc::Program& program, const nookc::EmitOptions& emit)
      : m_(model), p_(program), face_(interface_of(program, emit)) {
    for (const nookc::Tensor& t : p_.graph.tensors) has_floats_ |= is_float(t.type);
    if (m_.runs > 0)
      if (auto read = nookc::read_golden_tensors(m_.folder)) tensors_ = *std::move(read);
  }

  // Approximate size in the flash.
  int64_t bytes() const {
    int64_t all = p_.constant_bytes() + (int64_t{3} << 10) + m_.runs * (p_.input_bytes() + p_.output_bytes());
    for (const nookc::GoldenTensor& t : tensors_) all += t.bytes;
    return all;
  }

  std::string str() const {
    const std::string& n = face_.name;
    std::string text = "#include \"board.h\"\n#include \"" + n + ".h\"\n";
    for (const char* end : {"_constants.c", "_check.c", ".c"}) text += "#include \"" + n + end + "\"\n";
    for (int run = 0; run < m_.runs; ++run) text += values(run);
    text += between() + "\nint " + n + "_test(uint32_t turn) {\n" + memory() + buffers();
    if (!face_.persistent.empty()) text += "  if (" + n + "_reset(&memory) != NOOK_OK) return 5;\n";
    for (int run = 0; run < m_.runs; ++run) text += one_run(run);
    return text + "  return damaged() ? 3 : 0;\n}\n";
  }

 private:
  static std::string name(const char* side, int run, size_t i) {
    return side + number(run) + "_" + number(static_cast<int64_t>(i));
  }

  std::string values(int run) const {
    std::string text;
    const Values in = values_of(m_, run, "input", face_.inputs.size());
    const Values out = values_of(m_, run, "output", face_.outputs.size());
    for (size_t i = 0; i < in.size(); ++i) text += array(name("x", run, i), in[i]);
    for (size_t i = 0; i < out.size(); ++i) text += array(name("y", run, i), out[i]);
    return text;
  }

  // Whether a tensor of run 0 exists as in the model: a pass may have removed channels.
  bool is_made(const nookc::GoldenTensor& want) const {
    return want.data && std::ranges::any_of(p_.graph.tensors, [&](const nookc::Tensor& t) {
             return t.source == want.tensor && t.narrowed.of == 0 && t.bytes() == want.bytes;
           });
  }

  // The bytes of a row of a tensor, by which events number its parts; all of it if it is made at once.
  int64_t row_bytes(const nookc::GoldenTensor& t) const {
    for (const nookc::RowChain& chain : p_.chains)
      for (const nookc::RowStage& s : chain.stages) {
        const nookc::TensorId out = p_.calls[static_cast<size_t>(s.call)].out_tensors[0];
        if (p_.graph[out].source == t.tensor) return s.row_bytes;
      }
    return t.bytes;
  }

  // The callback of run 0, which checks each operator's results.
  std::string between() const {
    std::string arrays, rows;
    for (const nookc::GoldenTensor& t : tensors_) {
      if (!is_made(t)) continue;
      arrays += array("t" + number(t.tensor), *t.data);
      rows += "    case " + number(t.tensor) +
              ":\n      *wrong |= " + (t.dtype == "float32" ? "floats_apart" : "bytes_differ") +
              "(e->data, t" + number(t.tensor) + " + row * " + std::to_string(row_bytes(t)) +
              ", (size_t)e->bytes, " + bound(t.dtype == "float32") + ");\n      break;\n";
    }
    if (rows.empty()) rows = "    default:\n      (void)wrong, (void)row;\n";
    return arrays + "\nstatic void look(void* user, const nook_event* e) {\n  int* const wrong = user;\n" +
           "  const int32_t row = e->row < 0 ? 0 : e->row;\n" +
           "  if (!wrong || e->kind != NOOK_EVENT_END || !e->data) return;\n  switch (e->tensor) {\n" + rows +
           "  }\n}\n";
  }

  std::string bound(bool floats) const {
    if (!floats) return has_floats_ ? "0" : "1";
    return real(m_.tolerance.relative) + ", " + real(m_.tolerance.of_largest);
  }

  std::string memory() const {
    return "  int wrong = 0;\n  " + face_.name + "_memory memory = {" + generated::lent_members(face_) +
           ".event = look, .user = &wrong};\n";
  }

  std::string buffers() const {
    std::string out;
    for (const auto& t : face_.outputs)
      out += "." + t.identifier + " = lend(" + t.macro + "_BYTES, " + t.macro + "_ALIGN, turn), ";
    return "  const " + face_.name + "_outputs_ref outputs = {" + (out.empty() ? "0" : out) + "};\n";
  }

  std::string one_run(int run) const {
    const std::string& n = face_.name;
    std::string in, compared;
    for (size_t i = 0; i < face_.inputs.size(); ++i)
      in += "." + face_.inputs[i].identifier + " = (const void*)" + name("x", run, i) + ", ";
    for (size_t i = 0; i < face_.outputs.size(); ++i) {
      const auto& t = face_.outputs[i];
      const bool floats = is_float(p_.graph[t.id].type);
      compared += std::string("    if (") + (floats ? "floats_apart" : "bytes_differ") + "(outputs." +
                  t.identifier + ", " + name("y", run, i) + ", " + t.macro + "_BYTES, " + bound(floats) +
                  ")) return 2;\n";
    }
    // An operator that needs more runs has no result yet.
    const bool waits = nookc::may_wait(p_);
    return "  {\n    const " + n + "_inputs_ref inputs = {" + (in.empty() ? "0" : in) +
           "};\n    const nook_status status = " + n + "_run_ref(&memory, &inputs, &outputs);\n" +
           "    if (status != NOOK_OK" + (waits ? " && status != NOOK_NOT_READY" : "") + ") return 1;\n" +
           (waits ? "    if (status == NOOK_OK) {\n" + compared + "    }\n" : compared) +
           (run == 0 ? "    if (wrong) return 6;\n    memory.user = NULL;\n" : "") + "  }\n";
  }

  const Golden& m_;
  const nookc::Program& p_;
  const nookc::Interface face_;
  std::vector<nookc::GoldenTensor> tensors_;
  bool has_floats_ = false;
};

}  // namespace

Firmware firmware(const std::vector<Golden>& models, int first, int step, int count,
                  const nookc::Target& target) {
  Firmware made;
  std::string declarations, table;
  int64_t flash = 0;
  for (made.next = first; made.next < static_cast<int>(models.size()) && made.models < count;
       made.next += step) {
    const Golden& model = models[static_cast<size_t>(made.next)];
    const std::string tflite = model.undefined ? "" : text_of(model.folder / "model.tflite");
    generated::Variant v = generated::plain();
    v.options = {}, v.options.target = &target;
    v.emit.name = "net" + number(made.next), v.emit.events = true;
    const auto program =
        compile(std::as_bytes(std::span(tflite.data(), tflite.size())), "model.tflite", v.options);
    const bool fits = program && program->scratch_bytes + program->output_bytes() <= kMostMemory;
    if (!fits) {
      ++made.left_out;
      continue;
    }
    auto files = emit_c(*program, v.emit);
    if (!files) return made.wrong = model.name + ": " + to_string(files.diag()), made;
    const UnitText unit(model, *program, v.emit);
    flash += unit.bytes();
    if (flash > kMostFlash && made.models > 0) break;
    for (nookc::File& file : *files) made.files.push_back(std::move(file));
    made.files.push_back({v.emit.name + "_unit.c", unit.str()});
    declarations += "int " + v.emit.name + "_test(uint32_t turn);\n";
    table += "  {" + v.emit.name + "_test, " + number(made.next) + "}, // " + model.name + "\n";
    ++made.models;
  }
  made.files.push_back({"table.c", "#include \"board.h\"\n" + declarations +
                                       "const board_model board_models[] = {\n" + table +
                                       "};\nconst int board_model_count = " + number(made.models) + ";\n"});
  return made;
}

}  // namespace golden
