//! From linear light to bytes.

/// The displayed part of linear light, from 0 to 1.
pub(crate) fn mapped(light: f32, exposure: f32) -> f32 {
    let part = 1.0 - libm::expf(-light * exposure);
    if part > 0.0 {
        libm::powf(part, 1.0 / 2.2)
    } else {
        0.0
    }
}

/// The byte of a displayed part.
pub(crate) fn byte(part: f32) -> u8 {
    (part.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_of_one_is_byte_207() {
        assert_eq!(byte(mapped(1.0, 1.0)), 207);
        assert_eq!(byte(mapped(0.0, 1.0)), 0);
        assert_eq!(byte(mapped(1.0, 0.0)), 0);
        assert_eq!(byte(mapped(1e9, 1.0)), 255);
        assert_eq!(byte(f32::NAN), 0);
    }
}
