"""Kernels as separate pieces of machine code that call each other by symbol.

Numba copies the code of each callee into its callers, whole, and optimises and emits it again
there. A search that sits under forty kernels is compiled forty times. Here a kernel is compiled
once. Its callers declare its symbol, and Numba's execution engine resolves it.

- A symbol carries the stamp of its sources (:mod:`impinge.core.sources`), so the same text has the
  same symbol in every process, and kept code finds its callees. Before kept code is handed to the
  engine, the kernels it needs are loaded or compiled: the engine ends the process where a symbol is
  missing.
- What LLVM finds out about a kernel (what it reads and writes, that it ends) goes with its
  declaration: callers keep in registers what a call leaves alone.
- ``inlined`` functions are still copied into their callers. Nobody calls their own machine code, so
  none is made.
- What Python calls (argument parsing, boxing) is a small library beside the kernel, made when
  Python first calls it. Most kernels are never called from Python.
- A library of somebody else's compiled function gets a full copy, as Numba does it: its kept code
  must run in a process that has not loaded ours.

Numba internals are used throughout, which is why its minor version is pinned.
"""

from __future__ import annotations

import gc
import importlib
import re
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from numba import types
from numba.core import cgutils, compiler, event, lowering, typed_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import register_pass
from numba.core.environment import lookup_environment
from numba.core.registry import CPUDispatcher

ENVIRONMENT = "_ZN08NumbaEnv"
"""How Numba's symbols of a function's environment begin: its globals, for raising errors."""
DECLARED = re.compile(r'^declare [^@\n]*@"([^"\n]+)"\(.*$', re.MULTILINE)
"""Declarations in the text of a module, and their symbols."""
DEFINED = re.compile(
    r"(?:^; Function Attrs: ([^\n]*)\n)?^define (.*?)(?: local_unnamed_addr)? #", re.MULTILINE
)
"""Attributes and head of a function."""
COLLECT_AFTER = 200_000
"""Objects between two runs of the garbage collector while compiling, which makes many and keeps
most: with the usual 700, a tenth of the time went into looking at them."""


class Callee:
    """Stands for a compiled function where Numba expects what Python calls."""

    __slots__ = ("args",)

    def __init__(self, args: tuple[Any, ...]) -> None:
        self.args = args


class Library(JITCodeLibrary):  # type: ignore[misc]
    """Code of one function, with the symbols of the kernels it calls.

    Attributes
    ----------
    needs : dict of str to Library
        Kernels by symbol, those that inlined functions brought along included.
    origin : tuple
        Module, name and argument types of the function.
    symbol : str
    declaration : str
        Of a kernel, for its callers, with the attributes that its optimised code has.
    """

    symbol = declaration = ""
    origin: tuple[str, str, tuple[Any, ...]] = ("", "", ())

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self._shared_module: Any = None
        self.needs: dict[str, Library] = {}
        self.bitcode: bytes | None = None
        # The engine has their addresses, and Numba refers to them weakly.
        self.kept_environments: list[Any] = []
        self.enable_object_caching()

    def _optimize_functions(self, ll_module: Any) -> None:
        """As Numba does, but of definitions alone: there are hundreds of declarations."""
        ll_module.data_layout = self._codegen._data_layout
        for function in ll_module.functions:
            if not function.is_declaration:
                passes, builder = self._codegen._function_pass_manager()
                passes.run(function, builder)

    def add_ir_module(self, ir_module: Any) -> None:
        """As Numba does, with the declarations of kernels that are there already."""
        libraries = (one for one in self._linking_libraries if isinstance(one, KernelLibrary))
        known = {one.symbol: one.declaration for one in libraries if one.declaration}
        text = cgutils.normalize_ir_text(str(ir_module))
        module = llvm.parse_assembly(DECLARED.sub(lambda m: known.get(m[1], m[0]), text))
        module.name = ir_module.name
        module.verify()
        self.add_llvm_module(module)

    def add_linking_library(self, library: Any) -> None:
        if not isinstance(library, Library):
            library._ensure_finalized()
        self._linking_libraries.append(library)

    def finalize(self) -> None:
        """Optimise, and make machine code where there is any."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            if isinstance(library, KernelLibrary):
                self.needs[library.symbol] = library
                continue
            if isinstance(library, InlinedLibrary):
                self.needs.update(library.needs)
                module = library.module
            else:
                module = library._get_module_for_linking()
            self._final_module.link_in(module, preserve=True)
        self._linking_libraries.clear()
        self._optimize_final_module()
        self._final_module.verify()
        declared = {f.name for f in self._final_module.functions if f.is_declaration}
        self.needs = {name: library for name, library in self.needs.items() if name in declared}
        self._finalize_final_module()

    def _finalize_specific(self) -> None:
        super()._finalize_specific()
        for environment in (*_WAITING, *self.environments()):
            self._codegen.set_env(environment.env_name, environment)
        _WAITING.clear()

    def environments(self) -> list[Any]:
        """Environments that the code refers to."""
        found = [
            lookup_environment(variable.name)
            for variable in self._final_module.global_variables
            if variable.name.startswith(ENVIRONMENT)
        ]
        return [environment for environment in found if environment is not None]

    def symbols(self) -> list[str]:
        """What the engine can find in this library."""
        module = self._final_module
        both = (*module.functions, *module.global_variables)
        return [value.name for value in both if not value.is_declaration]

    def take(self, code: bytes, symbols: list[str], environments: list[Any]) -> None:
        """Be kept machine code, which the engine reads when it next finalizes."""
        self._set_compiled_object(code)
        self._final_module._CPUCodeLibrary__library = weakref.proxy(self)
        self._codegen._add_module(self._final_module)
        self._codegen._engine._defined_symbols.update(symbols)
        _WAITING.extend(environments)
        self._finalized = True


_WAITING: list[Any] = []
"""Environments of loaded code that the engine has not read yet."""


class KernelLibrary(Library):
    """Linked by symbol."""

    def finalize(self) -> None:
        super().finalize()
        head = DEFINED.search(str(self._final_module.get_function(self.symbol)))
        self.declaration = f"declare {head[2]} {head[1] or ''}" if head else ""

    def _get_module_for_linking(self) -> Any:
        """A full copy with all that it needs, for libraries that are not ours."""
        if self._shared_module is None:
            self._shared_module = self._own_module()
            _open_for_linking(self._shared_module)
            for library in self.needs.values():
                self._shared_module.link_in(library._get_module_for_linking(), preserve=True)
        return self._shared_module

    def _own_module(self) -> Any:
        if self.bitcode is not None:
            return llvm.parse_bitcode(self.bitcode)
        return self._final_module.clone()


class InlinedLibrary(Library):
    """Linked by copy, without machine code of its own."""

    @property
    def module(self) -> Any:
        """What callers link in."""
        if self._shared_module is None:
            if self.bitcode is not None:
                self._shared_module = llvm.parse_bitcode(self.bitcode)
            else:
                self._ensure_finalized()
                self._shared_module = self._final_module
                _open_for_linking(self._shared_module)
        return self._shared_module

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        full = self.module.clone()
        for library in self.needs.values():
            full.link_in(library._get_module_for_linking(), preserve=True)
        return full


def _open_for_linking(module: Any) -> None:
    """Let a module be copied into several others."""
    for function in module.functions:
        if not function.is_declaration and function.linkage == llvm.Linkage.external:
            function.linkage = "linkonce_odr"


class _Lowering(typed_passes.BaseNativeLowering):  # type: ignore[misc]
    """Numba's lowering into a library of ours, without an entry from Python."""

    library_class = KernelLibrary

    def run_pass(self, state: Any) -> bool:
        context = state.targetctx
        state.library = self.library_class(context.codegen(), state.func_id.func_qualname)
        state.flags.no_cpython_wrapper = True
        state.flags.no_cfunc_wrapper = True
        state.flags.no_compile = True
        super().run_pass(state)
        lowered, library = state["cr"], state.library
        descriptor = lowered.fndesc
        library.symbol = descriptor.llvm_func_name
        library.origin = (descriptor.modname, descriptor.qualname, tuple(state.args))
        library._ensure_finalized()
        callee = Callee(tuple(state.args))
        context.insert_user_function(callee, descriptor, [library])
        state.reload_init.extend(library._reload_init)
        state["cr"] = lowered._replace(cfunc=callee)
        return True


class _SeparateLower(lowering.Lower):  # type: ignore[misc]
    """Marks each function it writes as one that LLVM must not build into its callers."""

    def setup_function(self, fndesc: Any) -> None:
        super().setup_function(fndesc)
        self.function.attributes.add("noinline")


@register_pass(mutates_CFG=True, analysis_only=False)
class KernelLowering(_Lowering):
    _name = "impinge_kernel_lowering"
    lowering_class = _SeparateLower


@register_pass(mutates_CFG=True, analysis_only=False)
class InlinedLowering(_Lowering):
    _name = "impinge_inlined_lowering"
    library_class = InlinedLibrary
    lowering_class = lowering.Lower


class Dispatcher(CPUDispatcher):  # type: ignore[misc]
    """Numba's dispatcher, whose compiled functions get an entry from Python when one is needed."""

    def __init__(self, *args: Any, **kws: Any) -> None:
        super().__init__(*args, **kws)
        # The table in C that leads from types to entries does not keep them.
        self._entries: dict[tuple[Any, ...], Any] = {}

    def add_overload(self, cres: Any) -> None:
        self.overloads[tuple(cres.signature.args)] = cres

    def compile(self, sig: Any) -> Any:
        with global_compiler_lock, _rare_collection():
            try:
                return super().compile(sig)
            finally:
                self._cache.release()

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        found = super()._compile_for_args(*args, **kws)
        return self.entry(found.args) if isinstance(found, Callee) else found

    def entry(self, args: tuple[Any, ...]) -> Any:
        """What Python calls for arguments of these types."""
        with global_compiler_lock:
            if args not in self._entries:
                try:
                    self._entries[args] = found = self._find_entry(args)
                finally:
                    self._cache.release()
                self._insert([kind._code for kind in args], found, False)
            return self._entries[args]

    def _find_entry(self, args: tuple[Any, ...]) -> Any:
        result = self.overloads[args]
        library = self._cache.load_entry(args, result)
        if library is not None:
            library._finalize_specific()
        # A kept library without the symbol would be called at address 0.
        if library is None or not library.get_pointer_to_function(
            result.fndesc.llvm_cpython_wrapper_name
        ):
            with event.trigger_event("numba:compile", data={"dispatcher": self, "entry": args}):
                library = self._make_entry(result)
            self._cache.save_entry(args, library, result)
        return result.target_context.get_executable(library, result.fndesc, result.environment)

    def __reduce__(self) -> Any:
        """By name: another process has the kernel where this one has it."""
        return find_dispatcher, (self.py_func.__module__, self.py_func.__qualname__)

    def _make_entry(self, result: Any) -> Library:
        flags = compiler.Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        # Whether arrays are counted, as in the function itself.
        flags.nrt = result.target_context.enable_nrt
        context = compiler._make_subtarget(self.targetdescr.target_context, flags)
        library = Library(context.codegen(), f"{self.py_func.__qualname__} from Python")
        library.add_linking_library(result.library)
        with context.push_code_library(library):
            context.create_cpython_wrapper(
                library, result.fndesc, result.environment, None, flags.release_gil
            )
        context.post_lowering(None, library)
        library.finalize()
        return library


class KernelDispatcher(Dispatcher):
    """Lets callers that pass the numbers 0 and 1 call one compiled form, that for any int64.

    Numba gives each constant a type of its own, and compiles what is called with it once for each.
    """

    def get_call_template(self, args: Any, kws: Any) -> Any:
        args = tuple(types.unliteral(kind) for kind in args)
        kws = {name: types.unliteral(kind) for name, kind in kws.items()}
        return super().get_call_template(args, kws)


class OtherLayoutError(TypeError):
    """An array that a short function is not compiled for: the caller makes it canonical."""


class ShortDispatcher(KernelDispatcher):
    """Refuses arrays in another layout than that of kernels, instead of compiling for it."""

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        # Called where no compiled form fits: what fits costs nothing.
        refuse_other_layouts(args)
        return super()._compile_for_args(*args, **kws)


def refuse_other_layouts(args: tuple[Any, ...]) -> None:
    """Raise for an array that is not native float64, C-contiguous, aligned and writable."""
    for given in args:
        if isinstance(given, np.ndarray):
            if type(given) is not np.ndarray or given.dtype != np.float64 or not given.flags.carray:
                raise OtherLayoutError("expected float64, C-contiguous, aligned, writable")


_DEPTH = 0


@contextmanager
def _rare_collection() -> Iterator[None]:
    """Let the garbage collector run seldom, until the outermost compilation ends."""
    global _DEPTH  # noqa: PLW0603
    before = gc.get_threshold()
    _DEPTH += 1
    if _DEPTH == 1 and before[0]:
        gc.set_threshold(COLLECT_AFTER, *before[1:])
    try:
        yield
    finally:
        _DEPTH -= 1
        if _DEPTH == 0:
            gc.set_threshold(*before)


def find_dispatcher(module: str, name: str) -> Dispatcher:
    """The compiled function of this name; a ``LookupError`` if there is none."""
    found = getattr(importlib.import_module(module), name, None)
    if not isinstance(found, Dispatcher):
        raise LookupError(f"{module}.{name}: no kernel")
    return found
