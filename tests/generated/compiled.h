// Generated C, compiled into the memory of this program within milliseconds. The kernels are the program's
// own.
#pragma once
#include <memory>
#include <string>

#include "nookc/core/files.h"

struct TCCState;

namespace generated {

class Compiled {
 public:
  // `definitions`: macros of a -D without the -D, "NOOK_CHECKED". Not ok(): `said` is what the compiler says.
  Compiled(const nookc::Files& files, const std::vector<std::string>& definitions);

  bool ok() const { return ok_; }
  const std::string& said() const { return said_; }
  // A function of the model, null where there is none of that name.
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
