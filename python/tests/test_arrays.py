"""Arrays larger than a chunk, in every order, type and stride."""

import itertools

import numpy as np
import pytest

import voxnav


@pytest.mark.parametrize("kind", [bool, np.int8, np.uint8, np.int32, np.uint64])
@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_cells_are_those_of_the_array(kind, order):
    rng = np.random.default_rng(7)
    values = rng.integers(0, 2 if kind is bool else 4, size=(70, 65, 130)).astype(kind)
    turned = np.ascontiguousarray(values.transpose(order)).transpose(np.argsort(order))
    assert (turned == values).all()
    unknown = None if kind is bool else 3
    expected = (values != 0).astype(np.int8)
    if unknown:
        expected[values == 3] = -1
    for array in (turned, turned[::-1, :, ::-1][::-1, :, ::-1]):
        world = voxnav.World.from_numpy(array, unknown=unknown)
        assert (world.to_numpy() == expected).all()
    reversed_ = voxnav.World.from_numpy(turned.T, axes="zyx", unknown=unknown)
    assert (reversed_.to_numpy() == expected).all()


def test_nothing_of_the_array_is_kept():
    values = np.zeros((8, 8, 8), bool)
    world = voxnav.World.from_numpy(values)
    values[:] = True
    assert world.to_numpy().sum() == 0
