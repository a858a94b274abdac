"""`simcore doctor`: is this installation fit to play?"""

import os
import platform
import re
import shutil
from importlib.metadata import PackageNotFoundError, requires, version

from simcore import catalogue
from simcore.errors import UserError

_EXTRAS = {"distributed": "dask", "choix": "meta"}


def report() -> int:
    """Print one line per check; 0 when all is well."""
    problems = 0
    print(f"ok    Python {platform.python_version()} on {platform.platform()}, {os.cpu_count()} cores")
    for name in _packages():
        try:
            print(f"ok    {name} {version(name)}")
        except PackageNotFoundError:
            problems += 1
            print(f"FAIL  {name} is missing: pip install {name}")
    for name, extra in _EXTRAS.items():
        try:
            print(f"ok    {name} {version(name)}")
        except PackageNotFoundError:
            print(f"-     {name} is absent (optional: pip install 'simcore[{extra}]')")
    for name in ("strategies", "scenarios", "reports"):
        try:
            print(f"ok    {name} from {catalogue.package_folder(name)}")
        except UserError as error:
            problems += 1
            print(f"FAIL  {error}")
    print(f"ok    games: {', '.join(catalogue.game_names())}")
    problems += _cache()
    return 2 if problems else 0


def _packages() -> list[str]:
    """What simcore cannot do without, from its own metadata."""
    needed = [line for line in requires("simcore") or [] if "extra ==" not in line]
    return [re.split(r"[^\w.-]", line, maxsplit=1)[0] for line in needed]


def _cache() -> int:
    from simcore.kernels.jit import INTERPRETED, cache_root

    folder = cache_root()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".probe"
        probe.write_text("ok")
        probe.unlink()
    except OSError as error:
        print(f"FAIL  compile cache {folder}: {error.strerror}; set SIMCORE_CACHE_DIR to a writable folder")
        return 1
    used = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    free = shutil.disk_usage(folder).free
    print(f"ok    compile cache {folder}: {used / 1e6:.0f} MB used, {free / 1e9:.0f} GB free")
    if INTERPRETED:
        print("note  NUMBA_DISABLE_JIT is set: everything runs interpreted, slowly")
    return 0
