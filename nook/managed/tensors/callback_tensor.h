#pragma once
#include "nook/managed/tensor.h"

namespace nook::managed {

// Elements that two functions read and write: a memory on a bus, a file, a sensor. Also an example of your
// own tensor class. It has no blocks: operators that need blocks refuse it.
class CallbackTensor : public TensorInterface {
 public:
  // Transfers `bytes` bytes from `offset` on, all inside the tensor; returns false if that fails.
  using Fetch = bool (*)(void* user, uint32_t offset, void* to, uint32_t bytes);
  using Store = bool (*)(void* user, uint32_t offset, const void* from, uint32_t bytes);

  // Read-only without `store`.
  CallbackTensor(const TensorShape& shape, ttype type, Fetch fetch, Store store, void* user)
      : TensorInterface(shape, type), fetch_(fetch), store_(store), user_(user) {
    writable_ = store != nullptr;
  }

  bool is_ready() const override { return fetch_ && stamp(); }

 protected:
  bool read(uint32_t offset, void* to, uint32_t bytes) const override;
  bool write(uint32_t offset, const void* from, uint32_t bytes) override;
  const void* get_readable_block(uint32_t bytes, uint32_t offset) const override;

 private:
  Fetch fetch_;
  Store store_;
  void* user_;
};

}  // namespace nook::managed
