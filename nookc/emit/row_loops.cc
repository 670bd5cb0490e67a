#include "nookc/emit/row_loops.h"

#include <map>

#include "nookc/emit/c_text.h"

namespace nookc {
namespace {

std::string number(int64_t n) { return std::to_string(n); }

class Loop {
 public:
  Loop(const Program& program, const RowChain& chain, const RowNames& names)
      : p_(program), chain_(chain), names_(names) {
    for (size_t i = 0; i < chain_.stages.size(); ++i) maker_[chain_.stages[i].out] = i;
  }

  std::string str() {
    std::string turns;
    for (size_t at = chain_.order.size(); at-- > 0;) turns += turn(chain_.order[at]);
    std::string images;
    for (const std::string& line : images_) images += line;
    return images + "  for (;;) {\n    " + turns + "{\n      return;\n    }\n  }\n";
  }

 private:
  const Call& call(const RowStage& s) const { return p_.calls[static_cast<size_t>(s.call)]; }
  static std::string made(size_t stage) { return "made[" + number(static_cast<int64_t>(stage)) + "]"; }

  // The local for the rows of a tensor that are there, declared when it is first met.
  std::string image(TensorId t, const Location& at, int32_t row_bytes, int32_t held) {
    const auto [found, fresh] = named_.try_emplace(t, "rows" + number(static_cast<int64_t>(named_.size())));
    if (fresh)
      images_.push_back("  const nook_rows " + found->second + " = {" + names_.place(at) + ", " +
                        number(row_bytes) + ", " + number(held) + "}; /* " + c_comment(p_.graph[t].name) +
                        " */\n");
    return found->second;
  }

  bool streams(const RowRead& read) const { return read.tensor == chain_.stream.tensor; }

  std::string source(const RowStage& s, const RowRead& read) {
    if (streams(read)) return image(read.tensor, chain_.stream.ring, read.row_bytes, chain_.stream.held);
    const auto maker = maker_.find(read.tensor);
    const int32_t held = maker == maker_.end() ? read.height : held_of(chain_.stages[maker->second]);
    return image(read.tensor, call(s).in[read.operand], read.row_bytes, held);
  }

  std::string target(const RowStage& s) { return image(s.out, call(s).out[0], s.row_bytes, held_of(s)); }

  int32_t held_of(const RowStage& s) const {
    return s.into < 0 ? s.held : chain_.stages[static_cast<size_t>(s.into)].held;
  }

  // Whether there is a row left to make, and all that it reads.
  std::string condition(size_t i) const {
    const RowStage& s = chain_.stages[i];
    std::string text = made(i) + " < " + number(s.turns);
    for (const RowRead& read : s.reads) {
      const auto maker = maker_.find(read.tensor);
      if (maker == maker_.end() && !streams(read)) continue;
      text += " && " + made(streams(read) ? chain_.stages.size() : maker->second);
      text += read.stride == 1 && read.reach == 1
                  ? " > " + made(i)
                  : " >= nook_rows_for(" + made(i) + ", " + number(read.stride) + ", " + number(read.reach) +
                        ", " + number(read.height) + ")";
    }
    return text;
  }

  // An operand that is no image of rows.
  std::string operand(const RowStage& s, size_t k) {
    for (const RowRead& read : s.reads)
      if (read.operand == k) return "nook_row(&" + source(s, read) + ", y)";
    return names_.place(call(s).in[k]);
  }

  std::string window_call(const RowStage& s) {
    std::string text = std::string(call(s).op.symbol) + "_row(&" +
                       names_.params(static_cast<size_t>(s.call)) + ", &" + source(s, s.reads[0]) + ", y";
    for (size_t k = 1; k < call(s).in.size(); ++k) text += ", " + names_.place(call(s).in[k]);
    return text + ", nook_row_to_write(&" + target(s) + ", y), " + names_.scratch(call(s)) + ");\n";
  }

  std::string slice_call(const RowStage& s) {
    std::string inputs;
    for (size_t k = 0; k < call(s).in.size(); ++k) inputs += (k ? ", " : "") + operand(s, k);
    if (call(s).variadic) inputs = "(const void* const[]){" + inputs + "}";
    return std::string(call(s).op.symbol) + "(&" + names_.params(static_cast<size_t>(s.call)) + ", " +
           inputs + ", nook_row_to_write(&" + target(s) + ", y), " + names_.scratch(call(s)) + ");\n";
  }

  std::string take_call(const RowStage& s) {
    const std::string symbol = call(s).op.symbol, params = "&" + names_.params(static_cast<size_t>(s.call));
    const std::string sums = names_.scratch(call(s));
    return symbol + "_take(" + params + ", nook_row(&" + source(s, s.reads[0]) + ", y), y, " + sums +
           ");\n      if (y == " + number(s.turns - 1) + ") " + symbol + "_give(" + params + ", " + sums +
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
      text += all_at_once
                  ? names_.event(call(s), false, "0",
                                 "y == " + number(s.turns - 1) + " ? " +
                                     number(int64_t{s.height} * s.row_bytes) + " : 0",
                                 names_.place(call(s).out[0]))
                  : names_.event(call(s), false, "y", number(s.row_bytes), "nook_row(&" + target(s) + ", y)");
    }
    return text + "    } else ";
  }

  const Program& p_;
  const RowChain& chain_;
  const RowNames& names_;
  std::map<TensorId, size_t> maker_;
  std::map<TensorId, std::string> named_;
  std::vector<std::string> images_;
};

}  // namespace

std::string row_loop(const Program& program, const RowChain& chain, const RowNames& names) {
  return Loop(program, chain, names).str();
}

}  // namespace nookc
