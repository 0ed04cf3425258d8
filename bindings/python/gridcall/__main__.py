# SPDX-License-Identifier: Apache-2.0
"""The command `gridcall` of the wheel, which is a program: `python -m gridcall info`."""

import os
import sys
from pathlib import Path


def main():
    program = Path(__file__).parent / "bin/gridcall"
    if not program.exists():
        sys.exit(f"{program.parent.parent} has no program `gridcall`: install the wheel that scripts/wheel makes, or the package gridcall-tools")
    os.execv(program, ["gridcall", *sys.argv[1:]])


if __name__ == "__main__":
    main()
