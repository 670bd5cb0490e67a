#include "nookc/middle/plan/formats/plan_header.h"

#include <algorithm>

#include "nookc/core/text.h"

namespace nookc {
namespace {

Diag bad(const std::string& file, const std::string& what,
         const std::string& hint = "as nook plan -o plan.h writes it") {
  return {Exit::kUsage, "N2017", file, what, hint};
}

// The text with each C comment replaced by a blank.
std::string without_comments(const std::string& text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool block = text.compare(i, 2, "/*") == 0, line = text.compare(i, 2, "//") == 0;
    if (!block && !line) {
      plain += text[i];
      continue;
    }
    const size_t end = text.find(block ? "*/" : "\n", i + 2);
    plain += ' ';
    if (end == std::string::npos) break;
    i = end + (block ? 1 : 0);
  }
  return plain;
}

// Scans a text from left to right.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool done() {
    skip_blanks();
    return text_.empty();
  }
  // Continues after the next occurrence of `word`.
  bool find(std::string_view word) {
    const size_t at = text_.find(word);
    if (at == std::string_view::npos) return false;
    text_.remove_prefix(at + word.size());
    return true;
  }
  bool take(std::string_view word) {
    skip_blanks();
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }
  bool number(int64_t* value) {
    skip_blanks();
    const size_t end =
        std::min(text_.find_first_not_of("0123456789", text_.starts_with('-') ? 1 : 0), text_.size());
    const bool fine = end <= 12 && parse_int(std::string(text_.substr(0, end)), value);
    if (fine) text_.remove_prefix(end);
    return fine;
  }
  void skip() { text_.remove_prefix(1); }

 private:
  void skip_blanks() { text_.remove_prefix(std::min(text_.find_first_not_of(" \t\r\n"), text_.size())); }
  std::string_view text_;
};

// Reads an array of the count and the offsets, "3, 0, 16, 0 }", after its opening brace.
bool read_array(Scanner& at, std::vector<int64_t>* offsets) {
  int64_t value = 0;
  if (!at.number(&value)) return false;
  const int64_t count = value;
  while (at.take(",") && at.number(&value)) offsets->push_back(value);
  return at.take("}") && count == static_cast<int64_t>(offsets->size());
}

// Reads "[3] = { .offset = 400 }" or "{ 400 }", after the brace of an initializer of `offsets->size()`
// entries.
Status read_entries(Scanner& at, const std::string& file, std::vector<int64_t>* offsets) {
  int64_t next = 0, offset = 0;
  while (!at.done() && !at.take("}")) {
    const bool numbered = at.take("[");
    if (numbered && !(at.number(&next) && at.take("]") && at.take("=")))
      return bad(file, "need [number] = before an entry");
    if (!at.take("{")) {
      if (numbered) return bad(file, "need { after [" + std::to_string(next) + "] =");
      at.skip();
      continue;
    }
    if (at.take(".") && !(at.take("offset") && at.take("="))) return bad(file, "need .offset = in an entry");
    if (!at.number(&offset)) return bad(file, "entry " + std::to_string(next) + " has no offset");
    if (next < 0 || static_cast<size_t>(next) >= offsets->size())
      return bad(file, "entry " + std::to_string(next) + " is after the last buffer");
    (*offsets)[static_cast<size_t>(next++)] = offset;
    at.take(",");
    if (!at.take("}"))
      return bad(file, "entry " + std::to_string(next - 1) + " does not end after its offset");
  }
  return Done{};
}

// The text for a header's comment.
const char* purpose(PlanOf what) {
  switch (what) {
    case PlanOf::kProblem:
      return " * No two buffers that are live at once share a byte. C99 and C++.";
    case PlanOf::kModel:
      return " * For TensorFlow Lite Micro's planner shim: the tensors of the model in their order, without "
             "the\n"
             " * scratch that its kernels may ask for. No two buffers that are live at once share a byte. "
             "C99 and "
             "C++.";
    case PlanOf::kInterpreter:
      return " * For nook_shim_planner(): what nook's interpreter places, with the scratch of its kernels. "
             "No two\n"
             " * buffers that are live at once share a byte. TensorFlow Lite Micro places other buffers: its "
             "shim "
             "takes\n"
             " * the plan that is made without --engine. C99 and C++.";
    case PlanOf::kOverlaps:
      break;
  }
  return " * For nook_shim_planner() alone, of the same nook: buffers that are live at once share bytes "
         "where its\n"
         " * kernels write over their inputs (--overlap). Other kernels compute garbage in these places, and "
         "the\n"
         " * shim of TensorFlow Lite Micro does not notice. C99 and C++.";
}

}  // namespace

std::vector<PlanEntry> plan_entries(const Task& task, const Solution& plan,
                                    const std::vector<int32_t>& slots) {
  const auto entry = [&](size_t i) {
    return PlanEntry{plan.offsets[i],
                     task.buffers[i].name + ", " + std::to_string(task.buffers[i].buffer.size) + " bytes"};
  };
  std::vector<PlanEntry> entries;
  if (slots.empty())
    for (size_t i = 0; i < task.buffers.size(); ++i) entries.push_back(entry(i));
  for (const int32_t slot : slots)
    entries.push_back(slot >= 0 ? entry(static_cast<size_t>(slot))
                                : PlanEntry{0, "not in the scratch, ignored"});
  return entries;
}

bool overlaps(const Task& task, const Solution& plan) {
  return std::ranges::any_of(task.separations, [&](const nook::Separation& s) {
    const size_t a = static_cast<size_t>(s.upper), b = static_cast<size_t>(s.lower);
    return plan.offsets[a] < plan.offsets[b] + task.buffers[b].buffer.size &&
           plan.offsets[b] < plan.offsets[a] + task.buffers[a].buffer.size;
  });
}

std::string plan_header(const std::vector<PlanEntry>& entries, int64_t height, const std::string& name,
                        PlanOf what) {
  const char* const guard = "TENSORFLOW_LITE_MICRO_MEMORY_PLANNER_MEMORY_PLAN_STRUCT_H_";
  const std::string count = std::to_string(entries.size()), many = name + "Entries";
  std::string text =
      "/* The offsets of " + count + " buffers in " + std::to_string(height) + " bytes, by nook plan.\n" +
      purpose(what) +
      " */\n#pragma once\n#pragma GCC system_header /* designators are of C99 and C++20 */\n\n#ifdef " +
      guard + " /* whose BufferPlan has room for one entry */\nstatic const struct " + many +
      " {\n  int32_t buffer_count;\n  tflite::BufferDescriptor buffer_plan_entries[" +
      std::to_string(std::max<size_t>(entries.size(), 1)) + "];\n} " + name + "Data = {\n" +
      "#else\n#include \"nook/buffer_plan.h\"\nstatic const struct BufferPlan " + name +
      " = {\n#endif\n  .buffer_count = " + count + ",\n  .buffer_plan_entries = {\n";
  for (size_t i = 0; i < entries.size(); ++i) {
    std::string comment;  // removes anything that could end the comment
    for (const char c : entries[i].what) comment += c < ' ' || c > '~' || c == '*' || c == '\\' ? '_' : c;
    const std::string number = "[" + std::to_string(i) + "]";
    text += "    " + number + " = { .offset = " + std::to_string(entries[i].offset) + " }, /* " + number +
            " " + comment + " */\n";
  }
  return text + "  }\n};\n#ifdef " + guard + "\nstatic const tflite::BufferPlan& " + name +
         " =\n    *reinterpret_cast<const tflite::BufferPlan*>(&" + name + "Data.buffer_count);\n#endif\n";
}

bool is_plan_header(const std::string& text) {
  return text.find("BufferPlan") != std::string::npos ||
         text.find("buffer_plan_entries") != std::string::npos;
}

Result<std::vector<int64_t>> read_plan_header(const std::string& text, const std::string& file,
                                              std::optional<size_t> need) {
  const std::string plain = without_comments(text);
  const Diag none = bad(file, "it is not JSON, CSV or a C BufferPlan", "docs/planning.md shows each");
  Scanner head(plain), at(plain);
  std::vector<int64_t> offsets;
  int64_t count = 0;
  const bool written = at.find(".buffer_plan_entries");
  if (written) {
    if (!head.find(".buffer_count") || !head.take("=") || !head.number(&count)) return none;
    at.take("=");
    at.take("{");
  } else {
    at = Scanner(plain);
    if (!at.find("[]") || !at.take("=") || !at.take("{") || !read_array(at, &offsets)) return none;
    count = static_cast<int64_t>(offsets.size());
  }
  if (need && count != static_cast<int64_t>(*need))
    return bad(file, "need " + std::to_string(*need) + " buffers, have " + std::to_string(count),
               "a plan belongs to one problem");
  if (!written) return offsets;
  // Each entry takes at least one byte.
  if (count < 0 || count > static_cast<int64_t>(text.size())) return none;
  offsets.assign(static_cast<size_t>(count), nook::kAnywhere);
  if (const Status fine = read_entries(at, file, &offsets); !fine) return fine.diag();
  return offsets;
}

}  // namespace nookc
