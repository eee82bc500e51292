//! Pictures of pages, and what is to be seen in them.

use std::collections::BTreeSet;
use std::io;

/// A picture of a page: pixels of red, green, blue, from the top left, row by row.
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) pixels: Vec<[u8; 3]>,
}

impl Picture {
    pub(crate) fn decode(png: &[u8]) -> Self {
        let mut decoder = png::Decoder::new(io::Cursor::new(png));
        decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        let samples = info.color_type.samples();
        let pixels = bytes[..info.buffer_size()]
            .chunks_exact(samples)
            .map(|pixel| {
                [
                    pixel[0],
                    pixel[samples / 2],
                    pixel[samples - 1 - samples / 4],
                ]
            })
            .collect();
        Self {
            width: info.width as usize,
            height: info.height as usize,
            pixels,
        }
    }

    /// How many colors there are among the pixels from `(left, top)` to before `(right, bottom)`.
    pub(crate) fn colors(&self, from: (usize, usize), to: (usize, usize)) -> usize {
        let rows = self.pixels.chunks(self.width).take(to.1).skip(from.1);
        let colors = rows.flat_map(|row| row.iter().take(to.0).skip(from.0));
        colors.collect::<BTreeSet<_>>().len()
    }

    /// How many pixels are of a hue: its share of red, green and blue, whatever the light on it.
    pub(crate) fn of_hue(&self, [red, green, blue]: [u8; 3]) -> usize {
        let is_near = |[r, g, b]: &[u8; 3]| {
            let (own, hue) = (
                [*r, *g, *b].map(f64::from),
                [red, green, blue].map(f64::from),
            );
            let [own_sum, hue_sum] = [own, hue].map(|parts| parts.iter().sum::<f64>());
            let mut shares = own.iter().zip(hue);
            own_sum > 60.0 && shares.all(|(own, hue)| (own / own_sum - hue / hue_sum).abs() < 0.06)
        };
        self.pixels.iter().filter(|pixel| is_near(pixel)).count()
    }

    /// How many pixels have exactly this color.
    pub(crate) fn of_color(&self, color: [u8; 3]) -> usize {
        self.pixels.iter().filter(|pixel| **pixel == color).count()
    }

    /// How many pixels differ between two pictures of the same size.
    pub(crate) fn difference(&self, other: &Self) -> usize {
        assert_eq!((self.width, self.height), (other.width, other.height));
        let pairs = self.pixels.iter().zip(&other.pixels);
        pairs.filter(|(one, another)| one != another).count()
    }
}
