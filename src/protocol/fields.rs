//! JSON objects with their raw fields: a duplicate name is detected.

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;

/// The raw fields of an object.
#[derive(Debug, Default)]
pub(super) struct Object<'a> {
    /// The fields by name; of a duplicate name, the first.
    pub(crate) fields: BTreeMap<String, &'a RawValue>,
    /// The first duplicate name.
    pub(crate) twice: Option<String>,
}

/// Returns the message about a duplicate field.
pub(super) fn stands_twice(name: &str) -> String {
    format!("the field `{name}` stands twice; give it once")
}

impl<'de: 'a, 'a> Deserialize<'de> for Object<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor)
    }
}

struct ObjectVisitor;

impl<'de> Visitor<'de> for ObjectVisitor {
    type Value = Object<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Object<'de>, M::Error> {
        let mut object = Object::default();
        while let Some((name, value)) = map.next_entry::<String, &'de RawValue>()? {
            match object.fields.entry(name) {
                Entry::Vacant(place) => {
                    place.insert(value);
                }
                Entry::Occupied(place) => {
                    object.twice.get_or_insert_with(|| place.key().clone());
                }
            }
        }
        Ok(object)
    }
}
