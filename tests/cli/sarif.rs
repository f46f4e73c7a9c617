//! `--error-format sarif`: what the schema of SARIF 2.1.0 requires (OASIS, 3.13 to 3.30), and what its readers need.

use serde_json::Value;

use super::{BAD, GOOD, Sandbox};

const SHADERS: &[(&str, &str, usize)] = &[
    ("good.comp", GOOD, 0),
    ("bad.comp", BAD, 2),
    ("two places.comp", "#version 450\nint x;\nvoid main() {\n    int y = 1;\n    int y = 2;\n}\n", 1),
    ("line.comp", "#version 450\n#line 0 \"a b.glsl\"\nvoid main() {\n    one;\n}\n", 1),
    ("warned.comp", "#version 450\n#extension GL_FOO_bar : enable\nvoid main() {}\n", 1),
];

/// A member that must be present.
#[track_caller]
fn member<'a>(value: &'a Value, path: &str) -> &'a Value {
    value.pointer(path).unwrap_or_else(|| panic!("no {path} in {value:#}"))
}

#[track_caller]
fn text<'a>(value: &'a Value, path: &str) -> &'a str {
    member(value, path).as_str().unwrap()
}

#[test]
fn a_log_has_what_the_schema_requires() {
    for (name, source, count) in SHADERS {
        let sandbox = Sandbox::new(&[(name, source)]);
        let run = sandbox.run(&["compile", name, "-o", "a.spv", "--error-format", "sarif"]);
        let log: Value = serde_json::from_str(&run.stderr).unwrap_or_else(|error| panic!("{error}: {}", run.stderr));
        assert_eq!(text(&log, "/version"), "2.1.0");
        assert_eq!(member(&log, "/runs").as_array().unwrap().len(), 1);
        assert_eq!(text(&log, "/runs/0/tool/driver/name"), "glslsub");
        let rules = member(&log, "/runs/0/tool/driver/rules").as_array().unwrap();
        let results = member(&log, "/runs/0/results").as_array().unwrap();
        assert_eq!(results.len(), *count, "{name}");
        for result in results {
            assert!(!text(result, "/message/text").is_empty());
            assert!(["none", "note", "warning", "error"].contains(&text(result, "/level")));
            assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]), "{name}");
            let related = result["relatedLocations"].as_array().into_iter().flatten();
            for location in member(result, "/locations").as_array().unwrap().iter().chain(related) {
                let uri = text(location, "/physicalLocation/artifactLocation/uri");
                assert!(!uri.contains(' '), "{uri}");
                for part in ["startLine", "startColumn", "endLine", "endColumn"] {
                    let number = member(location, &format!("/physicalLocation/region/{part}"));
                    assert!(number.as_u64().unwrap() >= 1, "{name}: {part}");
                }
            }
        }
    }
}
