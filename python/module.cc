// The Python module `nook._nook`: the nook command inside the Python process, with arrays instead of files.
#include <Python.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <csignal>
#include <map>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "nookc/cli/invoke.h"
#include "nookc/cli/print_json.h"
#include "nookc/core/error_json.h"
#include "nookc/core/interrupt.h"
#include "nookc/core/stop.h"

namespace {

namespace py = pybind11;
using namespace nookc;

using Arrays = std::map<std::string, std::vector<std::pair<std::string, py::array>>>;

Result<Array> array_from(const py::array& given, const std::string& where) {
  const py::array array = py::array::ensure(given, py::array::c_style);
  const std::vector<int64_t> shape(array.shape(), array.shape() + array.ndim());
  const auto* bytes = static_cast<const std::byte*>(array.data());
  return make_array(py::cast<std::string>(array.dtype().attr("str")), shape, {bytes, bytes + array.nbytes()},
                    where);
}

py::array array_to(const Array& array) {
  return py::array(py::dtype(npy_descr(array.type)), array.shape, array.bytes.data());
}

// Copies the arrays, because other threads of Python run while nook does.
Status lend(const Arrays& arrays, InProcess& to) {
  for (const auto& [word, named] : arrays)
    for (const auto& [name, given] : named) {
      Result<Array> array = array_from(given, name.empty() ? word : word + ": " + name);
      if (!array) return array.diag();
      to.arrays[word].push_back({name, *std::move(array)});
    }
  return Done{};
}

// Never throws: refusals and running out of memory are reported like all other errors.
void run(const std::vector<std::string>& words, InProcess& in_process) {
  try {
    const Invoked invoked = invoke(words, &in_process);
    if (!invoked.done) in_process.said = json_text(error_json(invoked.done.diag()));
  } catch (const std::bad_alloc&) {
    in_process.said = json_text(error_json({Exit::kInputOutput, "N4013", {}, "memory ran out", {}}));
  }
}

void check_signals() {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

// Runs while other threads of Python do. Returns the signal that arrived in the meantime, 0: none.
int run_beside_others(const std::vector<std::string>& words, InProcess& in_process) {
  static std::mutex one_at_a_time;  // signal handlers belong to the process
  std::unique_lock lock(one_at_a_time, std::defer_lock);
  {
    const py::gil_scoped_release others_run;
    lock.lock();
  }
  forget_stop_signal();
  const Interruptible interruptible;
  check_signals();  // for a signal that arrived before Interruptible handled it
  const py::gil_scoped_release others_run;
  run(words, in_process);
  return stop_signal() != 0 ? stop_signal() : interrupted() ? SIGINT : 0;
}

// The command's output with --json, and the outputs of a model.
std::pair<std::string, std::vector<py::array>> call(const std::vector<std::string>& words,
                                                    const Arrays& arrays, const std::string& outputs) {
  InProcess in_process;
  in_process.outputs = outputs;
  if (const Status lent = lend(arrays, in_process); !lent) return {json_text(error_json(lent.diag())), {}};
  if (const int signal = run_beside_others(words, in_process); signal != 0) {
    std::raise(signal);  // Python's own handler does the usual: KeyboardInterrupt
    check_signals();
  }
  std::vector<py::array> taken;
  for (const Array& array : in_process.taken) taken.push_back(array_to(array));
  return {in_process.said, taken};
}

}  // namespace

PYBIND11_MODULE(_nook, module) {
  module.doc() = "The nook command in this process. Private: `import nook` is the interface.";
  module.def(
      "call", &call, py::arg("words"), py::arg("arrays"), py::arg("outputs"),
      "Runs the command with these words; (what it prints as JSON, the outputs of a model). An array stands "
      "for the file whose place its key has among the words.");
  module.def("subcommands", &subcommands, "The names of all subcommands.");
}
