//! The memory of the machine that the process used.

use std::fs;

/// Returns the most bytes that were resident at once since the process began; `None` where the
/// system does not say.
#[must_use]
pub fn peak_resident_bytes() -> Option<u64> {
    status_bytes("VmHWM:")
}

/// Returns the bytes that are resident now; `None` where the system does not say.
#[must_use]
pub fn resident_bytes() -> Option<u64> {
    status_bytes("VmRSS:")
}

fn status_bytes(field: &str) -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let kibibytes = status
        .lines()
        .find_map(|line| line.strip_prefix(field))?
        .trim()
        .strip_suffix("kB")?
        .trim()
        .parse::<u64>()
        .ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn a_process_has_been_at_least_as_large_as_what_it_wrote() {
        let written = vec![1_u8; 8 << 20];
        let peak = peak_resident_bytes().unwrap();
        assert!(peak > written.len() as u64);
    }
}
