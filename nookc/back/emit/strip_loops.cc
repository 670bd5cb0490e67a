#include "nookc/back/emit/strip_loops.h"

#include <algorithm>
#include <utility>

#include "nookc/back/emit/c_text.h"
#include "nookc/back/emit/kernel_call.h"
#include "nookc/back/emit/recurrent_strip.h"
#include "nookc/core/text.h"
#include "nookc/middle/lower/strip_steps.h"

namespace nookc {
namespace {

std::string made(size_t counter) { return "made[" + decimal(static_cast<int64_t>(counter)) + "]"; }

// Pixels of a line that an operator enlarges.
std::string over(const std::string& y, int32_t ratio) { return ratio == 1 ? y : y + " / " + decimal(ratio); }

// The pixel that an operator on single pixels reads for pixel y.
std::string pixel_of(const std::string& y, const nook::WindowRows& window) {
  return window.before < 0 ? "(" + y + " + " + decimal(-window.before) + ")" : over(y, window.ratio);
}

// The value of an integer field of a call's Params.
int32_t field_of(const Call& call, const std::string& name) {
  int32_t value = 0;
  visit_params(form_of(call), call.op.params, [&](const nook::ParamsField& field) {
    if (field.name == name) value = *static_cast<const int32_t*>(field.data);
  });
  return value;
}

// The number of pixels that a stage makes after `y`: fewer at the end of a line, unless all strips are equal.
std::string next_pixels(const std::string& y, const RowStage& s) {
  if (s.turns % s.at_once == 0) return decimal(s.at_once);
  return "nook_strip_next(" + y + ", " + decimal(s.at_once) + ", " + decimal(s.turns) + ")";
}

std::string add_up(const Call& call, const RowNames& names, const std::string& params,
                   const std::string& from, const std::string& y) {
  return "      " + std::string(call.op.symbol) + "_accumulate(" + params + ", " + from + ", " + y + ", " +
         names.scratch(call) + ");\n";
}

// When a stage makes its next pixels.
std::string condition(const RowChain& chain, size_t i) {
  const RowStage& s = chain.stages[i];
  std::string text = made(i) + " < " + decimal(s.turns);
  for (const RowWait& wait : waits_of(chain, i)) {
    text += " && " + made(wait.counter);
    text += wait.own_row ? " > " + made(i)
                         : " >= nook_rows_for(" + made(i) + ", " + decimal(wait.window.stride) + ", " +
                               decimal(wait.window.reach) + ", " + decimal(wait.window.ratio) + ", " +
                               decimal(wait.height) + ")";
  }
  // The scratch of a stream may hold any bytes.
  if (chain.stream.tensor != TensorId::kNone && !is_whole_line(chain, s.out))
    text += " &&\n        " + made(i) + " + " + next_pixels(made(i), s) + " - (" + line_start(chain, s.out) +
            ") <= " + decimal(std::max(s.held, s.at_once));
  return text;
}

// The address of a pixel in the middle of a line: of one that is whole, or at a fixed place in its buffer.
std::string pixel_inside(const std::string& line, bool is_whole, const std::string& number, int32_t place,
                         int32_t bytes) {
  return "nook_strip_at(" + line + ", " + (is_whole ? "(" + number + ")" : decimal(place)) + " * " +
         decimal(bytes) + ")";
}

// A local variable for the Params at the ends of lines: one for all stages, to keep the stack small.
class Ends {
 public:
  std::string place(const std::string& type) {
    const auto found = std::ranges::find(types_, type);
    const auto at = found - types_.begin();
    if (found == types_.end()) types_.push_back(type);
    return "end." + name(at);
  }
  std::string declaration() const {
    if (types_.empty()) return "";
    std::string text = "  union {\n";
    for (size_t i = 0; i < types_.size(); ++i)
      text += "    " + types_[i] + " " + name(static_cast<int64_t>(i)) + ";\n";
    return text + "  } end;\n";
  }

 private:
  static std::string name(int64_t i) { return "p" + decimal(i); }
  std::vector<std::string> types_;
};

class StripLoop {
 public:
  StripLoop(const Program& program, const RowChain& chain, const RowNames& names)
      : p_(program), chain_(chain), names_(names) {}

  std::string str() {
    std::string turns;
    for (size_t at = chain_.order.size(); at-- > 0;) turns += turn(chain_.order[at]);
    const std::string repeated = middle(middle_of(chain_));
    return locals_ + ends_.declaration() + "  for (;;) {\n" + repeated + turns + "    return;\n  }\n";
  }

 private:
  const Call& call(const RowStage& s) const { return p_.calls[static_cast<size_t>(s.call)]; }

  // The local variable for the memory of a line, declared at its first use.
  std::string line(const RowImage& image, TensorId t) {
    const auto found = std::ranges::find(lines_, image.at);
    std::string name = "line" + decimal(found - lines_.begin());
    if (found != lines_.end()) return name;
    lines_.push_back(image.at);
    // The outputs of a stream do not exist yet, nor its input: neither is used.
    locals_ += "  const void* const " + name + " = " + names_.place(image.at) + "; /* " +
               c_comment(p_.graph[t].name) + " */\n";
    return name;
  }
  std::string source(const RowStage& s, const RowRead& read) {
    return line(image_read(p_, chain_, s, read), call(s).in_tensors[read.operand]);
  }
  std::string target(const RowStage& s) { return line(image_made(p_, chain_, s), call(s).out_tensors[0]); }

  // The address of a pixel of a line.
  std::string pixel(const std::string& line, TensorId t, const std::string& number, int32_t bytes) const {
    const std::string start = line_start(chain_, t);
    const std::string at = start == "0" ? number : "(" + number + " - (" + start + "))";
    return "nook_strip_at(" + line + ", " + at + " * " + decimal(bytes) + ")";
  }
  std::string source_pixel(const RowStage& s, const RowRead& read, const std::string& number) {
    return pixel(source(s, read), read.tensor, number, read.row_bytes);
  }
  std::string target_pixel(const RowStage& s) { return pixel(target(s), s.out, "y", s.row_bytes); }

  // Other Params than in the middle of the line, at its ends.
  std::string at_ends(const RowStage& s, const std::string& condition,
                      const std::vector<std::pair<std::string, std::string>>& changes) {
    const std::string type(call(s).params_type), changed = ends_.place(type);
    std::string text = "      const " + type + "* op = " + params(s) + ";\n      if (" + condition +
                       ") {\n        " + changed + " = *op;\n";
    for (const auto& [field, value] : changes)
      text += "        " + changed + "." + field + " = " + value + ";\n";
    return text + "        op = &" + changed + ";\n      }\n";
  }

  // The call of a kernel that computes pixels from `source(read)` to `target`.
  template <class Source>
  std::string kernel_call(const RowStage& s, const std::string& params, Source source,
                          const std::string& target) {
    const std::string tensors = tensor_arguments(
        call(s),
        [&](size_t k) {
          for (const RowRead& read : s.reads)
            if (read.operand == k) return source(read);
          return names_.place(call(s).in[k]);
        },
        [&](size_t) { return target; });
    return "      " + std::string(call(s).op.symbol) + "(" + params + ", " + tensors + ", " +
           names_.scratch(call(s)) + ");\n";
  }

  std::string params(const RowStage& s) const { return "&" + names_.params(static_cast<size_t>(s.call)); }

  std::string window_call(const RowStage& s) {
    const RowRead& read = s.reads[0];
    std::string text = "      const nook_strip in = nook_strip_under(y * " + decimal(read.window.stride) +
                       " - " + decimal(read.window.before) + ", (n - 1) * " + decimal(read.window.stride) +
                       " + " + decimal(s.span) + ", " + decimal(read.height) + ");\n";
    text += at_ends(s, "in.count != " + decimal(field_of(call(s), "in_w")) + " || n != " + decimal(s.at_once),
                    {{"in_w", "in.count"}, {"out_w", "n"}, {"pad_left", "in.before"}});
    const auto from = [&](const RowRead& r) { return source_pixel(s, r, "in.first"); };
    return text + kernel_call(s, "op", from, target_pixel(s));
  }

  std::string slice_call(const RowStage& s) {
    const auto from = [&](const RowRead& read) { return source_pixel(s, read, pixel_of("y", read.window)); };
    if (s.turns % s.at_once == 0) return kernel_call(s, params(s), from, target_pixel(s));
    return at_ends(s, "n != " + decimal(s.at_once), {{"steps", "n"}}) +
           kernel_call(s, "op", from, target_pixel(s));
  }

  std::string sums_call(const RowStage& s) {
    if (carries_state(p_, s))
      return at_ends(s, "n != " + decimal(s.at_once), {{"walk.steps", "n"}}) +
             recurrent_call(p_, s, names_, {"op", source_pixel(s, s.reads[0], "y"), "y", "n"});
    return at_ends(s, "n != " + decimal(s.at_once), {{"width", "n"}}) +
           add_up(call(s), names_, "op", source_pixel(s, s.reads[0], "y"), "y") +
           "      if (y + n == " + decimal(s.turns) + ") " + call(s).op.symbol + "_finish(" + params(s) +
           ", " + names_.scratch(call(s)) + ", " + names_.place(call(s).out[0]) + ");\n";
  }

  // Moves the lines down whose first pixels are not read any more.
  std::string move_lines(size_t i, bool before) {
    std::string text;
    size_t count = 0;
    for (const TensorId t : moving_lines(chain_, chain_.stages[i])) {
      const std::string old = "start" + decimal(static_cast<int64_t>(++count)), start = line_start(chain_, t);
      if (before)
        text += "      const int32_t " + old + " = " + start + ";\n";
      else
        text += move(t, start + " - " + old, made(line_of(chain_, t).maker) + " - (" + start + ")");
    }
    return text;
  }

  std::string move(TensorId t, const std::string& by, const std::string& kept) {
    const auto [line, bytes] = line_of_bytes(t);
    return "      nook_strip_move((void*)" + line + ", (" + by + ") * " + bytes + ", (" + kept + ") * " +
           bytes + ");\n";
  }

  // The name of the buffer of a line that the chain makes, and the bytes of its pixels.
  std::pair<std::string, std::string> line_of_bytes(TensorId t) {
    const auto maker = std::ranges::find(chain_.stages, t, &RowStage::out);
    if (maker != chain_.stages.end()) return {target(*maker), decimal(maker->row_bytes)};
    for (const RowStage& s : chain_.stages)
      for (const RowRead& read : s.reads)
        if (read.tensor == t) return {source(s, read), decimal(read.row_bytes)};
    return {};
  }

  std::string turn(size_t i) {
    const RowStage& s = chain_.stages[i];
    std::string text = "    if (" + condition(chain_, i) + ") {\n      const int32_t y = " + made(i) +
                       ", n = " + next_pixels("y", s) + ";\n";
    text += move_lines(i, true);
    if (names_.event) text += names_.event(call(s), true, "y", "0", "NULL");
    if (s.sum_bytes > 0)
      text += sums_call(s);
    else
      text += s.by == nook::ByRows::kWindow ? window_call(s) : slice_call(s);
    if (names_.event)
      text += s.sum_bytes > 0
                  ? names_.event(call(s), false, "0",
                                 "y + n == " + decimal(s.turns) + " ? " +
                                     decimal(int64_t{s.height} * s.row_bytes) + " : 0",
                                 names_.place(call(s).out[0]))
                  : names_.event(call(s), false, "y", "n * " + decimal(s.row_bytes), target_pixel(s));
    // Not a chain of `else if`: C compilers need not accept more than 127 levels.
    return text + "      " + made(i) + " += n;\n" + move_lines(i, false) + "      continue;\n    }\n";
  }

  // The steps in the middle of the lines: nothing is left to decide.
  std::string middle(const StripMiddle& m) {
    if (m.times == 0) return "";
    std::string text = "    for (int32_t left = " + made(m.after) + " == " + decimal(m.made) + " ? " +
                       decimal(m.times) + " : 0; left > 0; --left) {\n";
    for (const StripStep& step : m.steps) text += step_inside(step);
    return text + "    }\n";
  }

  std::string step_inside(const StripStep& step) {
    const RowStage& s = chain_.stages[step.stage];
    const std::string y = made(step.stage);
    const std::string to =
        s.sum_bytes > 0 ? ""
                        : pixel_inside(target(s), is_whole_line(chain_, s.out), y, step.target, s.row_bytes);
    const auto from = [&](const RowRead& read) {
      const std::string first = s.by == nook::ByRows::kWindow ? y + " * " + decimal(read.window.stride) +
                                                                    " - " + decimal(read.window.before)
                                                              : pixel_of(y, read.window);
      return pixel_inside(source(s, read), is_whole_line(chain_, read.tensor), first,
                          step.sources[static_cast<size_t>(&read - s.reads.data())], read.row_bytes);
    };
    std::string text;
    if (names_.event) text += names_.event(call(s), true, y, "0", "NULL");
    if (carries_state(p_, s))
      text += recurrent_call(p_, s, names_, {params(s), from(s.reads[0]), y, ""});
    else
      text += s.sum_bytes > 0 ? add_up(call(s), names_, params(s), from(s.reads[0]), y)
                              : kernel_call(s, params(s), from, to);
    if (names_.event)
      text += s.sum_bytes > 0
                  ? names_.event(call(s), false, "0", "0", names_.place(call(s).out[0]))
                  : names_.event(call(s), false, y, decimal(int64_t{s.at_once} * s.row_bytes), to);
    text += "      " + y + " += " + decimal(s.at_once) + ";\n";
    for (const StripMove& m : step.moves)
      if (m.by > 0 && m.kept > 0) text += move(m.tensor, decimal(m.by), decimal(m.kept));
    return text;
  }

  const Program& p_;
  const RowChain& chain_;
  const RowNames& names_;
  std::vector<Location> lines_;  // named line0, line1, ...
  std::string locals_;           // their declarations
  Ends ends_;
};

}  // namespace

std::string line_start(const RowChain& chain, TensorId t) {
  const bool streamed = t == chain.stream.tensor;
  if (!streamed && is_whole_line(chain, t)) return "0";
  const Line line = line_of(chain, t);
  std::string text = made(line.maker);
  for (const LineReader& r : line.readers)
    text = "nook_strip_start(" + over(made(r.stage), r.ratio) + ", " + decimal(r.stride) + ", " +
           decimal(r.before) + ", " + text + ")";
  return text;
}

std::string strip_loop(const Program& program, const RowChain& chain, const RowNames& names) {
  return StripLoop(program, chain, names).str();
}

}  // namespace nookc
