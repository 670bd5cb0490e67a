"""tools/kernel_code.py without a compiler: which functions a kernel links, and how the table is written."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import kernel_code  # noqa: E402

FUNCTIONS = {"kernel": (10, {"inner", "memcpy"}), "inner": (20, {"inner", "table"}), "table": (4, set()), "other": (1, {"kernel"})}


class KernelCode(unittest.TestCase):
    def test_a_kernel_links_all_that_it_reaches_and_nothing_of_the_library(self):
        self.assertEqual(kernel_code.needed("kernel", FUNCTIONS, set()), {"kernel", "inner", "table"})
        self.assertEqual(kernel_code.needed("other", FUNCTIONS, set()), {"other", "kernel", "inner", "table"})
        self.assertEqual(kernel_code.needed("memcpy", FUNCTIONS, set()), set())

    def test_long_rows_are_broken(self):
        self.assertEqual(kernel_code.row("a", ["b"]), "NOOK_CODE(a, b)\n")
        lines = kernel_code.row("a", [f"part_{i}" for i in range(40)]).splitlines()
        self.assertTrue(len(lines) > 1 and all(len(line) <= kernel_code.COLUMNS for line in lines), lines)
        self.assertTrue(all(line.endswith(",") for line in lines[:-1]))


if __name__ == "__main__":
    unittest.main()
