#include "nookc/front/import/no_such_operator.h"

#include <string_view>

namespace nookc {
namespace {

// Custom operators by name prefix. Such an operator holds the commands of a whole part of the network.
struct Compiled {
  std::string_view name;
  const char *by, *device;
  const char* way = "";  // another way out than the file from before
};
constexpr Compiled kCompiled[] = {
    {"ethos-u", "Vela", "Arm's Ethos-U",
     "nook compile and analyze pass the commands to its driver with --unit npu=ethos-u (docs/ethos-u.md); "
     "otherwise "},
    {"edgetpu-custom-op", "the Edge TPU Compiler", "Google's Edge TPU"},
    {"NeutronGraph", "NXP's Neutron converter", "NXP's eIQ Neutron"},
    {"vsi-npu", "VeriSilicon's converter", "a VeriSilicon NPU"},
    {"XC_", "XMOS's xcore-opt", "the XMOS xcore.ai"},
    {"DISPATCH_OP", "LiteRT's compiler", "an NPU of a phone"},
    {"QNN", "Qualcomm's converter", "a Qualcomm NPU"},
};

}  // namespace

Diag no_such_operator(const std::string& where, const std::string& custom, int32_t version,
                      const std::string& types) {
  const auto because = [&](const std::string& what, const std::string& hint) {
    return Diag{Exit::kUnsupported, "N3005", where, what, hint};
  };
  for (const Compiled& one : kCompiled)
    if (custom.starts_with(one.name))
      return because(std::string("this file was compiled by ") + one.by + " for " + one.device +
                         ": the operator holds commands for that device, not the network",
                     one.way + std::string("give nook the .tflite that ") + one.by + " read");
  if (custom.starts_with("Flex"))
    return because("it is an operator of TensorFlow itself, which only the TensorFlow library runs",
                   "convert the model with TensorFlow Lite's operators alone: "
                   "converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS]");
  const std::string form = ", version " + std::to_string(version) + " on " + types;
  if (custom.empty())
    return because("nook does not have this operator" + form,
                   "`nook supported-ops` lists the operators that nook has");
  return because("nook does not know this custom operator" + form,
                 "export the model without it, or add it to nook: docs/add-an-op.md");
}

}  // namespace nookc
