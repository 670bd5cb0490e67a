"""--unit: operators on units other than the cpu, in every subcommand that compiles."""
import json
import unittest

from cli import DIGITS, HAS_CORTEX_M, HELDOUT, USAGE, CommandCase, main

UNITS = ("--unit", "npu=op:1-2", "--unit", "dma=MAX_POOL_2D")
COMPILE = ("compile", DIGITS, "--target", "host", "-o", "out")


class Units(CommandCase):
    def test_reports_have_the_unit_of_each_operator(self):
        facts = self.json("analyze", DIGITS, "--target", "host", *UNITS)
        self.assertEqual([op["unit"] for op in facts["operators"]], ["cpu", "npu", "npu", "dma", "cpu", "cpu"])
        self.assertEqual([unit["name"] for unit in facts["units"]], ["npu", "dma"])
        self.assertEqual([(c["first"], c["last"]) for unit in facts["units"] for c in unit["calls"]], [(1, 2), (3, 3)])
        self.assertEqual(facts["memory"]["scratch"][0]["readers"], ["cpu", "npu", "dma"])
        text = self.done("analyze", DIGITS, "--target", "host", *UNITS)
        self.assertRegex(text, r"\n  2     2  npu +CONV_2D ")

    def test_without_units_no_report_has_any(self):
        facts = self.json("analyze", DIGITS, "--target", "host")
        self.assertNotIn("units", facts)
        self.assertNotIn("unit", facts["operators"][0])
        self.assertNotIn("readers", facts["memory"]["scratch"][0])
        # Which other units a pool is for is then irrelevant.
        pool = ("--workspace-pool", "name=sram,readers=cpu+npu,writers=cpu+npu")
        self.assertEqual(self.json("analyze", DIGITS, "--target", "host", *pool)["operators"], facts["operators"])

    def test_pools_of_a_file_name_the_units_that_reach_them(self):
        pools = [{"name": "dtcm"}, {"name": "sram", "readers": ["cpu", "npu", "dma"], "writers": ["cpu", "npu", "dma"]},
                 {"name": "itcm", "kind": "constant"}, {"name": "flash", "kind": "constant", "readers": ["cpu", "npu", "dma"]}]
        (self.folder / "pools.json").write_text(json.dumps({"pools": pools}))
        facts = self.json("analyze", DIGITS, "--target", "host", *UNITS, "--pools", self.folder / "pools.json")
        places = {b["name"]: b["pool"] for b in facts["buffers"]}
        self.assertEqual(places, {"conv_2d": "sram", "depthwise_conv_2d": "sram", "conv_2d_1": "sram",
                                  "max_pool_2d": "sram", "fully_connected": "dtcm"})

    def check_runs(self, target):
        self.done("validate", DIGITS, "--golden", HELDOUT, "--target", target, *UNITS)

    def test_the_cpu_stands_for_every_unit(self):
        self.check_runs("host")

    @unittest.skipUnless(HAS_CORTEX_M, "no cross compiler or emulator for Cortex-M")
    def test_the_cpu_stands_for_every_unit_on_a_board(self):
        self.check_runs("cortex-m4")
        facts = self.json("bench", DIGITS, "--target", "cortex-m4", *UNITS)
        self.assertGreater(facts["instructions"], 0)
        self.assertLessEqual(facts["stack_measured_bytes"], facts["stack_static_bytes"])

    def test_an_archive_supports_units(self):
        self.done(*COMPILE, *UNITS, "--archive", "mlf")

    def test_options_that_conflict_with_units(self):
        self.refused(USAGE, "N2025", *COMPILE, *UNITS, "--stream-input", "--output-in-scratch",
                     says=["units can't be combined with --stream-input"])
        for layout in ("managed", "weights"):
            self.refused(USAGE, "N2022", *COMPILE, *UNITS, "--format", layout, says=["--unit"])
        self.refused(USAGE, "N2021", "analyze", DIGITS, "--engine", "interpreter", *UNITS, says=["--unit"])

    def test_malformed_units(self):
        for text, says in (("npu", "need a name and its operators"), ("int=op:1", "can't be a member of a C struct"),
                           ("a__b=op:1", "can't be a member of a C struct"), ("n.pu=op:1", "is not a unit name"),
                           ("npu=op:7", "op:0 to op:6"), ("npu=op:5-7", "no operator 'op:5-7'"),
                           ("npu=PAD", "CONV_2D, DEPTHWISE_CONV_2D"),
                           ("npu=RESHAPE", "the unit 'npu' has no operator to execute")):
            self.refused(USAGE, "N2025", *COMPILE, "--unit", text, says=[says])
        self.refused(USAGE, "N2025", *COMPILE, "--unit", "npu=op:1", "--unit", "dma=op:1-2",
                     says=["operator 1 DEPTHWISE_CONV_2D 'depthwise_conv_2d' already belongs to the unit 'npu'"])
        self.assertFalse((self.folder / "out").exists())


if __name__ == "__main__":
    main()
