//! The pixels of `.png` images, for height maps and maps of ROS.

use std::io::Cursor;

use png::{BitDepth, ColorType, Decoder, Reader, Transformations};

use crate::error::{Fault, Place, malformed, unsupported};

/// An image of which the header was read. Palettes and samples of fewer than 8 bits come out as samples of 8.
pub(crate) struct Pixels<'b> {
    reader: Reader<Cursor<&'b [u8]>>,
    pub(crate) width: i32,
    pub(crate) height: i32,
    color: ColorType,
    /// The number of bytes of a sample: 1 or 2.
    bytes: usize,
}

impl<'b> Pixels<'b> {
    /// Reads the header of an image. Interlaced images are refused.
    pub(crate) fn open(bytes: &'b [u8]) -> Result<Self, Fault> {
        let mut decoder = Decoder::new(Cursor::new(bytes));
        decoder.set_transformations(Transformations::EXPAND);
        let reader = decoder.read_info().map_err(malformed)?;
        let info = reader.info();
        if info.interlaced {
            return Err(unsupported("interlaced images").at(Place::Header));
        }
        let sides = [info.width, info.height].map(i32::try_from);
        let [Ok(width), Ok(height)] = sides else {
            return Err(malformed("no world is as large").at(Place::Header));
        };
        let (color, depth) = reader.output_color_type();
        Ok(Self {
            reader,
            width,
            height,
            color,
            bytes: 1 + usize::from(depth == BitDepth::Sixteen),
        })
    }

    /// Returns whether pixels are in gray.
    pub(crate) fn is_gray(&self) -> bool {
        matches!(self.color, ColorType::Grayscale | ColorType::GrayscaleAlpha)
    }

    /// Returns whether the last sample of a pixel is its opacity.
    pub(crate) fn has_alpha(&self) -> bool {
        matches!(self.color, ColorType::GrayscaleAlpha | ColorType::Rgba)
    }

    /// Returns the number of samples of a pixel, 1 to 4.
    pub(crate) fn samples(&self) -> usize {
        self.color.samples()
    }

    /// Returns the largest value of a sample.
    pub(crate) fn brightest(&self) -> u16 {
        if self.bytes == 2 { 0xffff } else { 0xff }
    }

    /// Calls a function with the samples of each pixel, row by row from the uppermost one. Refuses images that end early.
    pub(crate) fn for_each(
        mut self,
        mut add: impl FnMut(&[u16]) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let count = self.samples();
        let (mut samples, mut rows) = ([0; 4], 0);
        while let Some(row) = self.reader.next_row().map_err(malformed)? {
            for pixel in row.data().chunks_exact(count * self.bytes) {
                for (sample, bytes) in samples.iter_mut().zip(pixel.chunks_exact(self.bytes)) {
                    let bytes = bytes.iter();
                    *sample = bytes.fold(0, |high, byte| high << 8 | u16::from(*byte));
                }
                add(&samples[..count])?;
            }
            rows += 1;
        }
        self.reader.finish().map_err(malformed)?;
        if rows == self.height {
            Ok(())
        } else {
            Err(malformed("rows are missing"))
        }
    }
}
