#include "nook/core/reason.h"
#include "nook/interp/buffers.h"
#include "nook/interpreter.h"
#include "nook/model/builtin_names.h"
#include "nook/model/fault.h"

namespace nook {
namespace {

// Writes text to the caller's memory, cut at its end.
class Text {
 public:
  Text(char* text, size_t bytes) : text_(text), left_(bytes) {
    if (bytes > 0) *text_ = 0;
  }

  Text& operator<<(const char* words) {
    for (; *words && left_ > 1; --left_) *text_++ = *words++;
    if (left_ > 0) *text_ = 0;
    return *this;
  }
  template <class Number>
  Text& operator<<(Number number) {
    const int64_t value = static_cast<int64_t>(number);
    uint64_t rest = value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
    char digits[24];
    char* at = digits + sizeof digits - 1;
    *at = 0;
    do *--at = static_cast<char>('0' + rest % 10);
    while (rest /= 10);
    if (value < 0) *--at = '-';
    return *this << static_cast<const char*>(at);
  }

 private:
  char* text_;
  size_t left_;
};

const char* reason_text(uint8_t reason) {
  constexpr const char* kTexts[] = {
#define NOOK_REASON(name, code, text) text,
#include "nook/core/reasons.inc"
#undef NOOK_REASON
  };
  return reason < sizeof kTexts / sizeof *kTexts ? kTexts[reason] : "";
}

const char* fault_text(uint8_t fault) {
  constexpr const char* kTexts[] = {
#define NOOK_FAULT(name, code, text) text,
#include "nook/model/faults.inc"
#undef NOOK_FAULT
  };
  return fault < sizeof kTexts / sizeof *kTexts ? kTexts[fault] : "";
}

const char* plan_text(uint8_t fault) {
  constexpr const char* kTexts[] = {"",  // in the order of PlanFault
                                    "the plan is too short",
                                    "it is in a wrong pool",
                                    "it is outside the pool",
                                    "its offset is misaligned",
                                    "it is not where it is pinned",
                                    "both are needed at once and share bytes"};
  return fault < sizeof kTexts / sizeof *kTexts ? kTexts[fault] : "";
}

// A name from a model may contain any bytes.
void name_custom(Text& text, const nook_interpreter_fault& fault) {
  constexpr uint32_t kMost = 48;
  for (uint32_t i = 0; i < fault.op_name_length && i < kMost; ++i) {
    const char c = fault.op_name[i];
    const char one[] = {c > ' ' && c <= '~' ? c : '?', 0};
    text << one;
  }
}

void name_role(Text& text, const nook_interpreter_fault& fault, int role, int32_t index) {
  constexpr const char* kRoles[] = {"",
                                    "the model",
                                    "operator",
                                    "input",
                                    "output",
                                    "persistent memory",
                                    "scratch",
                                    "working memory",
                                    "the plan",
                                    "the arena",
                                    "memory for constants"};
  text << kRoles[role];
  if (role == NOOK_ROLE_OPERATOR) {
    text << " " << index << " ";
    if (fault.op_name) {
      name_custom(text, fault);
    } else {
      text << builtin_name(fault.op_code);
    }
    text << " version " << fault.op_version;
  }
  if (role == NOOK_ROLE_INPUT || role == NOOK_ROLE_OUTPUT) text << " " << index;
}

void need_and_have(Text& text, const nook_interpreter_fault& fault, const char* unit) {
  text << "need " << fault.need << unit << ", have " << fault.have;
}

void describe_operator(Text& text, const nook_interpreter_fault& fault) {
  if (fault.reason == 0) {
    text << (fault.status == NOOK_UNSUPPORTED
                 ? "it is not in the resolver"
                 : "its operands or options are malformed, or of a kind that this build does not support");
    return;
  }
  text << reason_text(fault.reason) << " at ";
  if (fault.operand >= kFirstOutput) {
    text << "result " << fault.operand - kFirstOutput;
  } else {
    text << "operand " << fault.operand;
  }
  text << ": need " << static_cast<int32_t>(fault.need) << ", have " << static_cast<int32_t>(fault.have);
}

void describe_plan(Text& text, const nook_interpreter_fault& fault) {
  if (fault.plan_fault == interp::kNoRows) {
    text << "operator " << fault.index << " is to run row by row, which it can't there";
  } else if (fault.plan_fault != 0) {
    text << "buffer " << fault.index;
    if (fault.other >= 0) text << " and buffer " << fault.other;
    text << ": " << plan_text(fault.plan_fault);
  } else if (fault.status == NOOK_UNSUPPORTED) {
    text << "the model has none (metadata OfflineMemoryAllocation, NookRowChains)";
  } else if (fault.status == NOOK_NULL) {
    text << "no planner, or none of its plan, was given";
  } else if (fault.status == NOOK_MISALIGNED) {
    text << "need an address that is a multiple of " << fault.need;
  } else if (fault.need > 0 || fault.have > 0) {
    text << "it is of another version or another model, offsets: ";
    need_and_have(text, fault, "");
  } else {
    text << "buffer " << fault.index << " can't be placed where it is to be";
  }
}

void describe_model(Text& text, const nook_interpreter_fault& fault) {
  if (fault.status == NOOK_NULL) {
    text << "it is missing, or the resolver, options.planner or options.check is";
    return;
  }
  if (fault.status == NOOK_UNSUPPORTED && fault.reason == 0) {
    text << "subgraphs or sizes: ";
    need_and_have(text, fault, "");
    return;
  }
  if (fault.index >= 0) text << "tensor " << fault.index << ": ";
  if (fault.reason == 0) {
    text << "it is read before it is written";
    return;
  }
  text << fault_text(fault.reason);
  if (fault.need || fault.have)
    text << ": need " << static_cast<int32_t>(fault.need) << ", have " << static_cast<int32_t>(fault.have);
}

void describe_buffer(Text& text, const nook_interpreter_fault& fault) {
  switch (fault.status) {
    case NOOK_NULL:
      text << "it was not given, need " << fault.need << " bytes";
      break;
    case NOOK_MISALIGNED:
      text << "need an address that is a multiple of " << fault.need << ", have one that is " << fault.have
           << " above";
      break;
    case NOOK_NO_MEMORY:
      need_and_have(text, fault, " bytes");
      break;
    case NOOK_OVERLAP:
      text << "it shares bytes with ";
      name_role(text, fault, fault.operand, fault.other);
      break;
    case NOOK_UNSUPPORTED:
      text << "it can't be in the scratch: it is an input, a constant or another output as well";
      break;
    case NOOK_BAD_MODEL:
      if (fault.role == NOOK_ROLE_CONSTANTS) {
        text << "what it holds was not packed for this model and these kernels (nook pack)";
        break;
      }
      text << "it is not a tensor, or is a constant, or is given twice";
      break;
    default:
      text << "it is not a tensor, or is a constant, or is given twice";
      break;
  }
}

}  // namespace
}  // namespace nook

extern "C" void nook_describe_fault(const nook_interpreter_fault* fault, char* text, size_t bytes) {
  nook::Text out(text, text ? bytes : 0);
  if (!fault || fault->status == NOOK_OK) {
    out << (fault ? "ok" : "");
    return;
  }
  if (fault->role == NOOK_ROLE_NONE) {
    out << "an argument is null";
    return;
  }
  nook::name_role(out, *fault, fault->role, fault->index);
  out << ": ";
  if (fault->role == NOOK_ROLE_OPERATOR) {
    nook::describe_operator(out, *fault);
  } else if (fault->role == NOOK_ROLE_PLAN) {
    nook::describe_plan(out, *fault);
  } else if (fault->role == NOOK_ROLE_MODEL) {
    nook::describe_model(out, *fault);
  } else {
    nook::describe_buffer(out, *fault);
  }
}
