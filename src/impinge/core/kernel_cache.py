"""Compiled kernels on disk: loaded with the kernels they need, compiled by one process at a time.

Numba's own cache looks at the file of the caller alone, and returns old answers after a callee in
another file has changed. Ours keeps code under a stamp that follows the imports
(:mod:`impinge.core.sources`), in a folder only the user can write to (:mod:`impinge.core.cache`).
It hangs on our functions only: ``numba.config``, and with it the caches of others, stays as it is.
"""

from __future__ import annotations

import fcntl
import hashlib
import inspect
import os
import pickle
import sys
import time
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba.core import caching
from numba.core.compiler import CompileResult

from impinge.core.cache import cache_folder
from impinge.core.linking import Callee, InlinedLibrary, KernelLibrary, Library, find_dispatcher
from impinge.core.sources import edited_since_start, stamp

Compiled = Callable[..., Any]
DIGEST_BYTES = 32
FORMAT = 4
"""Of files. Sources of the cache are no part of stamps: a change of what is written counts here."""
LONGEST_WAIT = 60.0
"""Seconds to wait for another process that compiles the same kernel. Hardly a kernel takes as long;
a process that was stopped does, and is not waited for again."""
LOOK_AGAIN = 0.02


class Locator(caching._CacheLocator):  # type: ignore[misc]
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


class _Impl(caching.CompileResultCacheImpl):  # type: ignore[misc]
    """What is written and read of a compiled function.

    The constructor of the base is not used: it obeys ``NUMBA_CACHE_LOCATOR_CLASSES``, by which
    a user moves caches of his own functions.
    """

    def __init__(self, py_func: Compiled) -> None:
        folder, source = cache_folder(), Path(inspect.getfile(py_func)).resolve()
        if folder is None or not source.is_file() or edited_since_start(source):
            raise FileNotFoundError(source)
        self._locator = Locator(folder, source)
        self._lineno = py_func.__code__.co_firstlineno
        name = f"{source.stem}.{py_func.__qualname__}"
        self._filename_base = self.get_filename_base(name, getattr(sys, "abiflags", ""))

    def reduce(self, cres: Any) -> Any:
        # Neither is needed again, and they may not pickle.
        cres.fndesc.typemap = cres.fndesc.calltypes = None
        return (
            written(cres.library), cres.fndesc, cres.environment, cres.signature,
            cres.reload_init, cres.target_context.enable_nrt,
        )  # fmt: skip

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        library, descriptor, environment, signature, reload_init, counts = payload
        for function in reload_init:
            function()
        return CompileResult(
            typing_context=target_context.typing_context,
            target_context=target_context.subtarget(enable_nrt=counts),
            entry_point=Callee(tuple(signature.args)),
            typing_error=None,
            type_annotation="",
            signature=signature,
            objectmode=False,
            lifted=(),
            fndesc=descriptor,
            library=read(target_context.codegen(), library),
            call_helper=None,
            environment=environment,
            metadata=None,
            reload_init=reload_init,
            referenced_envs=(),
        )


KINDS = {kind.__name__: kind for kind in (Library, KernelLibrary, InlinedLibrary)}


def written(library: Library) -> tuple[Any, ...]:
    """A library as what can be pickled."""
    inlined = isinstance(library, InlinedLibrary)
    code = None if inlined else library._get_compiled_object()
    # Callers that are not ours, and all callers of inlined functions, take a copy.
    entry = type(library) is Library
    bitcode = None if entry else (library.module if inlined else library._final_module).as_bitcode()
    needs = {symbol: needed.origin for symbol, needed in library.needs.items()}
    symbols = [] if inlined else library.symbols()
    return (
        type(library).__name__, library.name, library.symbol, library.declaration, library.origin,
        code, bitcode, symbols, library.environments(), needs,
    )  # fmt: skip


def read(codegen: Any, kept: tuple[Any, ...]) -> Library:
    """The library of :func:`written`, with the kernels it needs.

    A ``LookupError`` if one of these is no longer there: the engine would end the process.
    """
    kind, name, symbol, declaration, origin, code, bitcode, symbols, environments, needs = kept
    library: Library = KINDS[kind](codegen, name)
    library.symbol, library.declaration = symbol, declaration
    library.origin, library.bitcode = origin, bitcode
    library.kept_environments = environments
    for needed, (module, function, args) in needs.items():
        dispatcher = find_dispatcher(module, function)
        dispatcher.compile(args)
        library.needs[needed] = found = dispatcher.overloads[args].library
        if found.symbol != needed:
            raise LookupError(f"{module}.{function}: other code than was called")
    if code is None:
        library._finalized = True
    else:
        library.take(code, symbols, environments)
    return library


class _CheckedFiles(caching.IndexDataCacheFile):  # type: ignore[misc]
    """Numba's index and code files, each behind a digest of what it holds and whose it is.

    A damaged file may still unpickle, and then crash the compiler or run as wrong code. So may the
    intact file of another kernel: Numba tells kernels apart by their bytecode, which is the same
    for two that call different functions in the same way.
    """

    def __init__(self, folder: str, base: str, stamp: str, owner: str) -> None:
        super().__init__(folder, base, stamp)
        self._version: str = f"{numba.__version__} {FORMAT}"
        self._owner = owner.encode()

    def _digest(self, content: bytes) -> bytes:
        return hashlib.sha256(self._owner + b"\n" + content).digest()

    def _read(self, path: Path) -> Any:
        data = path.read_bytes()
        digest, content = data[:DIGEST_BYTES], data[DIGEST_BYTES:]
        if self._digest(content) != digest:
            raise ValueError(f"{path}: damaged, or of another kernel")
        # Written by this user into a folder only he can write to (core.cache), and undamaged.
        return pickle.loads(content)

    def _write(self, path: Path, value: Any) -> None:
        content = self._dump(value)
        with self._open_for_write(str(path)) as file:
            file.write(self._digest(content) + content)

    def _load_index(self) -> dict[Any, str]:
        try:
            version, stamp_found, overloads = self._read(Path(self._index_path))
        except FileNotFoundError:
            return {}
        fresh = version == self._version and stamp_found == self._source_stamp
        return overloads if fresh else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._write(Path(self._index_path), (self._version, self._source_stamp, overloads))

    def save(self, key: Any, data: Any) -> None:
        # The index is written first: after a kill in between, it names an older file.
        super().save(key, (self._source_stamp, key, data))

    def load(self, key: Any) -> Any:
        found = super().load(key)
        if found is None:
            return None
        *owner, data = found
        if owner != [self._source_stamp, key]:
            raise ValueError(f"{self._index_path}: code of another text or signature")
        return data

    def _load_data(self, name: str) -> Any:
        return self._read(Path(self._data_path(name)))

    def _save_data(self, name: str, data: Any) -> None:
        self._write(Path(self._data_path(name)), data)


class _FunctionCache(caching.FunctionCache):  # type: ignore[misc]
    _impl_class = _Impl

    def __init__(self, py_func: Compiled) -> None:
        super().__init__(py_func)
        stamp = self._impl.locator.get_source_stamp()
        owner = f"{py_func.__module__}.{py_func.__qualname__}"
        self._cache_file = _CheckedFiles(self._cache_path, self._impl.filename_base, stamp, owner)

    def entry_key(self, args: Any, codegen: Any) -> Any:
        return (*self._index_key(args, codegen), "entry")


_IMPATIENT: list[str] = []
"""Kernels that were waited for in vain."""


class KernelCache(caching._Cache):  # type: ignore[misc]
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
        LookupError,
        RuntimeError,
        TypeError,
        ValueError,
    )

    def __init__(self, function: Compiled) -> None:
        self._function = function
        self._opened: Any = None
        self._locked = False

    def _open(self) -> Any:
        if self._opened is None:
            try:
                self._opened = _FunctionCache(self._function)
            except (OSError, SyntaxError, ValueError):
                # No folder, no source file, or one that is being edited.
                self._opened = caching.NullCache()
        return self._opened

    @property
    def keeps(self) -> bool:
        """Whether code is kept."""
        return isinstance(self._open(), _FunctionCache)

    @property
    def cache_path(self) -> str | None:
        path: str | None = self._open().cache_path
        return path

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        found = self._load_overload(sig, target_context)
        if found is None and self.keeps and self._wait_for_others():
            found = self._load_overload(sig, target_context)
        return found

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
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

    def load_entry(self, args: Any, result: Any) -> Library | None:
        """What Python calls, as it was kept; the kernel stays locked until :meth:`release`."""
        if not self.keeps:
            return None
        self._wait_for_others()
        codegen = result.target_context.codegen()
        try:
            kept = self._opened._cache_file.load(self._opened.entry_key(args, codegen))
            if kept is None:
                return None
            library, constants = kept
            # Python objects that the entry returns, such as types of arrays. Those of the kernel
            # itself are the first of them.
            result.environment.consts[:] = constants
            return read(codegen, library)
        except self._FAILURES:
            self._give_up()
            return None

    def save_entry(self, args: Any, library: Library, result: Any) -> None:
        if self.keeps:
            try:
                key = self._opened.entry_key(args, library.codegen)
                kept = written(library), list(result.environment.consts)
                self._opened._cache_file.save(key, kept)
            except self._FAILURES:
                self._give_up()

    def _wait_for_others(self) -> bool:
        """Take the lock of this kernel, so that one process compiles it. True after a wait: what
        was waited for may be there now.

        Kernels are locked from caller to callee, which makes no circle. A lock ends with its
        process.
        """
        file, waited = _lock_file(), False
        end = time.monotonic() + LONGEST_WAIT
        while file >= 0 and not _IMPATIENT:
            if time.monotonic() > end:
                _IMPATIENT.append(self._function.__qualname__)
                break
            try:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, self._place())
            except BlockingIOError:
                waited = True
                time.sleep(LOOK_AGAIN)
            except OSError:
                # No locks on this file system: two processes may do the same work.
                break
            else:
                self._locked = True
                break
        return waited

    def _place(self) -> int:
        """Which byte of the lock file stands for this kernel."""
        name = f"{self._open().cache_path} {self._function.__qualname__}"
        return zlib.crc32(name.encode())

    def release(self) -> None:
        """Let other processes go on."""
        if self._locked:
            self._locked = False
            try:
                fcntl.lockf(_lock_file(), fcntl.LOCK_UN, 1, self._place())
            except OSError:
                pass

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


@cache
def _lock_file() -> int:
    """The file whose bytes are locked, open for as long as the process lives; -1 for none.

    Record locks belong to a process: what is forked from one that compiles holds none.
    """
    folder = cache_folder()
    if folder is None:
        return -1
    try:
        return os.open(folder / "compiling.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError:
        return -1
