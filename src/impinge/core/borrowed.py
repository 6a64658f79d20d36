"""Arrays whose owner is known to outlive the kernel.

Numba counts who uses an array, in kernels too, with instructions that all cores have to agree on:
where pairs of arrays are handed from function to function they took a sixth of the time of a
search. A borrowed array is counted by nobody. The arguments of a kernel that Python has called may
be borrowed: Python holds them until it returns.
"""

from numba import config
from numba.core import cgutils
from numba.extending import intrinsic


@intrinsic
def borrowed_compiled(_, array):
    """See :func:`borrowed_plain`."""
    signature = array(array)

    def generate(context, builder, signature, arguments):
        view = context.make_array(signature.args[0])(context, builder, arguments[0])
        view.meminfo = cgutils.get_null_value(view.meminfo.type)
        view.parent = cgutils.get_null_value(view.parent.type)
        return view._getvalue()

    return signature, generate


def borrowed_plain(array):
    """The same array, which must outlive this view of it."""
    return array


borrowed = borrowed_plain if config.DISABLE_JIT else borrowed_compiled
