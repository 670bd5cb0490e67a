#include "nookc/interp/needs.h"

#include "nook/interp/build.h"
#include "nookc/import/faults.h"
#include "nookc/lower/visit_form.h"

namespace nookc {
namespace {

// The size of a struct of C whose pointers have 4 bytes, from its fields.
class Bytes32 {
 public:
  template <class T>
  void value(const char*, const T&) {
    add(sizeof(T), alignof(T));
  }
  template <class T>
  void table(const char*, const T*, int32_t) {
    add(4, 4);
  }
  uint32_t bytes() const { return round(at_, alignment_); }

 private:
  static uint32_t round(uint32_t at, uint32_t alignment) {
    return (at + alignment - 1) / alignment * alignment;
  }
  void add(size_t bytes, size_t alignment) {
    const uint32_t to = static_cast<uint32_t>(alignment);
    at_ = round(at_, to) + static_cast<uint32_t>(bytes);
    alignment_ = std::max(alignment_, to);
  }
  uint32_t at_ = 0, alignment_ = 1;
};

uint32_t params_bytes(nook::OpCode code, int32_t form) {
  uint32_t bytes = 0;
  visit_form(code, form, [&]<class Form>(std::type_identity<Form>) {
    const typename Form::Params params{};
    Bytes32 there;
    Form::fields(there, params);
    bytes = there.bytes();
  });
  return bytes;
}

nook::interp::Widths widths_of(const Target& target) {
  if (target.this_machine()) return {};
  nook::interp::Widths widths = nook::interp::kWidths32;
  widths.params = params_bytes;
  return widths;
}

const nook_planner* find_planner(const std::string& name) {
  return name == "offline" ? &nook_offline_planner : &nook_greedy_planner;
}

}  // namespace

std::vector<std::string> planner_names() { return {"greedy", "offline"}; }

Result<InterpreterNeeds> interpreter_needs(std::span<const std::byte> bytes, const std::string& file,
                                           const Target& target, const InterpreterOptions& options) {
  nook::ModelFault broken;
  const auto model =
      nook::Model::open({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}, &broken);
  if (!model) return model_fault(file, model.code(), broken);
  const nook::Resolver resolver = nook::resolver(nook::all_ops());
  const nook_interpreter_options asked = {find_planner(options.planner),
                                          nook_check_model,
                                          options.inputs_in_scratch,
                                          options.outputs_in_scratch,
                                          options.keep_scales,
                                          nullptr,
                                          nullptr};
  const size_t room = nook::interp::working_bytes(nook::interp::workload_of(*model));
  std::vector<uint64_t> working(room / 8 + 1);
  nook_memory_requirements need;
  nook_interpreter_fault fault;
  const nook::Code code =
      nook::interp::require(*model, resolver, asked, widths_of(target),
                            {reinterpret_cast<uint8_t*>(working.data()), working.size() * 8}, &need, &fault);
  if (code != nook::Code::kOk) {
    char text[240];
    nook_describe_fault(&fault, text, sizeof text);
    return Diag{
        Exit::kUnsupported, "N3017", file, text,
        fault.role == NOOK_ROLE_PLAN ? "`nook plan --embed` writes a plan into a copy of the model" : ""};
  }
  return InterpreterNeeds{{need.inputs, need.inputs + need.input_count},
                          {need.outputs, need.outputs + need.output_count},
                          need.persistent,
                          need.scratch,
                          need.working,
                          need.state_bytes};
}

}  // namespace nookc
