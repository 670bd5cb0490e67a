"""Updates the digests of claims whose sources were `read`, after they were counted again: recount.py PAGE..."""
import pathlib
import re
import sys

import claims

HERE = pathlib.Path(__file__).resolve().parent
ROW = re.compile(r"^read = \[([^\]]*)\]\ndigest = '[^']*'", re.M)

for name in sys.argv[1:]:
    path = HERE / "pages" / f"{name}.toml"
    path.write_text(ROW.sub(lambda row: f"read = [{row[1]}]\ndigest = '"
                            + claims.digest(HERE.parents[1], re.findall(r"'([^']*)'", row[1])) + "'", path.read_text()))
