// The interface of TensorFlow Lite Micro's interpreter, implemented by nook's: a program compiles after its
// includes of tensorflow/lite are replaced by this one. docs/from-tflm.md shows each call next to nook's own,
// which new code should use: with one arena for everything, an application cannot share its scratch.
//
// Intentional differences:
//   - GetModel(pointer) cannot know the length of the file and trusts it, as upstream does. GetModel(array)
//     and GetModel(pointer, bytes) check the file.
//   - Add...() links all element types of an operator, or only the named ones:
//     AddConv2D<nook::Conv2DS8>().
//   - input(i) and output(i) serve up to kMostTensors tensors each.
#pragma once
#include <stdarg.h>
#include <string.h>

#include "nook/compat/tflm_allocator.h"
#include "nook/compat/tflm_profiler_interface.h"
#include "nook/compat/tflm_resolver.h"
#include "nook/compat/tflm_types.h"
#include "nook/interp/buffers.h"
#include "nook/interp/build.h"
#include "nook/interp/interpreter.h"
#include "nook/interp/on_stack.h"
#include "nook/interp/stepwise.h"
#include "nook/interp/working.h"
#include "nook/ops/contract/control_flow.h"
#include "nook/ops/table.h"

#define TFLITE_SCHEMA_VERSION 3

namespace tflite {

// A model whose bytes must stay in place.
struct Model {
  nook::Result<nook::Model> view = nook::Code::kNull;
  nook::ModelFault why = {};  // the reason if the model is refused
  // 0 if the file is refused.
  uint32_t version() const { return view ? TFLITE_SCHEMA_VERSION : 0; }
};

namespace detail {

inline Model* next_model() {
  static Model models[8];
  static unsigned count = 0;
  Model* const model = &models[count++ % 8];
  *model = {};
  return model;
}

}  // namespace detail

// Keeps the last eight models; a ninth replaces the oldest. An interpreter copies the model that it is given.
inline const Model* GetModel(const void* data, size_t bytes) {
  Model* const model = detail::next_model();
  model->view = nook::Model::open({static_cast<const uint8_t*>(data), bytes}, &model->why);
  return model;
}
template <size_t N>
const Model* GetModel(const unsigned char (&data)[N]) {
  return GetModel(data, N);
}
// Trusts the file, whose length is unknown, and checks only its address.
inline const Model* GetModel(const void* data) {
  Model* const model = detail::next_model();
  const auto* const file = static_cast<const uint8_t*>(data);
  model->why.fault = nook::Fault::kNoFile;
  if (!file) return model;
  model->why.fault = nook::Fault::kFileMisaligned, model->view = nook::Code::kMisaligned;
  if (reinterpret_cast<uintptr_t>(file) % 4 == 0) model->view = nook::Model::trusted({file, INT32_MAX});
  return model;
}

inline void InitializeTarget() {}

// Receives the reason why AllocateTensors() failed.
class ErrorReporter {
 public:
  virtual ~ErrorReporter() = default;
  static void operator delete(void*) {}  // never on a heap
  virtual int Report(const char* format, va_list arguments) = 0;
  int Report(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int result = Report(format, arguments);
    va_end(arguments);
    return result;
  }
};

// The interpreter finds the variables of a model itself; this class allocates nothing.
class MicroResourceVariables {
 public:
  static MicroResourceVariables* Create(MicroAllocator*, int) { return nullptr; }
};

namespace detail {

// Extra bytes for pointers of unknown alignment.
constexpr size_t kPersistentSlack = 7, kScratchSlack = 15;

template <class T>
T* aligned(T* pointer, size_t slack) {
  return reinterpret_cast<T*>((reinterpret_cast<uintptr_t>(pointer) + slack) &
                              ~static_cast<uintptr_t>(slack));
}

inline size_t working_of(const nook::Model& model, const nook::InterpreterOptions& options) {
  return nook::interp::working_need(model, nook::interp::workload_of(model), options);
}
// Whether the construction with four buffers works in the scratch because it does not fit on the stack.
inline bool lends_scratch(const nook::Model& model, const nook::InterpreterOptions& options) {
  return working_of(model, options) > nook::interp::kMostOnStack;
}

inline TfLiteStatus query(const Model* model, const nook::Resolver& resolver, const nook_control* control,
                          const nook_variables* variables, int32_t* const (&to)[4]) {
  nook::MemorySizes sizes{};
  nook::InterpreterOptions options;
  nook::InterpreterFault fault;
  options.control = control, options.variables = variables;
  bool fine = model && model->view;
  if (fine && lends_scratch(*model->view, options)) {
    const bool flows = control && nook::has_control_flow(*model->view);
    nook::interp::StepwiseSizes* const ask =
        flows ? nook::interp::stepwise_control_sizes : nook::interp::stepwise_sizes;
    fine = ask(*model->view, resolver, options, &sizes, &fault) == nook::Code::kOk;
    if (sizes.working > sizes.scratch) sizes.scratch = sizes.working;
  } else if (fine) {
    fine = nook::memory_sizes(*model->view, resolver, options, &sizes, &fault) == nook::Code::kOk;
  }
  const size_t slack[] = {0, 0, kPersistentSlack, kScratchSlack};
  const size_t bytes[] = {sizes.inputs, sizes.outputs, sizes.persistent, sizes.scratch};
  for (int i = 0; i < 4; ++i) fine &= to[i] && bytes[i] <= INT32_MAX - slack[i];
  for (int i = 0; i < 4; ++i)
    if (to[i]) *to[i] = fine ? static_cast<int32_t>(bytes[i] + slack[i]) : -1;
  return fine ? kTfLiteOk : kTfLiteError;
}

}  // namespace detail

// Returns the bytes of the four buffers for MicroInterpreter: inputs and outputs at a multiple of 4, or of 8
// if there are elements of 8 bytes among them, contiguous; the others at any address. The query works on the
// stack, in up to 8192 bytes. For a model with more than about fifty operators, its time is quadratic in
// their number, the scratch includes the room that the construction needs, and the persistent memory may
// include one table of scales too many. All -1 and kTfLiteError: the model is refused, a size exceeds an
// int32_t, a pointer is null, or the stack has no room for an operator with more than about a hundred
// operands or for more than 8,192 subgraphs (nook::memory_requirements() answers for those). This function
// links every operator.
inline TfLiteStatus GetMemRequirements(const Model* model, int32_t* inp_sz, int32_t* out_sz,
                                       int32_t* persist_sz, int32_t* scratch_sz) {
  return detail::query(model, nook::resolver(nook::all_ops()), &nook_control_flow, &nook_resource_variables,
                       {inp_sz, out_sz, persist_sz, scratch_sz});
}
// This overload links only the operators of the resolver.
inline TfLiteStatus GetMemRequirements(const Model* model, const MicroOpResolver& op_resolver,
                                       int32_t* inp_sz, int32_t* out_sz, int32_t* persist_sz,
                                       int32_t* scratch_sz) {
  return detail::query(model, op_resolver.resolver(), op_resolver.control(), op_resolver.variables(),
                       {inp_sz, out_sz, persist_sz, scratch_sz});
}

// With an arena or an allocator, inputs and outputs are in the arena, as in TensorFlow Lite Micro.
class MicroInterpreter {
 public:
  static constexpr uint32_t kMostTensors = 8;

  MicroInterpreter(const Model* model, const MicroOpResolver& op_resolver, uint8_t* tensor_arena,
                   size_t tensor_arena_size, MicroResourceVariables* = nullptr,
                   MicroProfilerInterface* profiler = nullptr)
      : model_(model ? *model : Model()),
        resolver_(op_resolver.resolver()),
        control_(op_resolver.control()),
        variables_(op_resolver.variables()),
        own_(MicroAllocator::of(tensor_arena, tensor_arena_size)),
        allocator_(&own_),
        own_operators_(op_resolver.registrations(), op_resolver.functions()),
        profiler_(profiler) {}
  // The allocator must live as long as the interpreter.
  MicroInterpreter(const Model* model, const MicroOpResolver& op_resolver, MicroAllocator* allocator,
                   MicroResourceVariables* = nullptr, MicroProfilerInterface* profiler = nullptr)
      : model_(model ? *model : Model()),
        resolver_(op_resolver.resolver()),
        control_(op_resolver.control()),
        variables_(op_resolver.variables()),
        allocator_(allocator),
        own_operators_(op_resolver.registrations(), op_resolver.functions()),
        profiler_(profiler) {}
  // Four buffers of the application, as large as GetMemRequirements() says. Inputs stay where the application
  // put them; nothing is copied. The scratch is free between two inferences.
  MicroInterpreter(const Model* model, const MicroOpResolver& op_resolver, uint8_t* p_inp, uint8_t* p_out,
                   uint8_t* p_persist, uint8_t* p_scratch, ErrorReporter* error_reporter,
                   Profiler* profiler = nullptr)
      : model_(model ? *model : Model()),
        resolver_(op_resolver.resolver()),
        control_(op_resolver.control()),
        variables_(op_resolver.variables()),
        separate_{p_inp, p_out, p_persist, p_scratch},
        planner_(&nook_greedy_planner),
        reporter_(error_reporter),
        own_operators_(op_resolver.registrations(), op_resolver.functions()),
        profiler_(profiler) {}
  MicroInterpreter(const MicroInterpreter&) = delete;
  MicroInterpreter& operator=(const MicroInterpreter&) = delete;
  ~MicroInterpreter() { own_operators_.end(); }

  // kTfLiteError: error() says why. Works in the free part of the arena, or on the stack with at most 8192
  // bytes.
  TfLiteStatus AllocateTensors() {
    fault_ = nook::interp::no_fault(), ready_ = false, interpreter_ = {};
    if (!model_.view) {
      const nook::ModelFault& why = model_.why;
      (void)nook::interp::refuse_tensor(&fault_, why.index, {why.fault, why.need, why.have});
      fault_.status = static_cast<nook_status>(model_.view.code());  // null if no Model was passed
      return report(kTfLiteError);
    }
    if (!allocator_ && !planner_)
      return report(refuse(NOOK_NULL, NOOK_ROLE_ARENA, sizeof(MicroAllocator), 0));
    if (allocator_) fault_ = allocator_->misfit();
    if (fault_.status != NOOK_OK) return report(kTfLiteError);
    const nook::Model& model = *model_.view;
    const nook::SubgraphView graph = model.subgraph(0);
    size_t buffers = 0;
    for (uint32_t s = 0; s < (control_ ? model.subgraph_count() : 1); ++s)
      buffers += size_t{model.subgraph(s).tensor_count()} + model.subgraph(s).operator_count();
    const size_t working = control_ ? nook::control_bytes(model) : nook::working_bytes(model);
    const size_t room =
        allocator_ ? working + buffers * sizeof(int32_t) : detail::working_of(model, options());
    const auto make = [&](nook::Span<uint8_t> memory) {
      return build(model, memory, allocator_ ? buffers : 0);
    };
    const nook::Span<uint8_t> free = allocator_ ? allocator_->scratch() : working_in_scratch(model, room);
    nook::Code code = nook::Code::kNoMemory;
    (void)refuse(NOOK_NO_MEMORY, NOOK_ROLE_WORKING, room, free.size());
    if (free.size() >= room) code = make({free.data(), room});
    if (code != nook::Code::kOk && fault_.role == NOOK_ROLE_WORKING && room <= nook::interp::kMostOnStack)
      code = nook::interp::run_on_stack(room, make);
    // Memory missing in working memory is missing in the arena.
    if (code != nook::Code::kOk && fault_.role == NOOK_ROLE_WORKING && allocator_)
      (void)refuse(NOOK_NO_MEMORY, allocator_->shared_ ? NOOK_ROLE_ARENA : NOOK_ROLE_SCRATCH,
                   allocator_->bytes() + fault_.need - fault_.have, allocator_->bytes());
    if (fault_.status == NOOK_NO_MEMORY && allocator_ && allocator_->is_null(fault_.role))
      fault_.status = NOOK_NULL;
    return report(code == nook::Code::kOk ? describe_interface(graph) : kTfLiteError);
  }

  TfLiteStatus Invoke() {
    if (!ready_ && AllocateTensors() != kTfLiteOk) return kTfLiteError;
    own_operators_.begin(allocator_ ? allocator_->between() : nook::Span<uint8_t>());
    const nook_status done = nook_interpreter_invoke(&interpreter_);
    if (own_operators_.status() != kTfLiteOk) return own_operators_.status();
    return done == NOOK_OK ? kTfLiteOk : done == NOOK_NOT_READY ? kTfLiteAbort : kTfLiteError;
  }
  // The most branches of IF and iterations of WHILE that one Invoke() may run in total; 0, the default: no
  // limit. Invoke() returns kTfLiteError when it reaches the limit. An untrusted file can contain an endless
  // loop.
  void set_subgraph_limit(uint32_t limit) { limit_ = interpreter_.subgraph_limit = limit; }
  // For operators of the application, which find it in their context. May be called once.
  TfLiteStatus SetMicroExternalContext(void* payload) {
    return own_operators_.micro().set_external_context(payload);
  }

  size_t inputs_size() const { return interpreter_.input_count; }
  size_t outputs_size() const { return interpreter_.output_count; }
  TfLiteTensor* input(size_t i) { return i < inputs_size() ? &inputs_[i] : nullptr; }
  TfLiteTensor* output(size_t i) { return i < outputs_size() ? &outputs_[i] : nullptr; }
  TfLiteTensor* input_tensor(size_t i) { return input(i); }
  TfLiteTensor* output_tensor(size_t i) { return output(i); }
  template <class T>
  T* typed_input_tensor(int i) {
    TfLiteTensor* const tensor = input(static_cast<size_t>(i));
    return tensor ? static_cast<T*>(tensor->data.data) : nullptr;
  }
  template <class T>
  T* typed_output_tensor(int i) {
    TfLiteTensor* const tensor = output(static_cast<size_t>(i));
    return tensor ? static_cast<T*>(tensor->data.data) : nullptr;
  }

  // 0 if constructed with four buffers.
  size_t arena_used_bytes() const { return allocator_ && ready_ ? allocator_->used_bytes() : 0; }
  TfLiteStatus initialization_status() const { return model_.view ? kTfLiteOk : kTfLiteError; }
  TfLiteStatus Reset() {
    nook_interpreter_reset(&interpreter_);
    own_operators_.reset();
    return kTfLiteOk;
  }

  // Why AllocateTensors() failed; nook_describe_fault() turns it into a sentence.
  const nook_interpreter_fault& error() const { return fault_; }

 private:
  TfLiteStatus refuse(nook_status status, nook_role role, size_t need, size_t have) {
    fault_.status = status, fault_.role = role, fault_.index = -1, fault_.need = need, fault_.have = have;
    return kTfLiteError;
  }

  void describe(int32_t number, void* data, TfLiteTensor* tensor) const {
    const auto info =
        nook::tensor_info(*model_.view, model_.view->subgraph(0).tensor(static_cast<uint32_t>(number)));
    if (!info) return;  // the interpreter has recorded the error
    tensor->type = detail::type_of(info->type);
    tensor->data.data = data;
    tensor->shape.size = info->shape.rank;
    for (int d = 0; d < info->shape.rank; ++d) tensor->shape.data[d] = info->shape.dim[d];
    tensor->dims = &tensor->shape;
    tensor->params = {info->per_tensor() ? info->scale() : 0.0f, info->zero_point};
    tensor->bytes = static_cast<size_t>(info->bytes());
  }

  nook::InterpreterOptions options() const {
    nook::InterpreterOptions own;
    own.control = control_, own.variables = variables_, own.subgraph_limit = limit_;
    return own;
  }
  // The application's scratch, used as working memory; empty: the stack has room, or there is no such
  // scratch.
  nook::Span<uint8_t> working_in_scratch(const nook::Model& model, size_t room) const {
    const bool lent = separate_.scratch && !detail::wraps(separate_.scratch, room);
    if (!lent || !detail::lends_scratch(model, options())) return {};
    return {separate_.scratch, room};
  }

  TfLiteStatus describe_interface(const nook::SubgraphView& graph);
  nook::Code build(const nook::Model& model, nook::Span<uint8_t> working, size_t buffers);
  nook::Code init(const nook::Model& model, const nook::InterpreterOptions& options,
                  const nook::MemoryRequirements& need, nook::Span<uint8_t> room, const uint8_t* working_end);
  template <class Buffer>
  nook::Code lay(nook_role role, uint8_t* first, const nook_tensor_requirement* tensors, uint32_t count,
                 Buffer* to);
  nook::Code place(const nook::MemoryRequirements& need, const uint8_t* working_end,
                   nook::InterpreterMemory* memory);
  nook::Code check_separate(const nook::MemoryRequirements& need, const nook::InterpreterMemory& memory);

  TfLiteStatus report(TfLiteStatus status) {
    if (status != kTfLiteOk && reporter_)
      reporter_->Report("AllocateTensors: status %d, role %d, index %d: need %u, have %u", fault_.status,
                        fault_.role, static_cast<int>(fault_.index), static_cast<unsigned>(fault_.need),
                        static_cast<unsigned>(fault_.have));
    return status;
  }

  static void on_event(void* user, const nook_event* event) {
    auto& self = *static_cast<MicroInterpreter*>(user);
    if (event->kind == NOOK_EVENT_END) return self.profiler_->EndEvent(self.profiled_);
    self.profiled_ = self.profiler_->BeginEvent(self.name_of(static_cast<uint32_t>(event->node)));
  }
  // The name of an operator; indices continue from subgraph to subgraph.
  const char* name_of(uint32_t node) const {
    uint32_t s = 0;
    for (; node >= model_.view->subgraph(s).operator_count(); ++s)
      node -= model_.view->subgraph(s).operator_count();
    const nook::OperatorView at = model_.view->subgraph(s).op(node);
    const nook::OpEntry* const op = nook::find_op(nook::ops_of(resolver_), at.code(), at.custom_code());
    if (op) return op->name ? op->name : "Operator";
    return nook::is_while(at.code()) ? "While" : "If";
  }

  const Model model_;
  const nook::Resolver resolver_;
  const nook_control* const control_;
  const nook_variables* const variables_;
  MicroAllocator own_;
  MicroAllocator* const allocator_ = nullptr;  // null: four buffers
  struct {
    uint8_t *input, *output, *persistent, *scratch;
  } const separate_ = {};
  const nook_planner* const planner_ = nullptr;  // planner for four buffers
  ErrorReporter* const reporter_ = nullptr;
  detail::OwnOperators own_operators_;
  Profiler* const profiler_ = nullptr;
  uint32_t profiled_ = 0;
  bool ready_ = false;
  uint32_t limit_ = 0;  // limit of subgraphs
  nook_interpreter interpreter_{};
  nook_interpreter_fault fault_{};
  TfLiteTensor inputs_[kMostTensors] = {}, outputs_[kMostTensors] = {};
};

}  // namespace tflite

#include "nook/compat/tflm_construction.h"
