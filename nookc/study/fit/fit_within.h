// The fastest program for each of several boards, within budgets and the board's memories.
#pragma once
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "nookc/core/progress.h"
#include "nookc/study/fit/fit.h"

namespace nookc {

struct FitWithin {
  std::string board;  // by the name under which options give it
  const Part* part = nullptr;
  Verdict verdict = Verdict::kNo;
  std::string options;  // for nook compile, with the board; empty: no program fits
  ProgramSize used;
  int64_t stack = 0;              // the run call's
  double least = 0;               // no program within the same bounds takes fewer cycles
  std::optional<Shortage> lacks;  // where nothing fits, unless no memory has room for the largest buffers
  std::string with;               // the options that come closest, without the board and budgets
  bool in_time = true;            // false: the time limit ended the search, which may have missed a program

  int64_t ram_left() const { return ram_bytes(*part) - used.ram - stack; }
  int64_t flash_left() const { return flash_bytes(*part) - used.flash; }
  double milliseconds() const { return used.cycles / (part->mhz * 1e3); }
  // The part of the time that another choice within the same bounds may save at most; 0: none is faster.
  double gap() const { return used.gap(least); }
};

// The answers in the order of the boards, whose names find_part() knows. The request has the budgets; its
// target and board are ignored. Programs that leave kRestOfRam and kRestOfFlash come first, and inputs and
// outputs are in the scratch only where no other program fits. Diags as budget_of() and compile_model().
Result<std::vector<FitWithin>> fit_within(const ModelBytes& model, const Request& request,
                                          const std::vector<std::string>& boards, const Progress& progress);

nlohmann::ordered_json fit_json(const FitWithin& fit);

}  // namespace nookc
