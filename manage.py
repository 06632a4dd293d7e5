#!/usr/bin/env python
"""The command line of the project: ``./run manage …`` calls it inside the right environment."""

import os
import sys

from django.core.management import execute_from_command_line


def main() -> None:
    """Run one management command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bidplay.settings")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
