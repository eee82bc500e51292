//! Images of maps: pixels in gray.

use crate::error::{Fault, Place, malformed, quote, unsupported};

/// An image, row by row from the uppermost one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Image {
    pub(super) width: i32,
    pub(super) height: i32,
    /// The level of white.
    pub(super) white: u32,
    pub(super) pixels: Vec<Pixel>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pixel {
    pub(super) level: u32,
    /// True unless some of what is behind the image is seen.
    pub(super) is_opaque: bool,
}

/// The share of transparency in the level of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alpha {
    /// Averaged with the colors.
    Averaged,
    Apart,
}

impl Image {
    /// Reads an image, whose first bytes say of what kind it is.
    pub(super) fn read(bytes: &[u8], alpha: Alpha) -> Result<Self, Fault> {
        match bytes {
            [b'P', b'2' | b'5', ..] => pgm(bytes),
            [b'P', kind @ b'1'..=b'7', ..] => {
                let kind = char::from(*kind);
                Err(unsupported(format!("images of the kind P{kind}")).at(Place::Header))
            }
            #[cfg(feature = "heights")]
            [0x89, b'P', b'N', b'G', ..] => png(bytes, alpha),
            #[cfg(not(feature = "heights"))]
            [0x89, b'P', b'N', b'G', ..] => Err(unsupported(
                "PNG images, without the feature `heights` of this build,",
            )
            .at(Place::Header)),
            _ => Err(malformed("this is no .pgm or .png image").at(Place::Header)),
        }
    }

    /// Makes an image of the levels of pixels, as many as its size says.
    fn of(size: [i32; 2], white: u32, pixels: Vec<Pixel>) -> Self {
        let [width, height] = size;
        Self {
            width,
            height,
            white,
            pixels,
        }
    }
}

/// Reads a portable gray map: a header of words, then numbers as words (`P2`) or bytes (`P5`), of two bytes each, the
/// higher one first, where white is above 255.
fn pgm(bytes: &[u8]) -> Result<Image, Fault> {
    let mut words = Words { bytes, at: 2 };
    let is_text = bytes.get(1) == Some(&b'2');
    let mut header = |name: &str, most: u32| {
        let number = words
            .number(name)
            .map_err(|fault| fault.at(Place::Header))?;
        let is_fine = (1..=most).contains(&number);
        let wrong = || malformed(format!("the {name} is {number}")).at(Place::Header);
        is_fine.then_some(number).ok_or_else(wrong)
    };
    let most = voxnav_occupancy::MAX_COORDINATE.unsigned_abs();
    let size = [header("width", most)?, header("height", most)?];
    let white = header("level of white", u16::MAX.into())?;
    let count = u64::from(size[0]) * u64::from(size[1]);
    let size = size.map(u32::cast_signed);
    let mut pixels = Vec::new();
    let mut add = |level: u32| {
        let number = pixels.len();
        if level > white {
            let what = format!("it is {level}, and white is {white}");
            return Err(malformed(what).in_part("pixel", number));
        }
        pixels.push(Pixel {
            level,
            is_opaque: true,
        });
        Ok(())
    };
    if is_text {
        for number in 0..count {
            let level = words.number("pixel");
            let level = level.map_err(|fault| match fault.place {
                Place::Whole => fault.at(Place::Part {
                    kind: "pixel",
                    number,
                }),
                _ => fault,
            })?;
            add(level)?;
        }
    } else {
        // One blank, and no comment, is before the pixels.
        let start = words.at + 1;
        let step = if white > 255 { 2 } else { 1 };
        let raster = bytes.get(start..).unwrap_or_default();
        if (raster.len() as u64) < count.saturating_mul(step) {
            let found = raster.len();
            let what = format!("the pixels end too early: there are {found} bytes of them");
            return Err(malformed(what).at(Place::Byte(bytes.len() as u64)));
        }
        // INVARIANT: no more than there are bytes.
        let length = usize::try_from(count * step).unwrap_or(usize::MAX);
        for level in raster[..length].chunks_exact(if step == 2 { 2 } else { 1 }) {
            add(level
                .iter()
                .fold(0, |all, byte| all << 8 | u32::from(*byte)))?;
        }
        words.at = start + length;
    }
    words.blank();
    match bytes.len().saturating_sub(words.at) {
        0 => Ok(Image::of(size, white, pixels)),
        more => {
            let what = format!("{more} bytes follow the last pixel");
            Err(malformed(what).at(Place::Byte(words.at as u64)))
        }
    }
}

/// The words of a portable map. Comments begin with `#` and end with their line.
struct Words<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Words<'_> {
    /// Goes over blanks and comments.
    fn blank(&mut self) {
        while let Some(byte) = self.bytes.get(self.at) {
            match byte {
                b'#' => {
                    let line = self.bytes[self.at..].iter();
                    let line = line.take_while(|byte| !matches!(byte, b'\n' | b'\r'));
                    self.at += line.count();
                }
                _ if byte.is_ascii_whitespace() => self.at += 1,
                _ => return,
            }
        }
    }

    /// Reads a number of at most nine digits.
    fn number(&mut self, name: &str) -> Result<u32, Fault> {
        const DIGITS: usize = 9;
        self.blank();
        let rest = &self.bytes[self.at.min(self.bytes.len())..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if rest.is_empty() {
            return Err(malformed(format!(
                "the file ends where the {name} should follow"
            )));
        }
        let text = str::from_utf8(&rest[..length]).unwrap_or_default();
        match text.parse() {
            Ok(number) if length <= DIGITS => {
                self.at += length;
                Ok(number)
            }
            _ => {
                let word = rest.iter().take_while(|byte| !byte.is_ascii_whitespace());
                let found = quote(&rest[..word.count()]);
                let what = format!("the {name} is \"{found}\", not a number");
                Err(malformed(what).at(Place::Byte(self.at as u64)))
            }
        }
    }
}

#[cfg(feature = "heights")]
fn png(bytes: &[u8], alpha: Alpha) -> Result<Image, Fault> {
    let image = crate::volumes::pixels::Pixels::open(bytes)?;
    let size = [image.width, image.height];
    let (has_alpha, brightest) = (image.has_alpha(), image.brightest());
    let apart = usize::from(has_alpha && alpha == Alpha::Apart);
    let averaged = image.samples() - apart;
    let mut pixels = Vec::new();
    image.for_each(|samples| {
        let level = samples[..averaged].iter().copied().map(u32::from).sum();
        let is_opaque = !has_alpha || samples.last() == Some(&brightest);
        pixels.push(Pixel { level, is_opaque });
        Ok(())
    })?;
    let white = u32::from(brightest) * u32::try_from(averaged).unwrap_or(1);
    Ok(Image::of(size, white, pixels))
}
