//! Links of a navigator.

use voxnav::ground::{LinkDirection, LinkId, LinkState, WorldLink};
use voxnav::search::Cost;

use crate::border::{call, changing, reading};
use crate::error::{Refusal, VoxnavStatus};
use crate::handles::change;
use crate::ids::VoxnavNavigator;
use crate::memory::{In, Out};
use crate::values::{self, VoxnavPoint};

/// The id of a link in its navigator, as files keep it. An id is not given out again.
pub type VoxnavLinkId = u32;

/// A link to be inserted: a connection that is no move, such as an elevator, for ground agents. Its ends are
/// where the feet are.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavLink {
    /// The size of the struct: `sizeof(VoxnavLink)`.
    pub size: usize,
    /// A corner of the box where it begins.
    pub from: VoxnavPoint,
    /// The opposite corner; the same position for one cell.
    pub from_end: VoxnavPoint,
    /// The position where it ends.
    pub to: VoxnavPoint,
    /// The cost of using it, in straight moves over one cell; may be 0.
    pub cost: f64,
    /// The groups of agents that may use it, a bit each; 0 for all.
    pub groups: u64,
    /// The caller's name for it, which legs of routes state.
    pub label: u32,
    /// 1 for a link that leads back, too.
    pub both_ways: u32,
    /// 1 for a link that cannot be used now.
    pub closed: u32,
    /// Zero.
    pub reserved: u32,
}

/// Inserts a link, which ground agents take and flying agents do not, and writes its id into `id`.
///
/// Errors: positions that are not finite, ends that are not in the bounds, a cost that is too large.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_link_insert(
    navigator: VoxnavNavigator,
    link: In<VoxnavLink>,
    id: Out<VoxnavLinkId>,
) -> VoxnavStatus {
    call(|| {
        let given = link.needed("link")?;
        id.check("id")?;
        if given.cost.is_nan() || given.cost < 0.0 {
            let message = "the cost of a link must not be negative";
            return Err(Refusal::new(VoxnavStatus::ErrorLink, message));
        }
        let link = WorldLink {
            from: [given.from.into(), given.from_end.into()],
            to: given.to.into(),
            ways: if given.both_ways == 0 {
                LinkDirection::One
            } else {
                LinkDirection::Both
            },
            cost: Cost::of_length(given.cost),
            label: given.label,
            groups: values::given(given.groups).unwrap_or(u64::MAX),
            state: state(given.closed),
        };
        let inserted = change(navigator, |held| Ok(held.navigator.insert_link(link)?))?;
        id.put(inserted.to_bits(), "id")
    })
}

fn state(closed: u32) -> LinkState {
    if closed == 0 {
        LinkState::Open
    } else {
        LinkState::Closed
    }
}

/// Removes a link.
///
/// Errors: an unknown id.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_link_remove(navigator: VoxnavNavigator, id: VoxnavLinkId) -> VoxnavStatus {
    changing(navigator, |held| {
        held.navigator.remove_link(LinkId::from_bits(id))?;
        Ok(())
    })
}

/// Closes a link, or opens it where `closed` is 0.
///
/// Errors: an unknown id.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_link_set_closed(
    navigator: VoxnavNavigator,
    id: VoxnavLinkId,
    closed: u32,
) -> VoxnavStatus {
    changing(navigator, |held| {
        let id = LinkId::from_bits(id);
        Ok(held.navigator.set_link_state(id, state(closed))?)
    })
}

/// Writes the ids of all links: at most `capacity`, and into `count` how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_link_ids(
    navigator: VoxnavNavigator,
    buffer: Out<VoxnavLinkId>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    reading(navigator, |held| {
        let ids = held.navigator.links().map(|(id, _)| id.to_bits());
        buffer.fill(capacity, count, ids)
    })
}
