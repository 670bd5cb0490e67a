// Generated C, compiled into this program's memory within milliseconds. The kernels are the program's own.
#pragma once
#include <memory>
#include <string>

#include "nookc/core/files.h"

struct TCCState;

namespace generated {

class Compiled {
 public:
  // `definitions`: arguments of -D, "NOOK_CHECKED". If not ok(), `said` holds the compiler's messages.
  Compiled(const nookc::Files& files, const std::vector<std::string>& definitions);

  bool ok() const { return ok_; }
  const std::string& said() const { return said_; }
  // A function of the model, null if none has that name.
  template <class Function>
  Function* function(const std::string& name) const {
    return reinterpret_cast<Function*>(symbol(name));
  }

 private:
  void* symbol(const std::string& name) const;

  struct Free {
    void operator()(TCCState* state) const;
  };
  std::unique_ptr<TCCState, Free> state_;
  std::string said_;
  bool ok_ = false;
};

}  // namespace generated
