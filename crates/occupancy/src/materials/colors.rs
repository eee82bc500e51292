//! The colors in which materials are shown.

/// Returns the color of a material by its name: that which the name is, such as `#ff8800`; one that fits
/// what the name says, such as `oak_planks` or `water`; else one that is always the same for the name,
/// and dull.
///
/// ```
/// use voxnav_occupancy::color_of;
/// assert_eq!(color_of("#ff8800"), [255, 136, 0]);
/// assert_eq!(color_of("mud"), color_of("packed_mud"));
/// ```
#[must_use]
pub fn color_of(material: &str) -> [u8; 3] {
    let digits = material
        .strip_prefix('#')
        .filter(|digits| digits.len() == 6);
    if let Some(color) = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()) {
        let [_, color @ ..] = color.to_be_bytes();
        return color;
    }
    let known = KNOWN.iter().find(|(word, _)| material.contains(word));
    known.map_or_else(|| drawn(material), |(_, color)| *color)
}

/// Words in names, the more special ones first.
const KNOWN: &[(&str, [u8; 3])] = &[
    ("water", [54, 100, 190]),
    ("lava", [224, 92, 20]),
    ("fire", [235, 130, 30]),
    ("magma", [170, 70, 30]),
    ("leaves", [62, 110, 44]),
    ("grass_block", [98, 142, 62]),
    ("grass", [110, 158, 70]),
    ("moss", [90, 120, 50]),
    ("vine", [70, 118, 48]),
    ("cactus", [80, 126, 54]),
    ("snow", [240, 246, 250]),
    ("ice", [150, 184, 240]),
    ("redstone", [160, 40, 30]),
    ("red_sand", [190, 104, 44]),
    ("sand", [218, 206, 160]),
    ("netherrack", [110, 52, 50]),
    ("nether_brick", [48, 26, 30]),
    ("stone_brick", [122, 122, 122]),
    ("brick", [150, 92, 76]),
    ("terracotta", [152, 94, 68]),
    ("podzol", [96, 68, 34]),
    ("farmland", [110, 76, 50]),
    ("dirt", [134, 96, 67]),
    ("mud", [70, 62, 62]),
    ("gravel", [132, 126, 124]),
    ("clay", [160, 166, 178]),
    ("deepslate", [80, 80, 84]),
    ("blackstone", [44, 38, 44]),
    ("obsidian", [24, 18, 36]),
    ("bedrock", [66, 66, 66]),
    ("granite", [150, 104, 86]),
    ("diorite", [190, 190, 192]),
    ("andesite", [136, 136, 138]),
    ("tuff", [108, 110, 102]),
    ("calcite", [224, 226, 222]),
    ("ore", [128, 132, 120]),
    ("stone", [126, 126, 126]),
    ("glass", [190, 220, 230]),
    ("gold", [246, 208, 62]),
    ("diamond", [98, 220, 214]),
    ("emerald", [42, 176, 80]),
    ("copper", [192, 108, 80]),
    ("iron", [216, 216, 216]),
    ("spruce", [104, 78, 48]),
    ("birch", [192, 176, 122]),
    ("jungle", [160, 116, 82]),
    ("acacia", [168, 90, 50]),
    ("dark_oak", [66, 44, 22]),
    ("oak", [162, 130, 78]),
    ("log", [108, 86, 52]),
    ("wood", [120, 92, 56]),
    ("plank", [162, 130, 78]),
    ("door", [140, 106, 60]),
    ("ladder", [146, 114, 64]),
    ("white", [234, 236, 236]),
    ("light_gray", [142, 142, 136]),
    ("gray", [64, 68, 72]),
    ("black", [28, 28, 32]),
    ("light_blue", [58, 176, 216]),
    ("blue", [54, 58, 158]),
    ("cyan", [22, 138, 146]),
    ("lime", [112, 184, 26]),
    ("green", [86, 110, 28]),
    ("yellow", [248, 198, 40]),
    ("orange", [240, 118, 20]),
    ("red", [160, 40, 34]),
    ("purple", [122, 42, 172]),
    ("magenta", [190, 70, 180]),
    ("pink", [238, 142, 172]),
    ("brown", [114, 72, 42]),
];

/// Returns a dull color out of the letters of a name.
fn drawn(name: &str) -> [u8; 3] {
    // FNV-1a: the same on every machine.
    let hash = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    let [_, parts @ ..] = hash.to_be_bytes();
    parts.map(|part| 96 + part / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_special_word_counts() {
        assert_ne!(color_of("redstone_block"), color_of("stone"));
        assert_ne!(color_of("dark_oak_planks"), color_of("oak_planks"));
        assert_ne!(color_of("light_blue_wool"), color_of("blue_wool"));
        assert_ne!(color_of("#zzzzzz"), color_of("#zzzzzy"));
        for (index, (word, _)) in KNOWN.iter().enumerate() {
            let hidden = KNOWN[..index]
                .iter()
                .any(|(before, _)| word.contains(before));
            assert!(!hidden, "{word} is never reached");
        }
    }
}
