//! All that the module knows between calls, and the frame of every call.

use std::cell::RefCell;

use voxnav::Workspace;
use voxnav::search::RouteSearch;

use crate::agents::Agent;
#[cfg(feature = "whole")]
use crate::crowds::Throng;
use crate::failure::{Answer, Code, Failure};
use crate::handles::Table;
use crate::request::Numbers;
#[cfg(feature = "whole")]
use crate::scenes::meshes::Mesh;
use crate::scenes::worlds::World;
#[cfg(feature = "whole")]
use crate::searching::fields::Field;
use crate::searching::followers::Following;
#[cfg(feature = "whole")]
use crate::searching::places::AnyPlaceSearch;

/// The number of places of numbers that go in.
pub(crate) const IN: usize = 32;

/// The number of places of numbers that come out: those of the answer, and from [`LISTS`] on the lists, an
/// address and a length each.
pub(crate) const OUT: usize = 48;

/// The first place of the lists of an answer.
pub(crate) const LISTS: usize = 32;

/// The state of the module.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) numbers: Box<[f64; IN]>,
    pub(crate) input: Vec<u8>,
    pub(crate) out: Out,
    pub(crate) worlds: Table<World>,
    pub(crate) agents: Table<Agent>,
    pub(crate) searches: Table<RouteSearch>,
    pub(crate) followers: Table<Following>,
    #[cfg(feature = "whole")]
    pub(crate) fields: Table<Field>,
    #[cfg(feature = "whole")]
    pub(crate) meshes: Table<Mesh>,
    #[cfg(feature = "whole")]
    pub(crate) crowds: Table<Throng>,
    #[cfg(feature = "whole")]
    pub(crate) sought: Table<AnyPlaceSearch>,
    pub(crate) workspace: Workspace,
}

/// The answer of a call.
#[derive(Debug)]
pub(crate) struct Out {
    pub(crate) numbers: Box<[f64; OUT]>,
    /// Cells, three numbers each.
    pub(crate) cells: Vec<i32>,
    /// Positions, three numbers each.
    pub(crate) points: Vec<f64>,
    /// Parts of paths by their actions.
    pub(crate) legs: Vec<u32>,
    /// Positions of smooth paths.
    pub(crate) smooth: Vec<f64>,
    /// Parts of smooth paths, or of the answers of a batch.
    pub(crate) parts: Vec<u32>,
    pub(crate) bytes: Vec<u8>,
    pub(crate) text: String,
}

impl Out {
    fn new() -> Self {
        Self {
            numbers: Box::new([0.0; OUT]),
            cells: Vec::new(),
            points: Vec::new(),
            legs: Vec::new(),
            smooth: Vec::new(),
            parts: Vec::new(),
            bytes: Vec::new(),
            text: String::new(),
        }
    }

    /// Forgets the answer before, and keeps its memory; that of a large answer is given back.
    fn clear(&mut self) {
        const MOST: usize = 1 << 20;
        macro_rules! clear {
            ($($list:ident),*) => {
                $(if self.$list.capacity() > MOST {
                    self.$list = Default::default();
                } else {
                    self.$list.clear();
                })*
            };
        }
        clear!(cells, points, legs, smooth, parts, bytes, text);
    }

    /// Writes where the lists are.
    fn locate(&mut self) {
        let lists = [
            (self.cells.as_ptr().addr(), self.cells.len()),
            (self.points.as_ptr().addr(), self.points.len()),
            (self.legs.as_ptr().addr(), self.legs.len()),
            (self.smooth.as_ptr().addr(), self.smooth.len()),
            (self.parts.as_ptr().addr(), self.parts.len()),
            (self.bytes.as_ptr().addr(), self.bytes.len()),
            (self.text.as_ptr().addr(), self.text.len()),
        ];
        let places = self.numbers[LISTS..].as_chunks_mut::<2>().0;
        #[expect(clippy::cast_precision_loss, reason = "addresses have 32 bits")]
        for (place, (address, length)) in places.iter_mut().zip(lists) {
            *place = [address as f64, length as f64];
        }
    }
}

impl State {
    fn new() -> Self {
        Self {
            numbers: Box::new([0.0; IN]),
            input: Vec::new(),
            out: Out::new(),
            worlds: Table::new(1, "world"),
            agents: Table::new(2, "agent"),
            searches: Table::new(3, "search"),
            followers: Table::new(4, "follower"),
            #[cfg(feature = "whole")]
            fields: Table::new(5, "cost field"),
            #[cfg(feature = "whole")]
            meshes: Table::new(6, "mesh"),
            #[cfg(feature = "whole")]
            crowds: Table::new(7, "crowd"),
            #[cfg(feature = "whole")]
            sought: Table::new(8, "search"),
            workspace: Workspace::new(),
        }
    }

    /// Returns the numbers of the call.
    pub(crate) fn asked(&self) -> Numbers {
        Numbers(*self.numbers)
    }

    /// Answers with a handle.
    pub(crate) fn hand_out(&mut self, handle: Answer<u32>) -> Answer {
        self.out.numbers[0] = f64::from(handle?);
        Ok(())
    }
}

thread_local! {
    static STATE: RefCell<State> = RefCell::new(State::new());
}

/// Runs one call, and returns zero or the code of its failure.
pub(crate) fn call(work: impl FnOnce(&mut State) -> Answer) -> u32 {
    STATE.with(|state| {
        let Ok(mut state) = state.try_borrow_mut() else {
            return Code::Busy as u32;
        };
        state.out.clear();
        let code = match work(&mut state) {
            Ok(()) => 0,
            Err(Failure { code, message }) => {
                state.out.clear();
                state.out.text = message;
                code as u32
            }
        };
        state.input = Vec::new();
        state.out.locate();
        code
    })
}

/// Returns the address of the numbers that go in.
pub(crate) fn numbers_in() -> *mut f64 {
    STATE.with(|state| state.borrow_mut().numbers.as_mut_ptr())
}

/// Returns the address of the numbers that come out.
pub(crate) fn numbers_out() -> *const f64 {
    STATE.with(|state| state.borrow().out.numbers.as_ptr())
}

/// Makes room for the bytes that go in, all zero, and returns its address; null if there is no memory for so many.
pub(crate) fn input(length: usize) -> *mut u8 {
    STATE.with(|state| {
        let input = &mut state.borrow_mut().input;
        *input = Vec::new();
        if length > isize::MAX.unsigned_abs() || input.try_reserve_exact(length).is_err() {
            return std::ptr::null_mut();
        }
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}
