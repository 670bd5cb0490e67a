// Runs an application's operators in nook's interpreter: each becomes an entry of its resolver.
#pragma once
#include "nook/compat/tflm_context.h"
#include "nook/interp/resolver.h"

namespace tflite {
namespace detail {

// The first number of these operators; no file contains it.
constexpr int32_t kFirstOwn = 16384;

// The application's operators in one interpreter.
class OwnOperators {
 public:
  // The functions that operators may call on their context; null: there are no such operators, and none of
  // this code is linked.
  using Functions = void (*)(TfLiteContext*);

  OwnOperators(const TFLMRegistration* registrations, Functions functions) : registrations_(registrations) {
    context_.impl_ = &micro_;
    if (functions) functions(&context_);
  }
  static void set_functions(TfLiteContext* context) {
    context->AllocatePersistentBuffer = [](TfLiteContext* self, size_t bytes) {
      return GetMicroContext(self)->AllocatePersistentBuffer(bytes);
    };
    context->RequestScratchBufferInArena = [](TfLiteContext* self, size_t bytes, int* buffer_idx) {
      return GetMicroContext(self)->RequestScratchBufferInArena(bytes, buffer_idx);
    };
    context->GetScratchBuffer = [](TfLiteContext* self, int buffer_idx) {
      return GetMicroContext(self)->GetScratchBuffer(buffer_idx);
    };
    context->GetTensor = [](const TfLiteContext* self, int tensor_idx) {
      return GetMicroContext(self)->AllocateTempTfLiteTensor(tensor_idx);
    };
    context->GetEvalTensor = [](const TfLiteContext* self, int tensor_idx) {
      return GetMicroContext(self)->GetEvalTensor(tensor_idx);
    };
    context->GetExternalContext = [](TfLiteContext* self, TfLiteExternalContextType) {
      return static_cast<TfLiteExternalContext*>(GetMicroContext(self)->external_context());
    };
    context->ReportError = report;
  }
  OwnOperators(const OwnOperators&) = delete;
  OwnOperators& operator=(const OwnOperators&) = delete;

  MicroContext& micro() { return micro_; }
  // The start of the memory that they have allocated.
  uint8_t* const* begin_of_taken() const { return &micro_.high_; }

  // Prepares the operators of one model in this memory; they allocate from its end, permanently.
  void start(nook::Span<uint8_t> memory) {
    end();
    begin(memory);
    restart();
  }
  // The operators are prepared again, with the same results.
  void restart() { last_ = nullptr, micro_.lacking_ = 0, at_hand() = this; }
  // Bytes that an operator could not allocate; 0: none.
  size_t lack() const { return micro_.lacking_; }
  static void finish() { at_hand() = nullptr; }
  void end() {
    for (OwnNode* n = first_; n; n = n->next)
      if (const auto give_back = n->registration->free) give_back(&context_, n->node.user_data);
    first_ = last_ = nullptr;
  }
  void reset() {
    for (OwnNode* n = first_; n; n = n->next)
      if (n->registration->reset) n->registration->reset(&context_, n->node.user_data);
  }

  // Starts an inference, with memory for descriptions of tensors.
  void begin(nook::Span<uint8_t> memory) {
    status_ = kTfLiteOk;
    micro_.low_ = micro_.temp_ = memory.data(), micro_.high_ = memory.data() + memory.size();
  }
  // The result of the last invoke().
  TfLiteStatus status() const { return status_; }

  // nook::OpEntry::prepare for all of them. Only one interpreter at a time is constructed.
  static nook::Code prepare(const nook::NodeView& node, nook::PrepareContext& context,
                            nook::Prepared* prepared) {
    NOOK_CHECK(context, at_hand(), nook::Reason::kNoKernel, 0, 1, 0);
    return at_hand()->prepare_node(node, context, prepared);
  }
  // The object whose operators are being prepared; null in a query without an arena.
  static OwnOperators*& at_hand() {
    static OwnOperators* own = nullptr;
    return own;
  }

 private:
  nook::Code prepare_node(const nook::NodeView& node, nook::PrepareContext& context,
                          nook::Prepared* prepared) {
    OwnNode* own = last_ ? last_->next : first_;
    if (!own) {
      own = make(node);
      NOOK_CHECK(context, own || micro_.lacking_ == 0, nook::Reason::kPersistent, 0, micro_.lacking_,
                 micro_.high_ - micro_.low_);
      NOOK_CHECK(context, own, nook::Reason::kAttribute, 0, 1, 0);
      (last_ ? last_->next : first_) = own;
    }
    last_ = own;
    prepared->params = own, prepared->invoke = invoke;
    prepared->scratch = static_cast<int32_t>(own->scratch_bytes);
    prepared->overlap = [](const nook::KernelEntry*, const void*, int) { return nook::kDisjoint; };
    return nook::Code::kOk;
  }

  // Null: out of memory, or the operator's own prepare() refused.
  OwnNode* make(const nook::NodeView& node) {
    const size_t inputs = node.inputs.size(), all = inputs + node.outputs.size();
    auto* const own = static_cast<OwnNode*>(micro_.take(sizeof(OwnNode), alignof(OwnNode)));
    auto* const tensors = static_cast<OwnTensor*>(micro_.take(all * sizeof(OwnTensor), alignof(OwnTensor)));
    auto* const numbers = static_cast<int*>(micro_.take((all + 2) * sizeof(int), alignof(int)));
    if (!own || !tensors || !numbers) return nullptr;
    own->registration = registrations_ + (static_cast<int32_t>(node.code) - kFirstOwn);
    own->owner = this, own->tensors = {tensors, all};
    for (size_t i = 0; i < all; ++i)
      describe(i < inputs ? node.inputs[i] : node.outputs[i - inputs], tensors[i]);
    const auto list = [&](int* at, size_t first, size_t count) {
      *at = static_cast<int>(count);
      for (size_t i = 0; i < count; ++i)
        at[1 + i] = tensors[first + i].eval.type ? static_cast<int>(first + i) : kTfLiteOptionalTensor;
      return reinterpret_cast<TfLiteIntArray*>(at);
    };
    own->node.inputs = list(numbers, 0, inputs);
    own->node.outputs = list(numbers + 1 + inputs, inputs, node.outputs.size());
    const nook::Span<const uint8_t> options = node.custom_options();
    own->node.custom_initial_data = options.data();
    own->node.custom_initial_data_size = static_cast<int>(options.size());
    return ask(own) == kTfLiteOk ? own : nullptr;
  }

  TfLiteStatus ask(OwnNode* own) {
    const TFLMRegistration& r = *own->registration;
    TfLiteNode& node = own->node;
    micro_.at_ = own;
    const auto* const options = static_cast<const char*>(node.custom_initial_data);
    if (r.init)
      node.user_data = r.init(&context_, options, static_cast<size_t>(node.custom_initial_data_size));
    const TfLiteStatus status = r.prepare ? r.prepare(&context_, &node) : kTfLiteOk;
    if (const auto give_back = status == kTfLiteOk ? nullptr : r.free) give_back(&context_, node.user_data);
    micro_.at_ = nullptr, micro_.temp_ = micro_.low_;
    return status;
  }

  static void describe(const nook::TensorInfo& info, OwnTensor& to) {
    to.eval = {{}, &to.dims, type_of(info.type)};
    to.eval.data.data = const_cast<void*>(info.data);
    to.dims.size = info.shape.rank;
    for (int d = 0; d < info.shape.rank; ++d) to.dims.data[d] = info.shape.dim[d];
    to.scales = info.scales, to.zero_point = info.zero_point, to.channel_axis = info.channel_axis;
    to.constant = info.data != nullptr, to.variable = info.variable;
    to.bytes = info.present() ? static_cast<size_t>(info.bytes()) : 0;
  }

  static void report(TfLiteContext*, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    VMicroPrintf(format, arguments);
    va_end(arguments);
  }

  static void invoke(const void* params, const nook::Io& io) {
    OwnNode& own = *static_cast<OwnNode*>(const_cast<void*>(params));
    OwnOperators& self = *own.owner;
    MicroContext& micro = self.micro_;
    const size_t inputs = static_cast<size_t>(own.node.inputs->size);
    for (size_t i = 0; i < own.tensors.size(); ++i)
      own.tensors[i].eval.data.data = i < inputs ? const_cast<void*>(io.in[i]) : io.out[i - inputs];
    micro.at_ = &own, micro.scratch_ = static_cast<uint8_t*>(io.scratch);
    self.status_ = own.registration->invoke(&self.context_, &own.node);
    micro.at_ = nullptr, micro.scratch_ = nullptr, micro.temp_ = micro.low_;
    if (self.status_ != kTfLiteOk) *io.waits = true;  // ends the inference
  }

  const TFLMRegistration* const registrations_;
  TfLiteContext context_{};
  MicroContext micro_;
  OwnNode *first_ = nullptr, *last_ = nullptr;  // last_: the last one prepared
  TfLiteStatus status_ = kTfLiteOk;
};

}  // namespace detail
}  // namespace tflite
