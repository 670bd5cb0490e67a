// Estimates where a model spends its time on a part, without running it.
#pragma once
#include "nookc/study/chart/time_chart.h"
#include "nookc/target/parts.h"

namespace nookc {

// Times in microseconds, by the rule and with the accuracy of estimated_ms().
TimeChart estimated_time(const Program& program, const Part& part, const std::string& model);

}  // namespace nookc
