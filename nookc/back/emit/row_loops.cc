#include "nookc/back/emit/row_loops.h"

#include <algorithm>

#include "nookc/back/emit/c_text.h"
#include "nookc/back/emit/kernel_call.h"
#include "nookc/core/text.h"
#include "nookc/middle/lower/row_stage.h"

namespace nookc {
namespace {

class Loop {
 public:
  Loop(const Program& program, const RowChain& chain, const RowNames& names)
      : p_(program), chain_(chain), names_(names) {}

  std::string str() {
    std::string turns;
    for (size_t at = chain_.order.size(); at-- > 0;) turns += turn(chain_.order[at]);
    return locals_ + "  for (;;) {\n    " + turns + "{\n      return;\n    }\n  }\n";
  }

 private:
  const Call& call(const RowStage& s) const { return p_.calls[static_cast<size_t>(s.call)]; }
  static std::string made(size_t stage) { return "made[" + decimal(static_cast<int64_t>(stage)) + "]"; }

  // The local variable for an image's rows, declared at its first use; `t` is one of the tensors that use it.
  std::string local(const RowImage& image, TensorId t) {
    const auto found = std::ranges::find(images_, image);
    std::string name = "rows" + decimal(found - images_.begin());
    if (found != images_.end()) return name;
    images_.push_back(image);
    locals_ += "  const nook_rows " + name + " = {" + names_.place(image.at) + ", " +
               decimal(image.row_bytes) + ", " + decimal(image.rows) + "}; /* " +
               c_comment(p_.graph[t].name) + " */\n";
    return name;
  }

  std::string source(const RowStage& s, const RowRead& read) {
    return local(image_read(p_, chain_, s, read), call(s).in_tensors[read.operand]);
  }

  std::string target(const RowStage& s) { return local(image_made(p_, chain_, s), call(s).out_tensors[0]); }

  // The condition that a row is still to be computed and that all rows it reads are ready.
  std::string condition(size_t i) const {
    std::string text = made(i) + " < " + decimal(chain_.stages[i].turns);
    for (const RowWait& wait : waits_of(chain_, i)) {
      text += " && " + made(wait.counter);
      text += wait.own_row ? " > " + made(i)
                           : " >= nook_rows_for(" + made(i) + ", " + decimal(wait.window.stride) + ", " +
                                 decimal(wait.window.reach) + ", " + decimal(wait.window.ratio) + ", " +
                                 decimal(wait.height) + ")";
    }
    return text;
  }

  // An operand that is not an image.
  std::string operand(const RowStage& s, size_t k) {
    for (const RowRead& read : s.reads)
      if (read.operand == k) return "nook_row(&" + source(s, read) + ", y)";
    return names_.place(call(s).in[k]);
  }

  std::string window_call(const RowStage& s) {
    std::string text = std::string(call(s).op.symbol) + "_row(&" +
                       names_.params(static_cast<size_t>(s.call)) + ", &" + source(s, s.reads[0]) + ", y";
    for (const size_t k : handed_operands(call(s)))
      if (k != s.reads[0].operand) text += ", " + names_.place(call(s).in[k]);
    return text + ", nook_row_to_write(&" + target(s) + ", y), " + names_.scratch(call(s)) + ");\n";
  }

  std::string slice_call(const RowStage& s) {
    const std::string tensors = tensor_arguments(
        call(s), [&](size_t k) { return operand(s, k); },
        [&](size_t) { return "nook_row_to_write(&" + target(s) + ", y)"; });
    return std::string(call(s).op.symbol) + "(&" + names_.params(static_cast<size_t>(s.call)) + ", " +
           tensors + ", " + names_.scratch(call(s)) + ");\n";
  }

  std::string take_call(const RowStage& s) {
    const std::string symbol = call(s).op.symbol, params = "&" + names_.params(static_cast<size_t>(s.call));
    const std::string sums = names_.scratch(call(s));
    return symbol + "_accumulate(" + params + ", nook_row(&" + source(s, s.reads[0]) + ", y), y, " + sums +
           ");\n      if (y == " + decimal(s.turns - 1) + ") " + symbol + "_finish(" + params + ", " + sums +
           ", " + names_.place(call(s).out[0]) + ");\n";
  }

  std::string turn(size_t i) {
    const RowStage& s = chain_.stages[i];
    std::string text = "if (" + condition(i) + ") {\n      const int32_t y = " + made(i) + "++;\n";
    if (names_.event) text += names_.event(call(s), true, "y", "0", "NULL");
    text += "      ";
    if (s.sum_bytes > 0)
      text += take_call(s);
    else
      text += s.by == nook::ByRows::kWindow ? window_call(s) : slice_call(s);
    if (names_.event) {
      const bool all_at_once = s.sum_bytes > 0;
      text += all_at_once ? names_.event(call(s), false, "0",
                                         "y == " + decimal(s.turns - 1) + " ? " +
                                             decimal(int64_t{s.height} * s.row_bytes) + " : 0",
                                         names_.place(call(s).out[0]))
                          : names_.event(call(s), false, "y", decimal(s.row_bytes),
                                         "nook_row(&" + target(s) + ", y)");
    }
    return text + "    } else ";
  }

  const Program& p_;
  const RowChain& chain_;
  const RowNames& names_;
  std::vector<RowImage> images_;  // named rows0, rows1, ...
  std::string locals_;            // their declarations
};

}  // namespace

std::string row_loop(const Program& program, const RowChain& chain, const RowNames& names) {
  return Loop(program, chain, names).str();
}

std::string chain_comment(const Program& program, const RowChain& chain) {
  const auto label = [&](const RowStage& s) {
    return c_comment(operator_label(program, program.calls[static_cast<size_t>(s.call)]));
  };
  return std::string("\n/* ") + (chain.strips ? "Strip by strip: " : "Row by row: ") +
         label(chain.stages.front()) + " to " + label(chain.stages.back()) +
         ". The last operator that has the\n * " + (chain.strips ? "pixels" : "rows") +
         " it reads makes its next one. */\n";
}

std::string chain_headers(const Program& program) {
  if (program.chains.empty()) return "";
  const bool strips = std::ranges::any_of(program.chains, &RowChain::strips);
  return std::string("#include \"nook/core/rows.h\"\n") + (strips ? "#include \"nook/core/strips.h\"\n" : "");
}

}  // namespace nookc
