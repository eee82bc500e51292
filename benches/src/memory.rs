//! The memory of the machine that the process used.

/// Returns the most bytes that were resident at once since the process began; `None` where the
/// system does not say.
#[must_use]
pub fn peak_resident_bytes() -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        use nix::sys::resource::{UsageWho, getrusage};
        let kibibytes = getrusage(UsageWho::RUSAGE_SELF).ok()?.max_rss();
        u64::try_from(kibibytes * 1024).ok()
    }
    #[cfg(not(target_os = "linux"))]
    None
}

/// Returns the bytes that are resident now; `None` where the system does not say.
#[must_use]
pub fn resident_bytes() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = told.lines().find_map(|it| it.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
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
        let now = resident_bytes().unwrap();
        assert!(now > written.len() as u64);
    }
}
