"""Rules as plain Python, for words and rule cases: looking at a position must not start the compiler."""

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
        if callable(called) and plain(called) is not called:
            scope[name] = uncompiled(called)
    return types.FunctionType(source.__code__, scope, source.__name__, source.__defaults__, source.__closure__)
