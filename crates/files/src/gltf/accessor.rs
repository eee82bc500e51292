//! Numbers in the buffers of a glTF file, read with every step checked.

use gltf::accessor::{DataType, Dimensions};
use gltf::{Accessor, Primitive, mesh::Mode};
use voxnav_occupancy::glam::DVec3;

use crate::error::{Fault, malformed, unsupported};
use crate::mesh::{fan, strip};
use crate::scalar::{ByteOrder, Scalar};

/// The bytes of every buffer of a file.
pub(super) type Buffers = [Vec<u8>];

/// Returns the elements of an accessor, one slice each.
fn elements<'b>(
    accessor: &Accessor<'_>,
    buffers: &'b Buffers,
) -> Result<impl Iterator<Item = &'b [u8]> + use<'b>, Fault> {
    let in_accessor = |fault: Fault| fault.in_part("accessor", accessor.index());
    let (None, Some(view)) = (accessor.sparse(), accessor.view()) else {
        return Err(in_accessor(unsupported("sparse accessors")));
    };
    let buffer = buffers.get(view.buffer().index());
    let end = view.offset().checked_add(view.length());
    let part = buffer.and_then(|buffer| buffer.get(view.offset()..end?));
    let part = part.and_then(|part| part.get(accessor.offset()..));
    let (size, count) = (accessor.size(), accessor.count());
    let stride = view.stride().unwrap_or(size);
    let length = match count.checked_sub(1) {
        Some(rest) => rest
            .checked_mul(stride)
            .and_then(|rest| rest.checked_add(size)),
        None => Some(0),
    };
    match (part, length) {
        (Some(part), Some(length)) if length <= part.len() && stride >= size && size > 0 => {
            Ok(part
                .chunks(stride)
                .map(move |one| &one[..size.min(one.len())])
                .take(count))
        }
        _ => Err(in_accessor(malformed("it reaches past its buffer"))),
    }
}

/// Returns the positions of the corners of a primitive.
pub(super) fn positions(accessor: &Accessor<'_>, buffers: &Buffers) -> Result<Vec<DVec3>, Fault> {
    if accessor.dimensions() != Dimensions::Vec3 {
        let what = malformed("positions are three numbers each");
        return Err(what.in_part("accessor", accessor.index()));
    }
    let (kind, is_share) = (accessor.data_type(), accessor.normalized());
    let position = |bytes: &[u8]| {
        let mut numbers = bytes.chunks_exact(bytes.len() / 3);
        let mut next = || {
            numbers
                .next()
                .map_or(0.0, |bytes| number(bytes, kind, is_share))
        };
        DVec3::new(next(), next(), next())
    };
    Ok(elements(accessor, buffers)?.map(position).collect())
}

/// Returns a number of a position; one of 8 or 16 bits may stand for a share of the greatest.
fn number(bytes: &[u8], kind: DataType, is_share: bool) -> f64 {
    let scalar = match kind {
        DataType::I8 => Scalar::I8,
        DataType::U8 => Scalar::U8,
        DataType::I16 => Scalar::I16,
        DataType::U16 => Scalar::U16,
        DataType::U32 => Scalar::U32,
        DataType::F32 => Scalar::F32,
    };
    let number = scalar.value(bytes, ByteOrder::LittleEndian);
    match scalar.range() {
        Some(range) if is_share && scalar.size() < 4 => (number / range.end()).max(-1.0),
        _ => number,
    }
}

/// Returns the triangles of a primitive with `corners` corners; none if it has no surface.
pub(super) fn triangles(
    primitive: &Primitive<'_>,
    corners: usize,
    buffers: &Buffers,
) -> Result<Option<Vec<[u32; 3]>>, Fault> {
    let order: Vec<u32> = match primitive.indices() {
        Some(accessor) => {
            let index = |bytes: &[u8]| match *bytes {
                [a] => a.into(),
                [a, b] => u16::from_le_bytes([a, b]).into(),
                [a, b, c, d] => u32::from_le_bytes([a, b, c, d]),
                _ => u32::MAX,
            };
            elements(&accessor, buffers)?.map(index).collect()
        }
        None => (0..u32::try_from(corners).unwrap_or(u32::MAX)).collect(),
    };
    Ok(match primitive.mode() {
        Mode::Triangles => {
            let (triangles, rest) = order.as_chunks::<3>();
            if !rest.is_empty() {
                return Err(malformed("the last triangle has not three corners"));
            }
            Some(triangles.to_vec())
        }
        Mode::TriangleStrip => Some(strip(&order).collect()),
        Mode::TriangleFan => Some(fan(&order).collect()),
        _ => None,
    })
}
