//! Files as they lie on the disk: plain, or compressed by gzip or Zstandard.
//!
//! What a file is compressed by is told by the end of its name. Decompressed bytes are handed on as
//! they come, so memory holds a window of them and never all: 32 KiB for gzip, what the file asks for
//! and fills for Zstandard, at most 128 MiB. A file may be several compressed ones, one after the
//! other, as parallel compressors write them.

use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// What a file is compressed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compression {
    None,
    Gzip,
    Zstandard,
}

/// The name of a file without the `.gz` or `.zst` that says how it is compressed.
///
/// ```
/// use std::path::Path;
/// use voxnav_formats::uncompressed_name;
///
/// assert_eq!(uncompressed_name("a.3dmap.gz"), Path::new("a.3dmap"));
/// assert_eq!(uncompressed_name("a.3dmap"), Path::new("a.3dmap"));
/// ```
#[must_use]
pub fn uncompressed_name(path: impl AsRef<Path>) -> PathBuf {
    Compression::of(path.as_ref()).1
}

impl Compression {
    /// The compression that the name of a file tells, and the name without it.
    pub(crate) fn of(path: &Path) -> (Self, PathBuf) {
        let extension = path.extension().unwrap_or_default();
        let compression = if extension.eq_ignore_ascii_case("gz") {
            Self::Gzip
        } else if extension.eq_ignore_ascii_case("zst") {
            Self::Zstandard
        } else {
            return (Self::None, path.to_owned());
        };
        (compression, path.with_extension(""))
    }

    /// The content of a file.
    pub(crate) fn open<'r>(self, file: impl Read + 'r) -> Box<dyn BufRead + 'r> {
        const BUFFER: usize = 1 << 17;
        let file = BufReader::with_capacity(BUFFER, file);
        match self {
            Self::None => Box::new(file),
            Self::Gzip => Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(file))),
            Self::Zstandard => Box::new(BufReader::with_capacity(BUFFER, Frames::new(file))),
        }
    }
}

/// The content of a Zstandard file, frame after frame.
struct Frames<R> {
    source: R,
    /// The frame at hand. Each has a decoder of its own: one that has served before reserves what
    /// the next frame claims.
    frame: Option<FrameDecoder>,
}

impl<R: BufRead> Frames<R> {
    fn new(source: R) -> Self {
        Self {
            source,
            frame: None,
        }
    }

    /// Begins the next frame, if there is one; passes over those that are there to be skipped.
    fn begin(&mut self) -> io::Result<Option<FrameDecoder>> {
        while !self.source.fill_buf()?.is_empty() {
            let mut frame = FrameDecoder::new();
            match frame.init(&mut self.source) {
                Ok(()) => return Ok(Some(frame)),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let mut skipped = self.source.by_ref().take(length.into());
                    if io::copy(&mut skipped, &mut io::sink())? < length.into() {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(invalid(error)),
            }
        }
        Ok(None)
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            let mut frame = match self.frame.take() {
                Some(frame) => frame,
                None => match self.begin()? {
                    Some(frame) => frame,
                    None => return Ok(0),
                },
            };
            while frame.can_collect() == 0 && !frame.is_finished() {
                frame
                    .decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1))
                    .map_err(invalid)?;
            }
            let read = frame.read(buffer)?;
            if read > 0 {
                self.frame = Some(frame);
                return Ok(read);
            }
            let listed = frame.get_checksum_from_data();
            if listed.is_some() && listed != frame.get_calculated_checksum() {
                return Err(invalid("the checksum of a Zstandard frame is wrong"));
            }
        }
    }
}

fn invalid(reason: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}
