"""The modules with which tests build models: tools/modelgen, and a model of each kind (kinds.py). Without numpy, the test is skipped."""
import sys

from cli import ROOT

sys.path.insert(0, str(ROOT / "tools"))
try:
    import kinds  # noqa: F401
    import numpy as np  # noqa: F401
    from modelgen import tflite  # noqa: F401
    from modelgen.builder import Builder  # noqa: F401
    from modelgen.graph import Graph, Operator, Tensor  # noqa: F401
    from modelgen.quantize import quantize, uniform_samples  # noqa: F401
    from modelgen.random_graphs import random_graph  # noqa: F401
    from modelgen.rng import Rng  # noqa: F401
except ImportError:
    print("skipped: needs numpy")
    sys.exit(77)
