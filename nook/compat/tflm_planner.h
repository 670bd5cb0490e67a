// Planners written for TensorFlow Lite Micro, called by the interpreter.
#pragma once
#include "nook/buffer_plan.h"
#include "nook/compat/tflm_types.h"
#include "nook/interp/planner.h"

namespace tflite {

// The base of an application's planners. AddBuffer() is called for each buffer, in the order of the tensors,
// then of the operators that need scratch; then GetOffsetForBuffer(). Sizes are multiples of 16, and offsets
// must be, too: the plan is checked. Tensors in buffers of the application have a size of 0.
class MicroMemoryPlanner {
 public:
  virtual ~MicroMemoryPlanner() = default;
  static void operator delete(void*) {}  // never on a heap

  virtual TfLiteStatus AddBuffer(int size, int first_time_used, int last_time_used) = 0;
  // For a model with an offline plan; here nook_offline_planner reads it.
  virtual TfLiteStatus AddBuffer(int, int, int, int) { return kTfLiteError; }
  virtual size_t GetMaximumMemorySize() = 0;
  virtual int GetBufferCount() = 0;
  virtual TfLiteStatus GetOffsetForBuffer(int buffer_index, int* offset) = 0;
  // Memory that belongs to the planner until the last offset was requested.
  virtual TfLiteStatus Init(unsigned char*, int) { return kTfLiteOk; }
  virtual bool preserves_all_tensors() const = 0;
  virtual void PrintMemoryPlan() {}
};

// Offsets of a plan in flash, for one model.
class NonPersistentMemoryPlannerShim : public MicroMemoryPlanner {
 public:
  // The plan is used in place.
  explicit NonPersistentMemoryPlannerShim(const BufferPlan* plan) : plan_(plan) {}

  TfLiteStatus Init(unsigned char*, int) override {
    added_ = 0;
    return kTfLiteOk;
  }
  TfLiteStatus AddBuffer(int, int, int) override {
    if (added_ >= planned()) return kTfLiteError;
    ++added_;
    return kTfLiteOk;
  }
  // The shim gets no sizes; the interpreter knows the height.
  size_t GetMaximumMemorySize() override { return 0; }
  int GetBufferCount() override { return added_; }
  TfLiteStatus GetOffsetForBuffer(int i, int* offset) override {
    if (i < 0 || i >= planned()) return kTfLiteError;
    *offset = nook::entries_of(plan_)[i].offset;
    return kTfLiteOk;
  }
  bool preserves_all_tensors() const override { return false; }

 private:
  int planned() const {
    return plan_ ? nook::BufferCount::count_of(*reinterpret_cast<const int32_t*>(plan_)) : 0;
  }

  const BufferPlan* plan_;
  int added_ = 0;
};

namespace detail {

// Calls a MicroMemoryPlanner only once, although the interpreter plans for its query and again for its
// construction.
class PlannerOnce {
 public:
  // `offsets`: one per tensor and operator of the model. While it plans, the planner may use the memory from
  // `room` to `*end`.
  PlannerOnce(MicroMemoryPlanner* theirs, nook::Span<int32_t> offsets, uint8_t* room, uint8_t* const* end)
      : planner_{place, this, nook_verify_plan}, theirs_(theirs), offsets_(offsets), room_(room), end_(end) {}
  PlannerOnce(const PlannerOnce&) = delete;
  PlannerOnce& operator=(const PlannerOnce&) = delete;

  const nook_planner* planner() const { return &planner_; }

 private:
  static nook_status place(const nook_planner* self, void* request) {
    auto& once = *static_cast<PlannerOnce*>(const_cast<void*>(self->data));
    nook::PlanRequest& r = *static_cast<nook::PlanRequest*>(request);
    const size_t count = r.buffers.size();
    if (!once.asked_ && (count > once.offsets_.size() || !once.ask(r))) {
      r.fault->need = count, r.fault->have = static_cast<size_t>(once.theirs_->GetBufferCount());
      return r.fault->status = NOOK_BAD_MODEL;
    }
    for (size_t i = 0; i < count; ++i) r.plan.offsets[i] = r.buffers[i].size == 0 ? 0 : once.offsets_[i];
    return NOOK_OK;
  }

  bool ask(const nook::PlanRequest& r) {
    const size_t bytes = static_cast<size_t>(*end_ - room_), most = bytes > INT32_MAX ? INT32_MAX : bytes;
    if (theirs_->Init(room_, static_cast<int>(most)) != kTfLiteOk) return false;
    for (const nook::Buffer& b : r.buffers) {
      if (b.size > INT32_MAX - 15) return false;
      if (theirs_->AddBuffer((b.size + 15) & ~15, b.first, b.last) != kTfLiteOk) return false;
    }
    for (size_t i = 0; i < r.buffers.size(); ++i) {
      int offset = -1;
      if (theirs_->GetOffsetForBuffer(static_cast<int>(i), &offset) != kTfLiteOk) return false;
      offsets_[i] = offset;
    }
    return asked_ = true;
  }

  nook_planner planner_;
  MicroMemoryPlanner* theirs_;
  nook::Span<int32_t> offsets_;
  uint8_t* room_;
  uint8_t* const* end_;
  bool asked_ = false;
};

}  // namespace detail
}  // namespace tflite
