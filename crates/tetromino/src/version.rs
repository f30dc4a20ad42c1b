//! The version number in forms that travel.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Version 1, the only one so far; reading refuses any other.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Version;

impl Version {
    const NUMBER: u32 = 1;
}

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(Self::NUMBER)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let found = u32::deserialize(deserializer)?;
        if found == Self::NUMBER {
            return Ok(Self);
        }
        Err(serde::de::Error::custom(format_args!(
            "version {found} is not supported; this is version {}",
            Self::NUMBER
        )))
    }
}
