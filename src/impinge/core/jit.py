"""Compilation policy, in one place.

Every compiled function of the library is decorated with :func:`kernel`, small helpers that must
vanish into their callers with :func:`inlined`. ``fastmath`` stays off: it reorders sums, and the
same scene must give the same bits whatever the number of threads; it would also let the compiler
fuse multiplications with additions, on some processors and not on others, which predicates and
error bounds do not survive. There is no ``parallel=True``: a batch kernel takes a range of rows,
and :func:`impinge.core.threads.run_rows` gives ranges to threads (Numba's own thread layers do
not survive ``fork``).

Kernels call each other by symbol (:mod:`impinge.core.linking`) and are kept on disk
(:mod:`impinge.core.kernel_cache`). Both use internals of Numba, whose minor version is pinned.

With ``NUMBA_DISABLE_JIT=1`` the decorators return the plain functions.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

import numba
from numba import types
from numba.core import ir, typed_passes
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.errors import RequireLiteralValue
from numba.extending import intrinsic

from impinge.core.kernel_cache import KernelCache
from impinge.core.linking import (
    Dispatcher,
    InlinedLowering,
    KernelDispatcher,
    KernelLowering,
    ShortDispatcher,
    refuse_other_layouts,
)
from impinge.core.sources import edited_since_start, stamp

Compiled = Callable[..., Any]

_KERNELS: list[Any] = []
_INLINED: list[Any] = []
_SHORT: list[Any] = []
KEEPING = {"array.reshape", len}
"""What Numba provides, and what creates no array from one."""
RAISES = (ir.DynamicRaise, ir.DynamicTryRaise)
"""Errors with values in them, whose texts are counted."""
_INTRINSICS: set[Any] = set()
"""Those made by :func:`instructions`: arrays they return are owned by nobody."""
GIVEN, LITERAL = "given", "literal"
"""Types of arguments to :func:`instructions`: whatever comes, and a constant of the module."""


def kernel(function: Compiled) -> Compiled:
    """Compile this function of a module: no Python inside, the interpreter lock released.

    One kernel has one signature: its callers pass float64, int64, C-contiguous, writable arrays.
    Kernels that call it keep calling it: it is not built into them, unlike :func:`inlined` ones.

    A ``TypeError`` if the function is defined inside another: what it closes over is not part of
    its stamp, and Numba would compile it again in each process.

    Examples
    --------
    >>> from impinge.core.vec import dot
    >>> dot((1.0, 2.0, 3.0), (0.0, 0.0, 1.0))
    3.0
    """
    return _compiled(function, _Kind(KernelDispatcher, _Kernel, _KERNELS), forceinline=False)


def inlined(function: Compiled) -> Compiled:
    """Compile a small helper, and build it into each caller; any number of signatures.

    Measured on tree walks: 0.8 to 0.9 of the time that calls take.
    """
    return _compiled(function, _Kind(Dispatcher, _Compiler, _INLINED), forceinline=True)


def merged(function: Compiled) -> Compiled:
    """Write this function out in each of its callers before they are compiled.

    For long functions that are called in one or two places, where a call would cost, and for those
    that take functions as arguments.
    """
    return _compiled(function, _Kind(Dispatcher, _Compiler, _INLINED), inline="always")


def short(function: Compiled) -> Compiled:
    """Compile what Python calls for one query of a microsecond: a kernel, with two deviations.

    Each saves a twentieth of such a call: the interpreter lock is kept, and Python need not look at
    arrays first. For one in another layout it raises
    :class:`~impinge.core.linking.OtherLayoutError`, and the caller makes it canonical.
    """
    if numba.config.DISABLE_JIT:

        @wraps(function)
        def plain(*args: Any) -> Any:
            refuse_other_layouts(args)
            return function(*args)

        return plain
    return _compiled(function, _Kind(ShortDispatcher, _Kernel, _SHORT), nogil=False)


def instructions(twin: Compiled, result: Any, *kinds: Any) -> Callable[[Compiled], Any]:
    """Put the instructions that a function notes down straight into the kernels that call it.

    It is called while a kernel is compiled, with Numba's context and builder, the types of the
    arguments, and the arguments; see :mod:`impinge.core.simd`. ``kinds`` are these types, and a
    ``result`` that is ``GIVEN`` has the type of the first. The ``twin`` says in plain Python what
    the instructions do, and takes their place where nothing is compiled.
    """

    def declared(note: Compiled) -> Any:
        if numba.config.DISABLE_JIT:
            return twin

        @wraps(twin)
        def typed(_context: Any, *given: Any) -> tuple[Any, Compiled]:
            taken = []
            for kind, found in zip(kinds, given, strict=True):
                if kind is LITERAL and not isinstance(found, types.Literal):
                    raise RequireLiteralValue(f"{twin.__name__}: expected a constant of the module")
                taken.append(found if isinstance(kind, str) else kind)
            returned = taken[0] if result is GIVEN else result

            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                return note(context, builder, signature.args, *arguments)

            return returned(*taken), generate

        # What Numba matches arguments with: its context, and those of the twin.
        context = inspect.Parameter("context", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        arguments = inspect.signature(twin).parameters.values()
        typed.__signature__ = inspect.Signature([context, *arguments])  # type: ignore[attr-defined]
        noted = intrinsic(prefer_literal=LITERAL in kinds)(typed)
        _INTRINSICS.add(noted)
        return noted

    return declared


@register_pass(mutates_CFG=False, analysis_only=True)
class _CountWhereNeeded(AnalysisPass):  # type: ignore[misc]
    """Compiles functions without reference counting where they need none.

    Numba counts references to arrays, by two calls with atomic instructions for each place an array
    is handed to, around which all numbers leave the registers: in profiles, 8 to 28 % of tree
    walks. A function that neither creates nor returns an array, nor receives one from a call, needs
    no counting: its caller keeps the arrays alive until it ends.
    """

    _name = "impinge_count_where_needed"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        if not _gets_arrays(state):
            state.flags.nrt = False
            state.targetctx = state.targetctx.subtarget(enable_nrt=False)
        return False


def _gets_arrays(state: Any) -> bool:
    """Whether a function of known types may create, return, or receive an array from a call."""
    models = state.targetctx.data_model_manager
    values = {part for kind in state.typemap.values() for part in _parts(kind)}
    # Lists, texts and the like.
    others = (kind for kind in values if not isinstance(kind, (types.Array, types.BoundFunction)))
    if _holds_array(state.return_type) or any(models[k].contains_nrt_meminfo() for k in others):
        return True
    if any(True for block in state.func_ir.blocks.values() for _ in block.find_insts(RAISES)):
        return True
    steps = ((step, signature) for step, signature in state.calltypes.items() if signature)
    return any(_may_create(step, signature, state.typemap) for step, signature in steps)


def _may_create(step: Any, signature: Any, known: Any) -> bool:
    """Whether a step of a function may create an array; ``known`` are types of its variables."""
    op = step.op if isinstance(step, ir.Expr) else "assignment"
    if op == "call":
        called = known[step.func.name]
        key = getattr(called, "typing_key", None)
        if isinstance(called, types.NamedTupleClass) or key in KEEPING or key in _INTRINSICS:
            return False
        if isinstance(called, types.Dispatcher):
            return _holds_array(signature.return_type)
    if op in {"getitem", "static_getitem"}:
        # Numbers and slices pick views, arrays copies.
        indices = _parts(signature.args[1])
        return not all(isinstance(kind, (types.Integer, types.SliceType)) for kind in indices)
    # Functions of NumPy and the like, array expressions, copies of parts.
    given = signature.args[1:] if op == "assignment" else signature.args
    return any(map(_holds_array, (signature.return_type, *given))) or signature.recvr is not None


def _holds_array(kind: Any) -> bool:
    return any(isinstance(part, types.Array) for part in _parts(kind))


def _parts(kind: Any) -> Iterator[Any]:
    """The types in a tuple, and in tuples in it; others as they are."""
    if isinstance(kind, types.BaseTuple):
        for part in kind.types:
            yield from _parts(part)
    else:
        yield kind


class _Compiler(Compiler):  # type: ignore[misc]
    """Numba's compiler, with functions that link as :mod:`impinge.core.linking` says.

    LLVM otherwise builds a kernel into the places that call it, and those into their callers. The
    exact predicates lie many calls deep below a tree walk, which took minutes to compile.
    """

    lowering = InlinedLowering

    def define_pipelines(self) -> list[Any]:
        self._name_by_content()
        pipelines: list[Any] = super().define_pipelines()
        for pipeline in pipelines:
            pipeline.add_pass_after(_CountWhereNeeded, typed_passes.NopythonTypeInference)
            pipeline.passes = [
                (self.lowering if stage is typed_passes.NativeLowering else stage, text)
                for stage, text in pipeline.passes
            ]
            pipeline.finalize()
        return pipelines

    def _name_by_content(self) -> None:
        """Let the symbol be the same in every process that compiles the same text.

        Numba numbers functions as they come. That number stays where the text may have changed
        since it was imported; such code is not kept.
        """
        identity = self.state.func_id
        source = Path(identity.filename).resolve()
        try:
            if source.is_file() and not edited_since_start(source):
                identity.unique_id = f"s{stamp(source)[:20]}"
        except (OSError, SyntaxError, ValueError):
            # A file behind it is being edited, or has gone.
            pass


class _Kernel(_Compiler):
    lowering = KernelLowering


class _Kind(NamedTuple):
    """How a decorator compiles functions, and where it lists them."""

    dispatcher: type[Dispatcher]
    compiler: type[_Compiler]
    made: list[Any]


def _compiled(function: Compiled, kind: _Kind, **options: Any) -> Compiled:
    name = f"{function.__module__}.{function.__qualname__}"
    if "<locals>" in function.__qualname__:
        raise TypeError(f"{name}: a kernel is defined at the top level of a module, not inside")
    if numba.config.DISABLE_JIT:
        kind.made.append(function)
        return function
    # All options are given: what is left out is inherited from the function being compiled.
    fixed = {"nopython": True, "boundscheck": None, "nogil": True, "error_model": "numpy"}
    dispatcher: Any = kind.dispatcher(
        py_func=function,
        targetoptions={**fixed, "_nrt": True, **options},
        pipeline_class=kind.compiler,
    )
    dispatcher._cache = KernelCache(function)
    kind.made.append(dispatcher)
    return dispatcher  # type: ignore[no-any-return]
