//! The tables of a report: the text of every cell, whatever format they are written in.

use std::iter::once;

use crate::figures::{compact, grouped};
use crate::report::{Bucket, Comparison, Line, Measure, Spread, WorldReport, by_published};

/// A table: the first line its headings, the first column names.
pub(crate) type Table = Vec<Vec<String>>;

/// A column of a table of combinations: its heading, and its cells.
pub(super) type Column = (&'static str, fn(&Line) -> String);

/// Returns a table of these lines.
pub(crate) fn table(headings: &[&str], lines: impl IntoIterator<Item = Vec<String>>) -> Table {
    let headings = headings.iter().map(|&heading| heading.to_owned()).collect();
    once(headings).chain(lines).collect()
}

/// Returns the table with a line for each combination of a world.
pub(super) fn of_combinations(world: &WorldReport, first: &str, columns: &[Column]) -> Table {
    let headings: Vec<_> = once(first).chain(columns.iter().map(|it| it.0)).collect();
    let lines = world.combinations.iter().map(|line| {
        let cells = columns.iter().map(|(_, cell)| cell(line));
        once(name(line)).chain(cells).collect()
    });
    table(&headings, lines)
}

/// Returns the table of what was published of combinations, and what it is here.
pub(super) fn published(world: &WorldReport) -> Table {
    let both = world.published.iter();
    let both = both.filter_map(|published| Some((published, world.line(&published.label)?)));
    let lines = both.map(|(published, line)| {
        // Of the processor, so that other work of both machines counts little.
        let time = line.cpu_ms.as_ref().unwrap_or(&line.time_ms);
        vec![
            published.label.clone(),
            short(published.expanded),
            mean(&line.expanded),
            short(published.median_ms),
            median(time),
            by_published(published.median_ms, time.median).map_or_else(dash, short),
        ]
    });
    let headings = [
        "published",
        "expanded",
        "here",
        "cpu ms",
        "here",
        "times as fast",
    ];
    table(&headings, lines)
}

/// Returns the table of how estimates hold against true costs.
pub(super) fn laws(world: &WorldReport) -> Table {
    let lines = world.laws.iter().map(|laws| {
        let name = match &laws.fault {
            Some(fault) => format!("{} (toward {} goals: {fault})", laws.heuristic, laws.goals),
            None => laws.heuristic.clone(),
        };
        vec![
            name,
            grouped(laws.cells),
            grouped(laws.too_large),
            format!("{:.5}", laws.worst),
            grouped(laws.edges),
            grouped(laws.steep),
        ]
    });
    let headings = [
        "estimate",
        "cells",
        "too large",
        "at most h / cost",
        "moves",
        "too steep",
    ];
    table(&headings, lines)
}

/// Returns the titles and tables of a comparison. Every table is about one measure, so that what is counted is
/// what is compared.
pub(super) fn speed_ups(comparison: &Comparison) -> [(String, Table); 2] {
    Measure::ALL.map(|measure| {
        let (than, counted) = match measure {
            Measure::Time => ("Times as fast as", "faster/same/slower"),
            Measure::Expanded => ("Times fewer cells expanded than by", "fewer/same/more"),
        };
        let own = comparison.speed_ups.iter();
        let lines = own.filter(|it| it.measure == measure).map(|it| {
            vec![
                it.label.clone(),
                format!("{}{}", it.mark(), short(it.mean)),
                format!("[{}, {}]", short(it.low), short(it.high)),
                it.p.map_or_else(dash, chance),
                [it.less, it.equal, it.more].map(grouped).join(" / "),
                grouped(it.limited),
                grouped(it.left_out),
            ]
        });
        let headings = [
            "combination",
            "mean",
            "95 %",
            "p",
            counted,
            "limited",
            "left out",
        ];
        let title = format!("{than} {}", comparison.baseline);
        (title, table(&headings, lines))
    })
}

fn chance(p: f64) -> String {
    if p < 0.001 {
        "< 0.001".to_owned()
    } else {
        format!("{p:.3}")
    }
}

/// Returns the tables of a comparison by how hard rows are, each with the figure that rows are sorted by.
pub(super) fn by_bucket(comparison: &Comparison) -> Vec<(&'static str, Table)> {
    let timed = comparison.speed_ups.iter();
    let timed = timed.filter(|it| it.measure == Measure::Time);
    let labels: Vec<_> = timed.map(|it| it.label.clone()).collect();
    let kinds = comparison.buckets.chunk_by(|a, b| a.by == b.by);
    let of_kind = |buckets: &[Bucket]| {
        let ranges = buckets.iter().map(|bucket| {
            let (from, to) = (short(bucket.from), short(bucket.to));
            let rows = if bucket.rows == 1 { "row" } else { "rows" };
            format!("{from} .. {to}, {} {rows}", grouped(bucket.rows))
        });
        let headings = once("combination".to_owned()).chain(ranges).collect();
        let lines = labels.iter().enumerate().map(|(index, label)| {
            let means = buckets.iter().map(|it| it.means[index]);
            let cells = means.map(|mean| mean.map_or_else(dash, short));
            once(label.clone()).chain(cells).collect()
        });
        (buckets[0].by, once(headings).chain(lines).collect())
    };
    kinds.map(of_kind).collect()
}

/// Returns the label, marked where nothing is proved.
pub(super) fn name(line: &Line) -> String {
    let mark = match line {
        line if line.imported => " (imported)",
        line if line.is_unbounded() => " *",
        _ => "",
    };
    format!("{}{mark}", line.label)
}

/// Returns the proved bound of the cost by the optimum.
pub(super) fn proved(line: &Line) -> String {
    match line.bound {
        _ if line.exact => "optimal".to_owned(),
        None => "nothing".to_owned(),
        Some(factor) => format!("<= {factor:.4}"),
    }
}

/// Returns whether a guarantee was kept, in one word.
pub(super) fn held(held: Option<bool>) -> String {
    let said = match held {
        None => "-",
        Some(true) => "yes",
        Some(false) => "NO",
    };
    said.to_owned()
}

/// Returns the mean cost by the optimum; `nothing` if there is none.
pub(super) fn mean_ratio(line: &Line, decimals: usize, nothing: &str) -> String {
    ratio(line.suboptimality.map(|it| it.mean), decimals, nothing)
}

/// Returns the mean of the turns of the paths found.
pub(super) fn turns(line: &Line) -> String {
    line.turns.map_or_else(dash, short)
}

/// Returns the largest cost by the optimum; `nothing` if there is none.
pub(super) fn max_ratio(line: &Line, decimals: usize, nothing: &str) -> String {
    ratio(line.suboptimality.map(|it| it.max), decimals, nothing)
}

/// Returns a cost by the optimum, or what stands where there is none.
pub(super) fn ratio(of: Option<f64>, decimals: usize, nothing: &str) -> String {
    of.map_or_else(|| nothing.to_owned(), |it| format!("{it:.decimals$}"))
}

fn dash() -> String {
    "-".to_owned()
}

fn at_least(is: bool, amount: f64) -> String {
    format!("{}{}", if is { ">" } else { "" }, short(amount))
}

pub(super) fn median(spread: &Spread) -> String {
    at_least(spread.median_at_least, spread.median)
}

pub(super) fn p99(spread: &Spread) -> String {
    at_least(spread.p99_at_least, spread.p99)
}

pub(super) fn max(spread: &Spread) -> String {
    // Whatever reached a limit would have taken longer: the same rows leave mean and largest open.
    at_least(spread.mean_at_least, spread.max)
}

pub(super) fn mean(spread: &Spread) -> String {
    at_least(spread.mean_at_least, spread.mean)
}

/// Returns a number with about three digits, so that columns stay narrow.
pub(super) fn short(amount: f64) -> String {
    match amount {
        0.0 => "0".to_owned(),
        millions if millions >= 1e6 => format!("{:.2}M", millions / 1e6),
        large if large >= 1000.0 => compact(large),
        large if large >= 100.0 => format!("{large:.0}"),
        middle if middle >= 10.0 => format!("{middle:.1}"),
        one if one >= 1.0 => format!("{one:.2}"),
        part if part >= 0.1 => format!("{part:.3}"),
        small => format!("{small:.4}"),
    }
}

/// Returns how many rows were asked, and of how many.
pub(super) fn rows_in_words(world: &WorldReport) -> String {
    let of = world.available.map(|rows| format!(" of {}", grouped(rows)));
    format!("{}{} rows", grouped(world.rows), of.unwrap_or_default())
}

/// Returns how often each row was asked, if more than once.
pub(super) fn times_in_words(world: &WorldReport) -> String {
    match world.repeat {
        1 => String::new(),
        times => format!(", each {times} times{}", counted(world)),
    }
}

/// Returns which of several times count, in words.
pub(super) fn counted(world: &WorldReport) -> String {
    match world.repetitions.as_str() {
        "all" => String::new(),
        one => format!(", of which the {one} counts"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let shown = [0.0, 0.012_34, 0.1234, 1.234, 56.78, 567.8, 56_789.0, 5e6].map(short);
        assert_eq!(
            shown,
            [
                "0", "0.0123", "0.123", "1.23", "56.8", "568", "56,789", "5.00M"
            ]
        );
    }
}
