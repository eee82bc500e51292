//! Problem sets from map files.

use std::fs;
use std::path::PathBuf;

use voxnav::grid::{Axis, CellState};
use voxnav::search::SearchSettings;
use voxnav::{Algorithm, MoveSet};
use voxnav_lab::{Contestant, Experiment, Lineup, ProblemSet, ProblemSetError};

/// A folder of its own.
fn folder(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A wall with a way around, and four problems, of which the third lists a wrong length.
fn wall(test: &str) -> PathBuf {
    let map = folder(test).join("wall.3dmap");
    let wall = "2 0 0\n2 1 0\n2 2 0\n2 3 0\n";
    fs::write(&map, format!("voxel 5 5 1\n{wall}")).unwrap();
    let rows = "0 0 0 1 0 0 1 1\n0 0 0 0 3 0 3 1\n0 0 0 1 4 0 9 1\n1 3 0 3 3 0 4 1\n";
    fs::write(
        map.with_extension("3dmap.3dscen"),
        format!("version 1\nwall.3dmap\n{rows}"),
    )
    .unwrap();
    map
}

fn astar(set: &ProblemSet) -> Lineup {
    let search = SearchSettings::default().algorithm(Algorithm::AStar);
    Lineup::new([Contestant::new(search.moves(set.moves))])
}

#[test]
fn a_map_file_is_a_course_with_what_its_scenario_lists() {
    let map = wall("problems-wall");
    let set = ProblemSet::from_file(&map, 200).unwrap();
    assert_eq!(set.moves, MoveSet::Vertex26);
    assert_eq!(set.available, Some(4));
    assert!(set.source.ends_with("wall.3dmap.3dscen"));
    let numbers =
        |set: &ProblemSet| -> Vec<_> { set.problems.iter().map(|it| it.number).collect() };
    assert_eq!(numbers(&set), [1, 2, 3, 4]);
    let report = Experiment::default().run(&set, &astar(&set));
    assert_eq!(report.reference_faults.len(), 1, "the third is not so long");
    assert_eq!(report.reference_faults[0].row, 3);
    assert_eq!(report.combinations[0].found, 4);
    // Half of them, at even distances.
    let half = ProblemSet::from_file(&map, 2).unwrap();
    assert_eq!((numbers(&half), half.available), (vec![1, 3], Some(4)));
}

#[test]
fn a_grid_is_walked_by_eight_moves_and_sailed_on_its_water() {
    let map = folder("problems-grid").join("lake.map");
    fs::write(&map, "type octile\nheight 2\nwidth 4\nmap\n..WW\n..WW\n").unwrap();
    let rows = "0\tlake.map\t4\t2\t0\t0\t1\t1\t1.41421356\n0\tlake.map\t4\t2\t2\t0\t3\t0\t1\n";
    let scenario = map.with_extension("map.scen");
    fs::write(&scenario, format!("version 1\n{rows}")).unwrap();
    let set = ProblemSet::from_file(&map, 200).unwrap();
    assert_eq!(set.moves, MoveSet::Planar8(Axis::Z));
    assert!(!set.is_water(set.problems[0].start));
    assert!(set.is_water(set.problems[1].start));
    let report = Experiment::default().run(&set, &astar(&set));
    let line = &report.combinations[0];
    assert_eq!((line.found, line.wrong), (2, 0));

    let other = scenario.with_file_name("other.scen");
    fs::write(
        &other,
        format!("version 1\n{}", rows.replace("4\t2", "4\t3")),
    )
    .unwrap();
    match ProblemSet::from_files(&map, &other, 9) {
        Err(ProblemSetError::OtherMap {
            path,
            stated,
            actual,
        }) => {
            assert_eq!((path, stated.y, actual.y), (other, 3, 2));
        }
        found => panic!("{found:?}"),
    }
}

#[test]
fn what_is_missing_is_named() {
    let map = wall("problems-missing");
    let scenario = map.with_extension("3dmap.3dscen");
    fs::write(&scenario, "version 1\nwall.3dmap\n").unwrap();
    let error = ProblemSet::from_file(&map, 9).unwrap_err();
    assert!(matches!(&error, ProblemSetError::NoRows(path) if *path == scenario));
    fs::remove_file(&scenario).unwrap();
    for (map, named) in [
        (map.clone(), "wall.3dmap.3dscen"),
        (map.with_file_name("none.3dmap"), "none.3dmap"),
        (map.with_file_name("scene.obj"), "scene.obj"),
    ] {
        let error = ProblemSet::from_file(&map, 9).unwrap_err();
        assert!(matches!(error, ProblemSetError::File(_)));
        assert!(error.to_string().contains(named), "{error}");
    }
}

/// The world of a problem set is that of its file, whatever it is compressed by.
#[test]
fn a_course_sees_the_cells_of_its_file() {
    let map = wall("problems-cells");
    let set = ProblemSet::from_file(&map, 1).unwrap();
    let cells = voxnav_files::read_map(&map).unwrap();
    for cell in cells.bounds().cells() {
        let is_free = cells.state(cell) == CellState::Free;
        assert_eq!(set.world.is_traversable(cell), is_free, "{cell}");
    }
}
