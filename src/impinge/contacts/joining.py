"""Contacts from several answers, put together as one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from impinge.contacts.kernels.contact_row import CONTACT_ROW
from impinge.contacts.result import Contacts, sorted_rows
from impinge.core.arrays import Array
from impinge.core.ids import Ids


class Share(NamedTuple):
    """Rows of contacts, and the row of the batch that each is of."""

    rows: Array
    batch: Ids


def share_of(contacts: Contacts, batch: Ids) -> Share:
    """An answer for some rows of a batch: ``batch`` names the row for each row of the answer."""
    return Share(contacts._rows.copy(), batch[contacts.rows()])


def joined(shares: list[Share], count: int | None) -> Contacts:
    """All of them, sorted; ``count`` is the number of rows of the batch, None if it is single."""
    rows = np.concatenate([np.empty((0, CONTACT_ROW)), *(share.rows for share in shares)])
    batch = np.concatenate([np.zeros(0, np.int64), *(share.batch for share in shares)])
    order = sorted_rows(rows, batch)
    offsets = None
    if count is not None:
        offsets = np.searchsorted(batch[order], np.arange(count + 1)).astype(np.int64)
    return Contacts(rows[order], offsets)
