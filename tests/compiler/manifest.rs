//! `Cargo.toml`: the minimum Rust version that it states, and what is published.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn cargo(words: &[&str]) -> String {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let output = command.args(words).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The packages that users build, with the minimum Rust version of each.
fn wanted() -> Vec<(String, Vec<u32>)> {
    let version = Command::new("rustc").arg("-vV").output().unwrap().stdout;
    let version = String::from_utf8(version).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let text = cargo(&["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", host]);
    let metadata: Value = serde_json::from_str(&text).unwrap();
    let list = |value: &Value| value.as_array().unwrap().clone();
    let nodes = list(&metadata["resolve"]["nodes"]);
    let mut open = vec![metadata["resolve"]["root"].clone()];
    let mut seen = Vec::new();
    while let Some(id) = open.pop() {
        if seen.contains(&id) {
            continue;
        }
        let node = nodes.iter().find(|node| node["id"] == id).unwrap();
        for dependency in list(&node["deps"]) {
            if list(&dependency["dep_kinds"]).iter().any(|it| it["kind"] != "dev") {
                open.push(dependency["pkg"].clone());
            }
        }
        seen.push(id);
    }
    let packages = list(&metadata["packages"]);
    let of = |id: &Value| {
        let package = packages.iter().find(|package| package["id"] == *id).unwrap();
        let version = package["rust_version"].as_str().unwrap_or("1.0");
        let numbers = version.split('.').map(|part| part.parse().unwrap()).collect();
        (package["name"].as_str().unwrap().to_owned(), numbers)
    };
    seen.iter().map(of).collect()
}

#[test]
fn no_dependency_wants_a_newer_rust() {
    let wanted = wanted();
    let own = wanted.iter().find(|it| it.0 == env!("CARGO_PKG_NAME")).unwrap().1.clone();
    assert!(wanted.len() > 10, "{wanted:?}");
    for (name, version) in &wanted {
        assert!(*version <= own, "{name} wants Rust {version:?}, Cargo.toml promises {own:?}");
    }
}

#[test]
fn what_is_published_is_small_and_whole() {
    let text = cargo(&["package", "--list", "--allow-dirty", "--offline"]);
    let files: Vec<&str> = text.lines().collect();
    for needed in ["Cargo.toml", "README.md", "LICENSE-MIT", "LICENSE-APACHE", "build.rs", "src/lib.rs", "src/main.rs"]
    {
        assert!(files.contains(&needed), "{needed} is missing");
    }
    for folder in ["builtins/", "docs/guide/", "examples/build-systems/"] {
        assert!(files.iter().any(|file| file.starts_with(folder)), "{folder} is missing");
    }
    let size = |file: &&str| Path::new(env!("CARGO_MANIFEST_DIR")).join(file).metadata().map_or(0, |it| it.len());
    for file in &files {
        assert!(!["tests/", "spirv-fixtures/", "target/"].iter().any(|folder| file.starts_with(folder)), "{file}");
        assert!(!file.ends_with(".snap"), "{file}");
    }
    // The limit of crates.io is 10 MiB for the compressed archive.
    assert!(files.iter().map(size).sum::<u64>() < 8 << 20);
}
