"""How everything is compiled, and where compiled code is kept.

`@rule` is for the functions of a game: inlined into their callers, which measured 1.2x to 3.2x faster.
`@compiled` is for larger helpers that several strategies share: compiled once, called, not inlined.
`entry` makes a function that Python calls; only these are cached on disk.

With `NUMBA_DISABLE_JIT=1` the same sources run as plain Python, with the same results.
"""

import hashlib
import os
import shutil
import time
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numba
import platformdirs
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.errors import NumbaExperimentalFeatureWarning

INTERPRETED = bool(numba.config.DISABLE_JIT)

# Strategies are first-class functions, which Numba still calls experimental.
warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)

_STALE_AFTER_DAYS = 30


def rule(function: Callable) -> Callable:
    return _compiled_once(function, forceinline=True)


def compiled(function: Callable) -> Callable:
    return _compiled_once(function, forceinline=False)


def _compiled_once(function: Callable, *, forceinline: bool) -> Callable:
    """Numba would compile a function anew for every constant and every integer width among its arguments.

    Widening them first leaves one version: measured on the largest game, a fifth of the compile time.
    Compiled callers get it as a `_Part`; a call from Python, which is rare, compiles the whole.
    """
    if INTERPRETED:
        return function
    dispatcher = numba.njit(forceinline=forceinline, error_model="numpy")(function)
    part = numba.njit(
        forceinline=forceinline,
        error_model="numpy",
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        pipeline_class=_PartCompiler,
    )(function)
    dispatcher.get_call_template = lambda arguments, keywords: part.get_call_template(
        tuple(map(_widened, arguments)), keywords
    )
    dispatcher.get_overload = part.get_overload
    return dispatcher


class _Part(JITCodeLibrary):
    """The code of a function that only other compiled functions call: linked into its callers, never run by itself.

    Numba would optimise it and emit machine code for it, with all that it calls, at every level of the call tree. The
    entry at the top does that once for the whole: measured on five games, half of the compile time.
    """

    class codegen:  # stands in for Numba's own: code that is never run needs no environment
        @staticmethod
        def set_env(name: str, environment: Any) -> None: ...

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0

    def finalize(self) -> None:
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True


class _PartCompiler(Compiler):
    def compile_extra(self, function: Callable) -> Any:
        self.state.library = _Part(self.state.targetctx.codegen(), function.__qualname__)
        return super().compile_extra(function)


def _widened(kind: types.Type) -> types.Type:
    kind = types.unliteral(kind)
    narrow = isinstance(kind, types.Integer) and kind.bitwidth < 64
    return types.int64 if narrow or isinstance(kind, types.Boolean) else kind


def entry(function: Callable, folder: Path, signature: Any = None) -> Callable:
    """Compile `function` for calls from Python and keep the result in `folder`."""
    if INTERPRETED:
        return function
    previous = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        return numba.njit(signature, cache=True, forceinline=True, error_model="numpy")(function)
    finally:
        numba.config.CACHE_DIR = previous


def plain(function: Callable) -> Callable:
    """The Python function behind a compiled one."""
    return getattr(function, "py_func", function)


def cache_root() -> Path:
    chosen = os.environ.get("SIMCORE_CACHE_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("simcore"))


def source_hash(files: Iterable[Path]) -> str:
    """A name for compiled code that changes with anything that could change the code.

    Numba's own cache looks only at the file of the cached function: it misses edits of called functions and of
    constants in other files, and changed settings.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    for name, value in sorted(os.environ.items()):
        if name.startswith("NUMBA_") and name != "NUMBA_CACHE_DIR":
            digest.update(f"{name}={value}\0".encode())
    for file in sorted(files):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_folder(label: str, files: Iterable[Path]) -> Path:
    """The folder for code compiled from `files`; drops folders of the same label unused for a month."""
    root = cache_root()
    folder = root / f"{label}-{source_hash(files)}"
    if not folder.exists():
        oldest = time.time() - _STALE_AFTER_DAYS * 86400
        for other in root.glob(f"{label}-*"):
            if other.stat().st_mtime < oldest:
                shutil.rmtree(other, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
    else:
        os.utime(folder)
    return folder
