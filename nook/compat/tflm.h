// The interface of TensorFlow Lite Micro's interpreter, implemented by nook's: a program compiles after its
// includes of tensorflow/lite are replaced by this one. docs/from-tflm.md shows each call beside nook's own,
// which new code should use: with one arena for everything, an application cannot share its scratch.
//
// Different on purpose:
//   - GetModel(pointer) cannot know the length of the file and trusts it, as upstream does. GetModel(array)
//     and GetModel(pointer, bytes) check the file.
//   - Add...() links all element types of an operator, or only those that it names:
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
#include "nook/interp/interpreter.h"
#include "nook/interp/on_stack.h"
#include "nook/ops/table.h"

#define TFLITE_SCHEMA_VERSION 3

namespace tflite {

// A model whose bytes must stay in place.
struct Model {
  nook::Result<nook::Model> view = nook::Code::kNull;
  nook::ModelFault why = {};  // it is refused
  // Of a file that is refused: none.
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

// An interpreter copies what it is given: eight models may wait for theirs at a time.
inline const Model* GetModel(const void* data, size_t bytes) {
  Model* const model = detail::next_model();
  model->view = nook::Model::open({static_cast<const uint8_t*>(data), bytes}, &model->why);
  return model;
}
template <size_t N>
const Model* GetModel(const unsigned char (&data)[N]) {
  return GetModel(data, N);
}
// Trusts the file, whose length is unknown, but for its address.
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

// The interpreter finds the variables of a model by itself; nothing is allocated.
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

inline TfLiteStatus query(const Model* model, const nook::Resolver& resolver, const nook_control* control,
                          const nook_variables* variables, int32_t* const (&to)[4]) {
  nook::MemorySizes sizes{};
  nook::InterpreterOptions options;
  options.control = control, options.variables = variables;
  bool fine =
      model && model->view && nook::memory_sizes(*model->view, resolver, options, &sizes) == nook::Code::kOk;
  const size_t slack[] = {0, 0, kPersistentSlack, kScratchSlack};
  const size_t bytes[] = {sizes.inputs, sizes.outputs, sizes.persistent, sizes.scratch};
  for (int i = 0; i < 4; ++i) fine &= to[i] && bytes[i] <= INT32_MAX - slack[i];
  for (int i = 0; i < 4; ++i)
    if (to[i]) *to[i] = fine ? static_cast<int32_t>(bytes[i] + slack[i]) : -1;
  return fine ? kTfLiteOk : kTfLiteError;
}

}  // namespace detail

// Bytes of the four buffers for MicroInterpreter: inputs and outputs at a multiple of 4, or of 8 if there are
// elements of 8 bytes among them, one after the other; the others at any address. All -1 and kTfLiteError:
// the model is refused, a size is no int32_t, a pointer is null, or the query needs more than 8192 bytes of
// stack (nook::memory_requirements() has no such limit). This function links every operator.
inline TfLiteStatus GetMemRequirements(const Model* model, int32_t* inp_sz, int32_t* out_sz,
                                       int32_t* persist_sz, int32_t* scratch_sz) {
  return detail::query(model, nook::resolver(nook::all_ops()), &nook_control_flow, &nook_resource_variables,
                       {inp_sz, out_sz, persist_sz, scratch_sz});
}
// This one links only those of the resolver.
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
      fault_.status = static_cast<nook_status>(model_.view.code());  // null if there is no Model at all
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
    const size_t room = working + buffers * sizeof(int32_t);
    const auto make = [&](nook::Span<uint8_t> memory) { return build(model, memory, buffers); };
    const nook::Span<uint8_t> free = allocator_ ? allocator_->scratch() : nook::Span<uint8_t>();
    nook::Code code = nook::Code::kNoMemory;
    (void)refuse(NOOK_NO_MEMORY, NOOK_ROLE_WORKING, room, free.size());
    if (free.size() >= room) code = make({free.data(), room});
    if (code != nook::Code::kOk && fault_.role == NOOK_ROLE_WORKING && room <= nook::interp::kMostOnStack)
      code = nook::interp::run_on_stack(room, make);
    // What the working memory lacks, the arena does.
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
  // How many branches of IF and turns of WHILE one Invoke() may run in total; 0, the default: any number.
  // Beyond, it ends with kTfLiteError. An untrusted file can ask for an endless loop.
  void set_subgraph_limit(uint32_t limit) { limit_ = interpreter_.subgraph_limit = limit; }
  // For operators of the application, which find it in their context. Only once.
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

  // 0 with four buffers.
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
    if (!info) return;  // the interpreter has looked
    tensor->type = detail::type_of(info->type);
    tensor->data.data = data;
    tensor->shape.size = info->shape.rank;
    for (int d = 0; d < info->shape.rank; ++d) tensor->shape.data[d] = info->shape.dim[d];
    tensor->dims = &tensor->shape;
    tensor->params = {info->per_tensor() ? info->scale() : 0.0f, info->zero_point};
    tensor->bytes = static_cast<size_t>(info->bytes());
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
  // Of an operator; indices continue from subgraph to subgraph.
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
  const nook_planner* const planner_ = nullptr;  // of four buffers
  ErrorReporter* const reporter_ = nullptr;
  detail::OwnOperators own_operators_;
  Profiler* const profiler_ = nullptr;
  uint32_t profiled_ = 0;
  bool ready_ = false;
  uint32_t limit_ = 0;  // of subgraphs
  nook_interpreter interpreter_{};
  nook_interpreter_fault fault_{};
  TfLiteTensor inputs_[kMostTensors] = {}, outputs_[kMostTensors] = {};
};

inline TfLiteStatus MicroInterpreter::describe_interface(const nook::SubgraphView& graph) {
  for (uint32_t i = 0; i < interpreter_.input_count; ++i)
    describe(graph.inputs()[i], nook_interpreter_input(&interpreter_, i), &inputs_[i]);
  for (uint32_t i = 0; i < interpreter_.output_count; ++i)
    describe(graph.outputs()[i], const_cast<void*>(nook_interpreter_output(&interpreter_, i)), &outputs_[i]);
  return kTfLiteOk;
}

// In working memory, which also has room for the offsets of a planner of the application.
inline nook::Code MicroInterpreter::build(const nook::Model& model, nook::Span<uint8_t> working,
                                          size_t buffers) {
  const nook::Span<uint8_t> free = allocator_ ? allocator_->scratch() : nook::Span<uint8_t>();
  const size_t ends = buffers * sizeof(int32_t);
  const bool in_arena = working.data() == free.data() && !free.empty();
  const nook::Span<uint8_t> beyond =
      in_arena ? nook::Span<uint8_t>{free.data() + working.size(), free.size() - working.size()} : free;
  const bool one_arena = !allocator_ || allocator_->shared_;
  const nook::Span<uint8_t> for_operators = one_arena ? beyond : allocator_->rest();
  uint8_t* const end = free.data() + free.size();
  own_operators_.start(for_operators);
  detail::PlannerOnce theirs(allocator_ ? allocator_->theirs_ : nullptr,
                             {reinterpret_cast<int32_t*>(working.data()), buffers}, beyond.data(),
                             one_arena ? own_operators_.begin_of_taken() : &end);
  const nook_planner* const planner = !allocator_           ? planner_
                                      : allocator_->theirs_ ? theirs.planner()
                                                            : allocator_->planner_;
  nook::InterpreterOptions options(*planner);
  options.inputs_in_scratch = options.outputs_in_scratch = allocator_ ? UINT32_MAX : 0;
  options.control = control_, options.variables = variables_, options.subgraph_limit = limit_;
  if (profiler_) options.event = on_event, options.user = this;
  const nook::Span<uint8_t> room{working.data() + ends, working.size() - ends};
  nook::MemoryRequirements need;
  nook::Code code = nook::memory_requirements(model, resolver_, options, room, &need, &fault_);
  const size_t kept = allocator_ ? allocator_->kept_ : 0;
  if (code == nook::Code::kOk) {
    if (allocator_)
      allocator_->kept_ +=
          static_cast<size_t>(for_operators.data() + for_operators.size() - *own_operators_.begin_of_taken());
    own_operators_.restart();
    code = init(model, options, need, room, in_arena ? working.end() : nullptr);
  }
  // On the stack, so that operators of the application have more of the arena.
  if (code != nook::Code::kOk && in_arena && own_operators_.lack() > 0)
    (void)refuse(NOOK_NO_MEMORY, NOOK_ROLE_WORKING, own_operators_.lack(), 0);
  own_operators_.finish();
  ready_ = code == nook::Code::kOk;
  if (ready_) return code;
  own_operators_.end();
  if (allocator_) allocator_->kept_ = kept;
  return code;
}

// Once the interpreter's needs are known.
inline nook::Code MicroInterpreter::init(const nook::Model& model, const nook::InterpreterOptions& options,
                                         const nook::MemoryRequirements& need, nook::Span<uint8_t> room,
                                         const uint8_t* working_end) {
  const uint32_t wide = need.input_count > need.output_count ? need.input_count : need.output_count;
  if (wide > kMostTensors) {
    (void)refuse(NOOK_UNSUPPORTED, NOOK_ROLE_MODEL, kMostTensors, wide);
    return nook::Code::kUnsupported;
  }
  nook_const_buffer in[kMostTensors];
  nook_buffer out[kMostTensors];
  if (!allocator_) {
    NOOK_TRY(lay(NOOK_ROLE_INPUT, separate_.input, need.inputs, need.input_count, in));
    NOOK_TRY(lay(NOOK_ROLE_OUTPUT, separate_.output, need.outputs, need.output_count, out));
  }
  nook::InterpreterMemory memory{{in, need.input_count}, {out, need.output_count}, {}, {}, room};
  NOOK_TRY(place(need, working_end, &memory));
  if (!allocator_) NOOK_TRY(check_separate(need, memory));
  const size_t scratch = need.scratch.bytes;  // `need` is in the room
  NOOK_TRY(nook::interp::init(&interpreter_, model, resolver_, options, memory, &fault_));
  if (allocator_) allocator_->take(memory.persistent.data(), scratch);
  return nook::Code::kOk;
}

// Four buffers of the application, before anything is written to them: each is there, ends before the last
// address, is aligned as it must be, and shares no byte with another.
inline nook::Code MicroInterpreter::check_separate(const nook::MemoryRequirements& need,
                                                   const nook::InterpreterMemory& memory) {
  const auto check = [&](nook_role role, uint32_t i, const void* data, size_t bytes, size_t alignment) {
    const auto* const first = static_cast<const uint8_t*>(data);
    return nook::interp::check_buffer(data, data ? detail::before_the_wrap(first, bytes) : bytes, bytes,
                                      alignment, role, static_cast<int32_t>(i), &fault_);
  };
  for (uint32_t i = 0; i < need.input_count; ++i)
    NOOK_TRY(
        check(NOOK_ROLE_INPUT, i, memory.inputs[i].data, need.inputs[i].bytes, need.inputs[i].alignment));
  for (uint32_t i = 0; i < need.output_count; ++i)
    NOOK_TRY(
        check(NOOK_ROLE_OUTPUT, i, memory.outputs[i].data, need.outputs[i].bytes, need.outputs[i].alignment));
  const nook::Span<uint8_t>&kept = memory.persistent, &lent = memory.scratch;
  // The query's answer is never 0 for these two.
  if (!kept.data() || !lent.data()) {
    (void)refuse(NOOK_NULL, kept.data() ? NOOK_ROLE_SCRATCH : NOOK_ROLE_PERSISTENT,
                 kept.data() ? lent.size() + detail::kScratchSlack : kept.size() + detail::kPersistentSlack,
                 0);
    return nook::Code::kNull;
  }
  NOOK_TRY(check(NOOK_ROLE_PERSISTENT, UINT32_MAX, kept.data(), kept.size(), need.persistent.alignment));
  NOOK_TRY(check(NOOK_ROLE_SCRATCH, UINT32_MAX, lent.data(), lent.size(), need.scratch.alignment));
  const nook_interpreter_memory all = {
      memory.inputs.data(),       memory.outputs.data(), {kept.data(), kept.size()},
      {lent.data(), lent.size()}, {nullptr, 0},          {nullptr, 0}};
  return static_cast<nook::Code>(nook_check_overlap(&all, &need, &fault_));
}

// The tensors of one side in the application's buffer, as in the query's sums. Where the first one is not
// aligned to what a later one needs, that is refused.
template <class Buffer>
nook::Code MicroInterpreter::lay(nook_role role, uint8_t* first, const nook_tensor_requirement* tensors,
                                 uint32_t count, Buffer* to) {
  size_t at = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const size_t bytes = tensors[i].bytes, alignment = tensors[i].alignment;
    at = (at + alignment - 1) & ~(alignment - 1);
    const size_t room = first ? detail::before_the_wrap(first, at + bytes) : SIZE_MAX;
    if (room < at + bytes) {
      (void)refuse(NOOK_NO_MEMORY, role, bytes, room > at ? room - at : 0);
      fault_.index = static_cast<int32_t>(i);
      return nook::Code::kNoMemory;
    }
    to[i] = {first ? first + at : nullptr, bytes};  // null is refused
    at += bytes;
  }
  return nook::Code::kOk;
}

// Persistent memory and scratch. `working_end`: of working memory in the arena, which neither may touch yet.
inline nook::Code MicroInterpreter::place(const nook::MemoryRequirements& need, const uint8_t* working_end,
                                          nook::InterpreterMemory* memory) {
  const size_t persistent = need.persistent.bytes, scratch = need.scratch.bytes;
  const auto lacks = [&](nook_role role, size_t bytes, size_t have) {
    (void)refuse(NOOK_NO_MEMORY, role, bytes, have);
    return nook::Code::kNoMemory;
  };
  if (!allocator_) {
    memory->persistent = {detail::aligned(separate_.persistent, detail::kPersistentSlack), persistent};
    memory->scratch = {detail::aligned(separate_.scratch, detail::kScratchSlack), scratch};
    return nook::Code::kOk;
  }
  const MicroAllocator& a = *allocator_;
  const nook::Span<uint8_t> free = a.scratch();
  uint8_t* const kept = a.end(persistent);
  if (!a.shared_) {
    if (!kept) return lacks(NOOK_ROLE_PERSISTENT, persistent + detail::kPersistentSlack, a.rest().size());
    if (free.size() < scratch) return lacks(NOOK_ROLE_SCRATCH, scratch, free.size());
  } else {
    // What is missing to all of them, on top of what was given. Each of the interpreters has its turn in the
    // largest scratch, which none's persistent memory may be in.
    const size_t largest = scratch > a.most_ ? scratch : a.most_, all = a.own_ + a.persistent_.size(),
                 needed = largest + persistent + detail::kPersistentSlack;
    if (!kept || kept < free.data() || static_cast<size_t>(kept - free.data()) < largest)
      return lacks(NOOK_ROLE_ARENA, needed > free.size() ? all + needed - free.size() : all + needed, all);
    if (kept < working_end) return lacks(NOOK_ROLE_WORKING, static_cast<size_t>(working_end - kept), 0);
  }
  memory->persistent = {kept, persistent};
  memory->scratch = {free.data(), scratch};
  return nook::Code::kOk;
}

}  // namespace tflite
