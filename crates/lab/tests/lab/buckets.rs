//! The parts that a comparison sorts rows into.

use voxnav::Algorithm;
use voxnav::search::SearchSettings;
use voxnav_lab::{Contestant, Experiment, Lineup, ProblemSet, Report, Setting, write_page};

/// Every row is in one part, and the page says of each column how many are in it: where rows are alike, as
/// those of an empty world by their detour, there are fewer than four.
#[test]
fn every_row_is_in_one_part_and_the_page_says_how_many_are_in_each() {
    let mut fewer = 0;
    for (named, rows) in [
        ("generated:rooms:24,24,16:1", 13),
        ("generated:caves:24,24,24:5", 40),
        ("generated:empty:16,16,16:2", 21),
        ("generated:maze:15,15,15:3", 3),
    ] {
        let set = ProblemSet::generated(&named.parse().unwrap(), rows).unwrap();
        let lineup = Lineup::new(
            [Algorithm::AStar, Algorithm::Jump]
                .map(|algorithm| Contestant::new(SearchSettings::default().algorithm(algorithm))),
        );
        let world = Experiment::default().run(&set, &lineup);
        let mut report = Report::new(Setting::now("test", "test"), vec![world]);
        assert!(report.compare_with(None));
        let mut page = Vec::new();
        write_page(&report, &mut page).unwrap();
        let page = String::from_utf8(page).unwrap();
        assert!(!page.contains("quarter"), "{named}");
        let comparison = report.comparison.as_ref().unwrap();
        for kind in comparison.buckets.chunk_by(|a, b| a.by == b.by) {
            let sum: u64 = kind.iter().map(|bucket| bucket.rows).sum();
            assert_eq!(sum, set.problems.len() as u64, "{named}, {kind:?}");
            assert!(kind.iter().all(|it| it.rows > 0 && it.from <= it.to));
            assert!(
                kind.windows(2).all(|pair| pair[0].to < pair[1].from),
                "{kind:?}"
            );
            fewer += usize::from(kind.len() < 4);
            for bucket in kind {
                let said = match bucket.rows {
                    1 => ", 1 row</th>".to_owned(),
                    rows => format!(", {rows} rows</th>"),
                };
                assert!(page.contains(&said), "{named}: {said}");
            }
        }
    }
    assert!(fewer > 0, "no rows are alike");
}
