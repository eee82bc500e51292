//! Scenes of `MagicaVoxel` and of the programs that write its files, byte by byte: layers by any id, nodes, layers and
//! chunks in any order, chunks that say nothing of cells, and files without a scene.

use std::collections::BTreeSet;

use voxnav_files::{Import, read_bytes};
use voxnav_occupancy::CellBox;
use voxnav_occupancy::glam::IVec3;
use voxnav_testkit::{Draws, cases};

use super::{Cells, check, drawn};

/// A model: its size, the cells that are seen, and the bytes of its voxels.
struct Model {
    size: IVec3,
    cells: Cells,
    voxels: Vec<[u8; 4]>,
}

fn model(draws: &mut Draws) -> Model {
    let (bounds, cells) = drawn(draws, IVec3::new(5, 4, 3));
    // Some writers have a voxel without a color for every empty cell.
    let has_empty = draws.percent(20);
    let mut voxels = Vec::new();
    for cell in bounds.cells() {
        let [x, y, z] = cell.to_array().map(|at| u8::try_from(at).unwrap());
        if cells.contains(&cell.to_array()) {
            voxels.push([x, y, z, draws.between(1, 255)]);
        } else if has_empty {
            voxels.push([x, y, z, 0]);
        }
    }
    draws.shuffle(&mut voxels);
    Model {
        size: bounds.max,
        cells,
        voxels,
    }
}

fn chunk(id: &[u8], content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).unwrap().to_le_bytes();
    [id, &length, &[0; 4], content].concat()
}

fn words(words: &[i32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn dict(entries: &[(&str, &str)]) -> Vec<u8> {
    let text = |text: &str| [words(&[i32::try_from(text.len()).unwrap()]), text.into()].concat();
    let entry = |(key, value): &(&str, &str)| [text(key), text(value)].concat();
    let count = words(&[i32::try_from(entries.len()).unwrap()]);
    [count, entries.iter().flat_map(entry).collect()].concat()
}

fn models(all: &[Model]) -> Vec<Vec<u8>> {
    let both = |model: &Model| {
        let count = words(&[i32::try_from(model.voxels.len()).unwrap()]);
        let size = chunk(b"SIZE", &words(&model.size.to_array()));
        [
            size,
            chunk(b"XYZI", &[count, model.voxels.concat()].concat()),
        ]
        .concat()
    };
    all.iter().map(both).collect()
}

fn palette(draws: &mut Draws) -> Vec<u8> {
    let color = |_| [draws.word().to_le_bytes()[0]; 4];
    chunk(b"RGBA", &(0..256).flat_map(color).collect::<Vec<_>>())
}

/// Chunks about colors, lights and cameras.
fn others() -> Vec<Vec<u8>> {
    vec![
        chunk(
            b"MATL",
            &[words(&[1]), dict(&[("_type", "_glass")])].concat(),
        ),
        chunk(b"rOBJ", &dict(&[("_type", "_inf")])),
        chunk(b"rCAM", &[words(&[0]), dict(&[("_mode", "pers")])].concat()),
        chunk(b"NOTE", &words(&[0])),
        chunk(b"IMAP", &[7; 256]),
    ]
}

fn file(draws: &mut Draws, chunks: &[Vec<u8>]) -> Vec<u8> {
    let content = chunks.concat();
    let version = draws.pick(&[150, 200]);
    let length = i32::try_from(content.len()).unwrap();
    let head = [words(&[version]), b"MAIN".to_vec(), words(&[0, length])].concat();
    [b"VOX ".to_vec(), head, content].concat()
}

/// Puts chunks that stand anywhere between others.
fn scattered(draws: &mut Draws, mut chunks: Vec<Vec<u8>>, among: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    for chunk in among {
        let place = draws.below(chunks.len() + 1);
        chunks.insert(place, chunk);
    }
    chunks
}

/// The nodes of a scene under construction.
struct Nodes<'d> {
    draws: &'d mut Draws,
    ids: BTreeSet<i32>,
    chunks: Vec<Vec<u8>>,
}

impl Nodes<'_> {
    fn id(&mut self) -> i32 {
        loop {
            let id = self.draws.between(1, 99);
            if self.ids.insert(id) {
                return id;
            }
        }
    }

    fn transform(&mut self, id: i32, child: i32, layer: i32, shift: IVec3) {
        let IVec3 { x, y, z } = shift;
        let shift = format!("{x} {y} {z}");
        let frame = if shift == "0 0 0" && self.draws.percent(50) {
            dict(&[])
        } else {
            dict(&[("_t", &shift)])
        };
        let name: &[_] =
            self.draws
                .pick(&[[].as_slice(), &[("_name", "part")], &[("_hidden", "0")]]);
        let content = [
            words(&[id]),
            dict(name),
            words(&[child, -1, layer, 1]),
            frame,
        ];
        self.chunks.push(chunk(b"nTRN", &content.concat()));
    }

    fn shape(&mut self, model: usize) -> i32 {
        let id = self.id();
        let model = words(&[1, i32::try_from(model).unwrap()]);
        let content = [words(&[id]), dict(&[]), model, dict(&[])];
        self.chunks.push(chunk(b"nSHP", &content.concat()));
        id
    }

    fn group(&mut self, children: &[i32]) -> i32 {
        let id = self.id();
        let count = words(&[i32::try_from(children.len()).unwrap()]);
        let content = [words(&[id]), dict(&[]), count, words(children)];
        self.chunks.push(chunk(b"nGRP", &content.concat()));
        id
    }
}

/// Layers by their ids, some of them hidden.
fn layers(draws: &mut Draws) -> Vec<(i32, bool)> {
    let mut ids: Vec<_> = (0..8).collect();
    draws.shuffle(&mut ids);
    ids.truncate(draws.below(9));
    ids.into_iter().map(|id| (id, draws.percent(40))).collect()
}

fn layer(id: i32, is_hidden: bool) -> Vec<u8> {
    let hidden: &[_] = if is_hidden {
        &[("_name", "7"), ("_hidden", "1")]
    } else {
        &[]
    };
    chunk(
        b"LAYR",
        &[words(&[id]), dict(hidden), words(&[-1])].concat(),
    )
}

/// What is seen of a scene.
#[derive(Default)]
struct Seen {
    cells: Cells,
    /// The box of all models that are seen.
    bounds: Option<CellBox>,
    hidden: u64,
}

/// Draws a scene in which each model has a place and a layer: its nodes, and what is seen.
fn scene(draws: &mut Draws, models: &[Model], layers: &[(i32, bool)]) -> (Vec<Vec<u8>>, Seen) {
    let mut nodes = Nodes {
        draws,
        ids: BTreeSet::new(),
        chunks: Vec::new(),
    };
    let (mut seen, mut children) = (Seen::default(), Vec::new());
    let outer = nodes.draws.vector(IVec3::splat(-9), IVec3::splat(9));
    for (number, model) in models.iter().enumerate() {
        let shift = nodes.draws.vector(IVec3::splat(-9), IVec3::splat(9));
        let layer = nodes.draws.pick(&[-1, 0, 1, 2, 3, 7]);
        let (id, shape) = (nodes.id(), nodes.shape(number));
        nodes.transform(id, shape, layer, shift);
        children.push(id);
        if layers.contains(&(layer, true)) {
            seen.hidden += 1;
            continue;
        }
        let low = outer + shift - model.size / 2;
        for cell in &model.cells {
            seen.cells
                .insert((low + IVec3::from_array(*cell)).to_array());
        }
        let bounds = CellBox::new(low, low + model.size);
        seen.bounds = Some(seen.bounds.map_or(bounds, |all| all.hull(&bounds)));
    }
    let group = nodes.group(&children);
    nodes.transform(0, group, -1, outer);
    (nodes.chunks, seen)
}

#[test]
fn scenes_of_every_writer_are_the_voxels_that_were_drawn() {
    for mut draws in cases(0, 500) {
        let count = draws.between(1, 4);
        let all: Vec<_> = (0..count).map(|_| model(&mut draws)).collect();
        let layers = layers(&mut draws);
        let (mut chunks, seen) = scene(&mut draws, &all, &layers);
        chunks.extend(layers.iter().map(|(id, is_hidden)| layer(*id, *is_hidden)));
        if draws.percent(70) {
            draws.shuffle(&mut chunks);
        }
        let mut about = Vec::new();
        if draws.percent(50) {
            about = others();
        }
        if draws.percent(70) {
            about.push(palette(&mut draws));
        }
        let chunks = if draws.percent(20) {
            [chunks, models(&all)].concat()
        } else {
            [models(&all), chunks].concat()
        };
        let chunks = scattered(&mut draws, chunks, about);
        let file = file(&mut draws, &chunks);
        let read = read_bytes(&file, "a.vox", &Import::default()).unwrap();
        let hidden: u64 = read.notes.iter().map(|note| note.count).sum();
        assert_eq!(hidden, seen.hidden);
        let bounds = seen.bounds.unwrap_or(CellBox::EMPTY);
        check(&read.occupancy, bounds, &seen.cells, "a.vox");
    }
}

#[test]
fn files_without_a_scene_are_their_first_model() {
    for mut draws in cases(1_000, 200) {
        let count = draws.between(1, 3);
        let all: Vec<_> = (0..count).map(|_| model(&mut draws)).collect();
        let mut chunks = models(&all);
        if count > 1 && draws.percent(50) {
            chunks.insert(0, chunk(b"PACK", &words(&[count])));
        }
        let about = [others(), vec![palette(&mut draws)]].concat();
        let chunks = if draws.percent(50) {
            scattered(&mut draws, chunks, about)
        } else {
            chunks
        };
        let file = file(&mut draws, &chunks);
        let read = read_bytes(&file, "a.vox", &Import::default()).unwrap();
        let [first, rest @ ..] = all.as_slice() else {
            panic!("there is a model")
        };
        let bounds = CellBox::from_size(first.size);
        check(&read.occupancy, bounds, &first.cells, "a.vox");
        assert_eq!(read.notes.len(), usize::from(!rest.is_empty()));
    }
}
