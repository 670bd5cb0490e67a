// The operators of an interpreter with TensorFlow Lite Micro's interface.
#pragma once
#include "nook/compat/tflm_kernel.h"
#include "nook/compat/tflm_operators.h"
#include "nook/compat/tflm_register.h"
#include "nook/interpreter.h"
#include "nook/ops/all.h"
#include "nook/ops/contract/control_flow.h"

namespace tflite {
namespace detail {

template <class T, class... Others>
constexpr bool is_one_of = false;
template <class T, class First, class... Others>
constexpr bool is_one_of<T, First, Others...> = is_one_of<T, Others...>;
template <class T, class... Others>
constexpr bool is_one_of<T, T, Others...> = true;

}  // namespace detail

class MicroOpResolver {
 public:
  nook::Resolver resolver() const { return {ops_, count_}; }
  // Null unless an operator that needs it was added; then it is not linked.
  const nook_control* control() const { return control_; }
  const nook_variables* variables() const { return variables_; }
  // The registrations of AddCustom(), each at the index of its entry.
  const TFLMRegistration* registrations() const { return registrations_; }
  detail::OwnOperators::Functions functions() const { return functions_; }

 protected:
  MicroOpResolver(const nook::OpEntry* ops, const TFLMRegistration* registrations)
      : ops_(ops), registrations_(registrations) {}
  MicroOpResolver(const MicroOpResolver&) = delete;
  MicroOpResolver& operator=(const MicroOpResolver&) = delete;

  const nook::OpEntry* ops_;
  const TFLMRegistration* registrations_;
  size_t count_ = 0;
  const nook_control* control_ = nullptr;
  const nook_variables* variables_ = nullptr;
  detail::OwnOperators::Functions functions_ = nullptr;
};

// At most N operators.
template <unsigned N>
class MicroMutableOpResolver : public MicroOpResolver {
 public:
  MicroMutableOpResolver() : MicroOpResolver(entries_, registrations_) {}

  // An operator of the application, under the name that models use. `name` must stay in memory; the
  // registration is copied.
  TfLiteStatus AddCustom(const char* name, const TFLMRegistration* registration) {
    if (count_ == N || !name || !registration || !registration->invoke) return kTfLiteError;
    for (size_t i = 0; i < count_; ++i)
      if (is_custom(entries_[i].code) && strcmp(entries_[i].name, name) == 0) return kTfLiteError;
    registrations_[count_] = *registration;
    entries_[count_] = {static_cast<nook::OpCode>(detail::kFirstOwn + static_cast<int32_t>(count_)), name,
                        detail::OwnOperators::prepare};
    functions_ = detail::OwnOperators::set_functions;
    ++count_;
    return kTfLiteOk;
  }

#define NOOK_OP(Type, folder, number)                                       \
  template <class... Forms>                                                 \
  TfLiteStatus Add##Type(detail::Registration<nook::Type, Forms...> = {}) { \
    return add<nook::Type, Forms...>(#Type);                                \
  }
#define NOOK_CUSTOM_OP(Type, folder, number, name) NOOK_OP(Type, folder, number)
#include "nook/ops/ops.inc"
#undef NOOK_OP
#undef NOOK_CUSTOM_OP
  // The operators below run subgraphs, whose code does not count towards N.
  TfLiteStatus AddIf() {
    control_ = &nook_control_flow;
    return kTfLiteOk;
  }
  TfLiteStatus AddWhile() { return AddIf(); }
  // Offline compilers emit an operator of this name for an Ethos-U. Without one in the model, nothing is
  // needed.
  TfLiteStatus AddEthosU() { return kTfLiteOk; }
  // Operators whose structs have other names in nook.
  TfLiteStatus AddBatchMatMul() { return AddBatchMatmul(); }
  TfLiteStatus AddCumSum() { return AddCumsum(); }
  TfLiteStatus AddUnidirectionalSequenceLSTM() { return AddUnidirectionalSequenceLstm(); }
  TfLiteStatus AddPadV2() { return AddPadv2(); }
  TfLiteStatus AddShape() { return AddShapeOf(); }
  TfLiteStatus AddDecode() { return AddTflmDecode(); }
  TfLiteStatus AddDetectionPostprocess() { return AddDetectionPostProcess(); }
  TfLiteStatus AddDelay() { return AddSignalDelay(); }
  TfLiteStatus AddEnergy() { return AddSignalEnergy(); }
  TfLiteStatus AddFftAutoScale() { return AddSignalFftAutoScale(); }
  TfLiteStatus AddFilterBank() { return AddSignalFilterBank(); }
  TfLiteStatus AddFilterBankLog() { return AddSignalFilterBankLog(); }
  TfLiteStatus AddFilterBankSpectralSubtraction() { return AddSpectralSubtraction(); }
  TfLiteStatus AddFilterBankSquareRoot() { return AddSignalFilterBankSquareRoot(); }
  TfLiteStatus AddFramer() { return AddSignalFramer(); }
  TfLiteStatus AddIrfft() { return AddSignalIrfft(); }
  TfLiteStatus AddOverlapAdd() { return AddSignalOverlapAdd(); }
  TfLiteStatus AddPCAN() { return AddSignalPcan(); }
  TfLiteStatus AddRfft() { return AddSignalRfft(); }
  TfLiteStatus AddStacker() { return AddSignalStacker(); }
  TfLiteStatus AddWindow() { return AddSignalWindow(); }

  unsigned int GetRegistrationLength() const { return static_cast<unsigned int>(count_); }

 private:
  template <class Op, class... Forms>
  TfLiteStatus add(const char* name) {
    if (count_ == N) return kTfLiteError;
    if constexpr (detail::is_one_of<Op, nook::VarHandle, nook::ReadVariable, nook::AssignVariable,
                                    nook::CallOnce>)
      variables_ = &nook_resource_variables;
    nook::OpEntry& entry = entries_[count_++];
    entry = nook::op_entry<Op, Forms...>();
    if (!entry.name) entry.name = name;  // for the profiler
    return kTfLiteOk;
  }

  nook::OpEntry entries_[N] = {};
  TFLMRegistration registrations_[N] = {};
};

}  // namespace tflite
