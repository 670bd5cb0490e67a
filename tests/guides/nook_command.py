"""The command under test: `--nook PATH`, before what unittest takes itself."""
import argparse
import pathlib
import sys


def taken():
    """Its path, and no longer in sys.argv."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--nook", required=True, type=pathlib.Path)
    options, sys.argv[1:] = parser.parse_known_args()
    return options.nook.resolve()
