"""`python -m simcore`."""

from simcore.cli import main

main()
