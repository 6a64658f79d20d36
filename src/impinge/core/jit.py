"""Compilation policy, in one place.

Every compiled function of the library is decorated with :func:`kernel`, small helpers that must
vanish into their callers with :func:`inlined`. ``fastmath`` stays off: it reorders sums, and the
same scene must give the same bits whatever the number of threads; it would also let the compiler
fuse multiplications with additions, on some processors and not on others, which predicates and
error bounds do not survive. There is no ``parallel=True``: a batch kernel takes a range of rows,
and :func:`impinge.core.threads.run_rows` gives ranges to threads (Numba's own thread layers do
not survive ``fork``).

Compiled code is kept on disk under a stamp that follows the imports (:mod:`impinge.core.sources`)
in a folder only the user can write to (:mod:`impinge.core.cache`). Numba's own cache looks at the
file of the caller alone, and returns old answers after a callee in another file has changed. Our
cache hangs on our functions only: ``numba.config``, and with it the caches of others, stays as
it is. The classes it derives from are Numba internals, which is why the minor version is pinned.

With ``NUMBA_DISABLE_JIT=1`` the decorators return the plain functions.
"""

from __future__ import annotations

import hashlib
import inspect
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba import types
from numba.core import caching, ir, lowering, typed_passes
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import AnalysisPass, register_pass

from impinge.core.cache import cache_folder, cache_info, clean_cache
from impinge.core.sources import edited_since_start, stamp

__all__ = [
    "all_kernels",
    "cache_info",
    "clean_cache",
    "inlined",
    "kernel",
    "llvm_of",
    "merged",
    "short",
    "uncounted",
]

Compiled = Callable[..., Any]
DIGEST_BYTES = 32

_KERNELS: list[Any] = []
_INLINED: list[Any] = []
_SHORT: list[Any] = []
_UNCOUNTED: set[Compiled] = set()
_OPTIONS = {"nogil": True, "error_model": "numpy"}


def kernel(function: Compiled) -> Compiled:
    """Compile this function of a module: no Python inside, the interpreter lock released.

    One kernel has one signature: its callers pass float64, int64, C-contiguous, writable arrays.
    Kernels that call it keep calling it: it is not built into them, unlike :func:`inlined` ones.

    Raises
    ------
    TypeError
        If the function is defined inside another. What it closes over is not part of its stamp,
        and Numba would compile it again in each process.

    Examples
    --------
    >>> from impinge.core.vec import dot
    >>> dot((1.0, 2.0, 3.0), (0.0, 0.0, 1.0))
    3.0
    """
    # Said aloud: what is compiled on behalf of an inlined caller inherits options left unsaid.
    pipeline = _SeparateUncounted if function in _UNCOUNTED else _Separate
    separate = {"forceinline": False, "pipeline_class": pipeline}
    compiled: Any = _compiled(function, {**_OPTIONS, **separate})
    if compiled is not function:
        _take_numbers_as_such(compiled)
    _KERNELS.append(compiled)
    return compiled


def inlined(function: Compiled) -> Compiled:
    """Compile a small helper, and build it into each caller; any number of signatures.

    Measured on tree walks: 0.8 to 0.9 of the time that calls take.
    """
    pipeline = _Uncounted if function in _UNCOUNTED else _Compiler
    options = {"forceinline": True, "pipeline_class": pipeline}
    compiled = _compiled(function, {**_OPTIONS, **options})
    _INLINED.append(compiled)
    return compiled


def merged(function: Compiled) -> Compiled:
    """Write this function out in each of its callers before they are compiled.

    For long functions that lead to many others and are called in one or two places. Numba compiles
    each function together with all that it calls, however it is built in later: a chain of calls
    above a search takes five seconds a link, unless its links are merged.
    """
    compiled = _compiled(function, {**_OPTIONS, "inline": "always"})
    _INLINED.append(compiled)
    return compiled


def short(function: Compiled) -> Compiled:
    """Compile what Python calls for one query of a microsecond; any number of signatures.

    Deviations from :func:`kernel`, each a twentieth of such a call: the interpreter lock is kept,
    and arrays may have any layout, so that Python need not look. What takes long is left to kernels
    that are called with arrays of the one kind.
    """
    compiled = _compiled(function, {**_OPTIONS, "nogil": False})
    _SHORT.append(compiled)
    return compiled


def uncounted(function: Compiled) -> Compiled:
    """Below :func:`kernel` or :func:`inlined`: arrays are used, and not counted.

    Numba counts who holds an array, with two calls for each place it is handed to, around which all
    numbers leave the registers: a fifth of a search. A function that is handed its arrays by
    somebody who holds them needs none of it. It must make no array, and neither return one nor be
    given one by a function that counts: such a one is not compiled.
    """
    _UNCOUNTED.add(function)
    return function


def all_kernels() -> list[Any]:
    """Every function decorated with :func:`kernel` so far (those of many signatures are not)."""
    return list(_KERNELS)


class _SeparateLower(lowering.Lower):  # type: ignore[misc]
    """Marks each function it writes as one that LLVM must not build into its callers."""

    def setup_function(self, fndesc: Any) -> None:
        super().setup_function(fndesc)
        self.function.attributes.add("noinline")


@register_pass(mutates_CFG=True, analysis_only=False)
class _SeparateLowering(typed_passes.BaseNativeLowering):  # type: ignore[misc]
    _name = "impinge_separate_lowering"

    @property
    def lowering_class(self) -> type[_SeparateLower]:
        return _SeparateLower


@register_pass(mutates_CFG=False, analysis_only=True)
class _NoArraysPassedOn(AnalysisPass):  # type: ignore[misc]
    """Refuses what an :func:`uncounted` function must not do, once its types are known."""

    _name = "impinge_no_arrays_passed_on"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        name = state.func_id.func_qualname
        if _holds_array(state.return_type):
            raise TypeError(f"{name}: returns an array, and does not count it")
        for call, signature in state.calltypes.items():
            if isinstance(call, ir.Expr) and call.op == "call":
                called = getattr(state.typemap[call.func.name], "dispatcher", None)
                if called is not None and _holds_array(signature.return_type):
                    raise TypeError(f"{name}: would keep the array of {called.__name__} forever")
        return False


def _holds_array(kind: Any) -> bool:
    return isinstance(kind, types.Array) or any(map(_holds_array, getattr(kind, "types", ())))


class _Compiler(Compiler):  # type: ignore[misc]
    """Numba's compiler, with kernels that stay functions of their own.

    LLVM otherwise builds a kernel into the places that call it, and those into their callers. The
    exact predicates lie many calls deep below a tree walk, which took minutes to compile where an
    inlined function had passed its option on to them.
    """

    separate, counts = False, True

    def define_pipelines(self) -> list[Any]:
        pipelines: list[Any] = super().define_pipelines()
        for pipeline in pipelines:
            if not self.counts:
                pipeline.add_pass_after(_NoArraysPassedOn, typed_passes.NopythonTypeInference)
            if self.separate:
                pipeline.passes = [
                    (_SeparateLowering if stage is typed_passes.NativeLowering else stage, text)
                    for stage, text in pipeline.passes
                ]
            pipeline.finalize()
        return pipelines


class _Separate(_Compiler):
    separate = True


class _Uncounted(_Compiler):
    counts = False


class _SeparateUncounted(_Separate, _Uncounted):
    pass


def _compiled(function: Compiled, options: dict[str, Any]) -> Compiled:
    name = f"{function.__module__}.{function.__qualname__}"
    if "<locals>" in function.__qualname__:
        raise TypeError(f"{name}: a kernel is defined at the top level of a module, not inside")
    # Said aloud as well: a function would do as the one that has it compiled.
    counts = {"_nrt": function not in _UNCOUNTED}
    dispatcher: Any = numba.njit(**options, **counts)(function)
    if dispatcher is not function:
        dispatcher._cache = _KernelCache(function)
    return dispatcher  # type: ignore[no-any-return]


def _take_numbers_as_such(dispatcher: Any) -> None:
    """Let kernels that pass the numbers 0 and 1 call one compiled form, that for any int64.

    Numba gives each constant a type of its own, and compiles what is called with it once for each.
    """
    template_for = dispatcher.get_call_template

    def template(args: Any, kws: Any) -> Any:
        args = tuple(types.unliteral(kind) for kind in args)
        return template_for(args, {name: types.unliteral(kind) for name, kind in kws.items()})

    dispatcher.get_call_template = template


class _Locator(caching._CacheLocator):  # type: ignore[misc]
    """Tells Numba's cache where a function's code is kept, and under which stamp."""

    def __init__(self, folder: Path, source: Path) -> None:
        # The package's own folder is part of the name: two checkouts do not share files.
        self._folder = folder / self.get_suitable_cache_subpath(str(source))
        self._source = source
        # Read by Numba where it warns that a function cannot be kept.
        self._py_file = str(source)

    def ensure_cache_path(self) -> None:
        self._folder.mkdir(mode=0o700, exist_ok=True)

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return f"{stamp(self._source)} llvmlite {llvmlite.__version__}"

    def get_disambiguator(self) -> str:
        # Numba uses the line number here, and each edit above a function would leave one more
        # orphaned file. Functions of a module have distinct names.
        return "0"

    @classmethod
    def from_function(cls, py_func: Compiled, py_file: str) -> _Locator | None:  # noqa: ARG003
        folder, source = cache_folder(), Path(py_file)
        if folder is None or not source.is_file() or edited_since_start(source.resolve()):
            return None
        return cls(folder, source.resolve())


class _Impl(caching.CompileResultCacheImpl):  # type: ignore[misc]
    """Numba's way to write and read compiled code, with our locator and no other.

    The constructor of the base is not used: it obeys ``NUMBA_CACHE_LOCATOR_CLASSES``, by which
    a user moves caches of his own functions.
    """

    def __init__(self, py_func: Compiled) -> None:
        source = inspect.getfile(py_func)
        locator = _Locator.from_function(py_func, source)
        if locator is None:
            raise FileNotFoundError(source)
        self._locator = locator
        self._lineno = py_func.__code__.co_firstlineno
        name = f"{Path(source).stem}.{py_func.__qualname__}"
        self._filename_base = self.get_filename_base(name, getattr(sys, "abiflags", ""))


class _CheckedFiles(caching.IndexDataCacheFile):  # type: ignore[misc]
    """Numba's index and code files, each behind a digest of what it holds.

    A damaged file may still unpickle, and then crash the compiler or run as wrong code.
    """

    def _read(self, path: Path) -> Any:
        data = path.read_bytes()
        digest, content = data[:DIGEST_BYTES], data[DIGEST_BYTES:]
        if hashlib.sha256(content).digest() != digest:
            raise ValueError(f"{path}: damaged")
        # Written by this user into a folder only he can write to (core.cache), and undamaged.
        return pickle.loads(content)

    def _write(self, path: Path, value: Any) -> None:
        content = self._dump(value)
        with self._open_for_write(str(path)) as file:
            file.write(hashlib.sha256(content).digest() + content)

    def _load_index(self) -> dict[Any, str]:
        try:
            version, stamp_found, overloads = self._read(Path(self._index_path))
        except FileNotFoundError:
            return {}
        fresh = version == self._version and stamp_found == self._source_stamp
        return overloads if fresh else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._write(Path(self._index_path), (self._version, self._source_stamp, overloads))

    def _load_data(self, name: str) -> Any:
        return self._read(Path(self._data_path(name)))

    def _save_data(self, name: str, data: Any) -> None:
        self._write(Path(self._data_path(name)), data)


class _FunctionCache(caching.FunctionCache):  # type: ignore[misc]
    _impl_class = _Impl

    def __init__(self, py_func: Compiled) -> None:
        super().__init__(py_func)
        locator, base = self._impl.locator, self._impl.filename_base
        self._cache_file = _CheckedFiles(self._cache_path, base, locator.get_source_stamp())


class _KernelCache(caching._Cache):  # type: ignore[misc]
    """A cache that is opened at the first call, and whose failures only cost time.

    Importing the library must neither read sources nor fail. A file that cannot be read, written
    or understood (a full disk, a crash during an earlier write) means: compile.
    """

    _FAILURES = (
        OSError,
        EOFError,
        pickle.PickleError,
        AttributeError,
        ImportError,
        RuntimeError,
        ValueError,
    )

    def __init__(self, function: Compiled) -> None:
        self._function = function
        self._opened: Any = None

    def _open(self) -> Any:
        if self._opened is None:
            try:
                self._opened = _FunctionCache(self._function)
            except (OSError, SyntaxError):
                # No folder, no source file, or one that is being edited.
                self._opened = caching.NullCache()
        return self._opened

    @property
    def cache_path(self) -> str | None:
        path: str | None = self._open().cache_path
        return path

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return self._open().load_overload(sig, target_context)
        except self._FAILURES:
            self._give_up()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            self._open().save_overload(sig, data)
        except self._FAILURES:
            self._give_up()

    def _give_up(self) -> None:
        """Clear what cannot be used, so that the next process starts afresh."""
        try:
            self._open().flush()
        except self._FAILURES:
            self._opened = caching.NullCache()

    def enable(self) -> None:
        self._open().enable()

    def disable(self) -> None:
        self._open().disable()

    def flush(self) -> None:
        self._open().flush()


def llvm_of(compiled: Any, signature: Any) -> tuple[str, str]:
    """LLVM code and assembly of a kernel, compiled afresh (kept code has neither), for tests."""
    options = {name: value for name, value in compiled.targetoptions.items() if name != "nopython"}
    fresh = numba.njit(**options)(compiled.py_func)
    fresh.compile(signature)
    return fresh.inspect_llvm(fresh.signatures[0]), fresh.inspect_asm(fresh.signatures[0])
