//! Files as they lie on the disk: plain, or compressed by gzip or Zstandard.
//!
//! The end of a file's name determines its compression. Decompressed bytes are handed on as they come, so memory holds
//! a window of them and never all: 32 KiB for gzip, what the file asks for and fills for Zstandard, at most 128 MiB. A
//! file may be several compressed ones, one after the other, as parallel compressors write them, and as Zstandard files
//! are written here.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

/// The format by which a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compression {
    None,
    Gzip,
    Zstandard,
}

/// Returns the name of a file without the `.gz` or `.zst` that describes how it is compressed.
///
/// ```
/// use std::path::Path;
/// use voxnav_files::uncompressed_name;
///
/// assert_eq!(uncompressed_name("a.3dmap.gz"), Path::new("a.3dmap"));
/// assert_eq!(uncompressed_name("a.3dmap"), Path::new("a.3dmap"));
/// ```
#[must_use]
pub fn uncompressed_name(path: impl AsRef<Path>) -> PathBuf {
    Compression::of(path.as_ref()).1
}

impl Compression {
    /// Returns the compression that the name of a file tells, and the name without it.
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

    /// Opens the content of a file.
    pub(crate) fn open<'r>(self, file: impl Read + 'r) -> Box<dyn BufRead + 'r> {
        const BUFFER: usize = 1 << 17;
        let file = BufReader::with_capacity(BUFFER, file);
        match self {
            Self::None => Box::new(file),
            Self::Gzip => Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(file))),
            Self::Zstandard => {
                let frames = Frames {
                    source: file,
                    frame: None,
                };
                Box::new(BufReader::with_capacity(BUFFER, frames))
            }
        }
    }
}

/// A file while it is written, compressed as its name says.
///
/// Dropped without [`finish`](Self::finish), it leaves a file that lacks its end.
///
/// ```
/// use std::io::Write;
/// use voxnav_files::CompressedWriter;
///
/// let mut file = CompressedWriter::new("a.3dmap.gz", Vec::new());
/// file.write_all(b"voxel 1 1 1\n")?;
/// assert!(file.finish()?.starts_with(b"\x1f\x8b"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct CompressedWriter<W: Write>(Packing<W>);

#[derive(Debug)]
enum Packing<W: Write> {
    None(W),
    Gzip(GzEncoder<W>),
    Zstandard {
        destination: W,
        /// The bytes of the next frame.
        pending: Vec<u8>,
    },
}

/// The number of bytes of a file in each Zstandard frame.
const FRAME: usize = 1 << 20;

impl<W: Write> CompressedWriter<W> {
    /// Begins a file of a name, which may end in `.gz` or `.zst`.
    #[must_use]
    pub fn new(path: impl AsRef<Path>, destination: W) -> Self {
        Self(match Compression::of(path.as_ref()).0 {
            Compression::None => Packing::None(destination),
            Compression::Gzip => {
                Packing::Gzip(GzEncoder::new(destination, flate2::Compression::default()))
            }
            Compression::Zstandard => Packing::Zstandard {
                destination,
                pending: Vec::new(),
            },
        })
    }

    /// Ends the file and returns its destination; flushing that is left to the caller.
    ///
    /// # Errors
    /// Those of the destination.
    pub fn finish(self) -> io::Result<W> {
        match self.0 {
            Packing::None(destination) => Ok(destination),
            Packing::Gzip(encoder) => encoder.finish(),
            Packing::Zstandard {
                mut destination,
                pending,
            } => {
                destination.write_all(&frame(&pending))?;
                Ok(destination)
            }
        }
    }
}

/// Packs bytes as a Zstandard frame.
fn frame(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

impl<W: Write> Write for CompressedWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Packing::None(destination) => destination.write(bytes),
            Packing::Gzip(encoder) => encoder.write(bytes),
            Packing::Zstandard {
                destination,
                pending,
            } => {
                if pending.len() >= FRAME {
                    destination.write_all(&frame(pending))?;
                    pending.clear();
                }
                let count = bytes.len().min(FRAME - pending.len());
                pending.extend_from_slice(&bytes[..count]);
                Ok(count)
            }
        }
    }

    /// Flushes what is compressed so far; what is not waits for the end.
    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Packing::None(destination) | Packing::Zstandard { destination, .. } => {
                destination.flush()
            }
            // A flush in the middle would only make the file larger.
            Packing::Gzip(encoder) => encoder.get_mut().flush(),
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
