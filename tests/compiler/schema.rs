//! Checks the JSON of reflections against `docs/reflection.schema.json`.
//!
//! Supports the keywords of JSON Schema that the schema uses; any other is an error, so that none is overlooked.

use serde_json::Value;

/// The reason that a value does not match a schema, with the path to it.
pub fn check(value: &Value, schema: &Value) -> Result<(), String> {
    Checker { root: schema }.fits(value, schema).map_err(|error| format!("at the root{error}"))
}

struct Checker<'a> {
    root: &'a Value,
}

impl Checker<'_> {
    fn fits(&self, value: &Value, schema: &Value) -> Result<(), String> {
        for (word, wanted) in schema.as_object().ok_or(": a schema that is no object")? {
            self.word(value, word, wanted, schema)?;
        }
        Ok(())
    }

    fn word(&self, value: &Value, word: &str, wanted: &Value, schema: &Value) -> Result<(), String> {
        let is_right = match word {
            "$schema" | "$defs" | "title" | "description" => true,
            "$ref" => {
                let pointer = wanted.as_str().unwrap().strip_prefix('#').unwrap();
                let target = self.root.pointer(pointer).ok_or_else(|| format!(": no definition {wanted}"))?;
                return self.fits(value, target);
            }
            "anyOf" => {
                let errors: Vec<String> =
                    wanted.as_array().unwrap().iter().filter_map(|it| self.fits(value, it).err()).collect();
                if errors.len() < wanted.as_array().unwrap().len() {
                    return Ok(());
                }
                return Err(format!(": none of\n  {}", errors.join("\n  ")));
            }
            "type" => match wanted.as_str().unwrap() {
                "object" => value.is_object(),
                "array" => value.is_array(),
                "string" => value.is_string(),
                "integer" => value.is_u64() || value.is_i64(),
                "boolean" => value.is_boolean(),
                "null" => value.is_null(),
                other => return Err(format!(": unknown type {other}")),
            },
            "enum" => wanted.as_array().unwrap().contains(value),
            "minimum" => value.as_i64().is_none_or(|it| it >= wanted.as_i64().unwrap()),
            "minItems" => value.as_array().is_none_or(|it| it.len() as u64 >= wanted.as_u64().unwrap()),
            "maxItems" => value.as_array().is_none_or(|it| it.len() as u64 <= wanted.as_u64().unwrap()),
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    self.fits(item, wanted).map_err(|error| format!("[{index}]{error}"))?;
                }
                true
            }
            "required" => match value.as_object() {
                Some(object) => wanted.as_array().unwrap().iter().all(|it| object.contains_key(it.as_str().unwrap())),
                None => true,
            },
            "properties" => {
                for (name, member) in value.as_object().into_iter().flatten() {
                    if let Some(schema) = wanted.get(name) {
                        self.fits(member, schema).map_err(|error| format!(".{name}{error}"))?;
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = &schema["properties"];
                value.as_object().is_none_or(|it| it.keys().all(|name| known.get(name).is_some()))
            }
            other => return Err(format!(": the check does not know `{other}`")),
        };
        is_right.then_some(()).ok_or_else(|| format!(": {value} is not {word} {wanted}"))
    }
}
