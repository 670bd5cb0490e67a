// Places buffers in an order, each at the lowest free place: nook::place_in_order() for many buffers and many
// orders. Placed buffers are kept sorted by offset, so that one look at each is enough.
#pragma once
#include <vector>

#include "nookc/middle/plan/solving/solution.h"

namespace nookc {

class FirstFit {
 public:
  // Borrows the problem, which must be sound.
  explicit FirstFit(const nook::Problem& problem);

  // The plan that nook::place_in_order() makes of that order; not feasible if that function refuses.
  Solution place(const std::vector<int32_t>& order);
  int64_t work() const { return work_; }  // looks at a buffer, of all calls together

 private:
  struct Placed {
    int64_t begin, end;  // bytes
    int32_t first, last, buffer;
  };
  // A buffer with a separation from `self`: it excludes `self` only from the bytes from `begin` to `end`.
  struct Apart {
    int64_t begin, end;
  };

  bool put(int32_t self, Solution* plan);
  int64_t lowest(int32_t self, int32_t pool, int64_t from);
  void set_apart(int32_t self, int32_t pool, const Solution& plan);

  const nook::Problem& problem_;
  std::vector<std::vector<nook::Separation>> separations_;  // per buffer, those that it is one of
  std::vector<std::vector<Placed>> placed_;                 // per pool, by offset
  std::vector<char> is_placed_;                             // per buffer
  std::vector<char> is_apart_;                              // per buffer, from the one that is being placed
  std::vector<char> has_gaps_;                              // per buffer
  std::vector<Apart> apart_;
  int64_t work_ = 0;
};

}  // namespace nookc
