"""Rules as plain Python.

Words and rule cases look at single positions with functions of the rules. The compiled functions would first have to be
compiled for this use, which takes longer than the whole replay; as plain Python they answer at once.
"""

import functools
import types

from simcore.kernels.jit import plain


@functools.cache
def uncompiled(function):
    """The Python function behind a rule, with every rule that it calls replaced likewise."""
    source = plain(function)
    scope = dict(source.__globals__)
    for name in source.__code__.co_names:
        called = scope.get(name)
        if callable(called) and plain(called) not in (called, source):  # a field may have the name of its function
            scope[name] = uncompiled(called)
    return types.FunctionType(source.__code__, scope, source.__name__, source.__defaults__, source.__closure__)
