//! Checks that no files of a crate import each other in a circle. A module and its own submodules count as one.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};
use syn::{
    Attribute, Item, ItemFn, ItemImpl, ItemMod, ItemUse, Macro, UseTree, Visibility,
    visit::{self, Visit},
};

/// A path from the crate's root, without the word `crate`.
type Route = Vec<String>;

/// The items of one module and the paths that it names, without its tests.
#[derive(Debug, Default)]
struct Module {
    /// Items that the module defines.
    items: BTreeSet<String>,
    /// Names that the module re-exports.
    exports: BTreeMap<String, Route>,
    /// All paths that the module names.
    named: BTreeSet<Route>,
}

/// The state while one file is read.
struct Reading<'a> {
    /// The module of the file, followed by the inline modules in it.
    here: Route,
    found: &'a mut Module,
    children: &'a BTreeSet<String>,
}

fn is_test(attributes: &[Attribute]) -> bool {
    let is = |attribute: &Attribute| {
        let list = attribute.meta.require_list();
        list.is_ok_and(|list| list.path.is_ident("cfg") && list.tokens.to_string() == "test")
    };
    attributes.iter().any(is)
}

impl Reading<'_> {
    /// Returns the route from the root, if a path stays in this crate.
    fn route(&self, path: &[String]) -> Option<Route> {
        let first = path.first()?.as_str();
        match first {
            "crate" => Some(path[1..].to_vec()),
            "self" => Some([&self.here, &path[1..]].concat()),
            "super" => {
                let up = path.iter().take_while(|part| *part == "super").count();
                let base = self.here.get(..self.here.len().checked_sub(up)?)?;
                Some([base, &path[up..]].concat())
            }
            child if self.children.contains(child) => Some([&self.here, path].concat()),
            _ => None,
        }
    }

    fn name(&mut self, path: &[String]) {
        if let Some(route) = self.route(path) {
            self.found.named.insert(route);
        }
    }
}

/// Collects every path of a `use`, with the name that it gets.
fn flat(tree: &UseTree, before: &[String], found: &mut Vec<(Route, String)>) {
    let with = |name: String| [before, &[name]].concat();
    match tree {
        UseTree::Path(path) => flat(&path.tree, &with(path.ident.to_string()), found),
        UseTree::Group(group) => group
            .items
            .iter()
            .for_each(|tree| flat(tree, before, found)),
        UseTree::Glob(_) => found.push((before.to_vec(), "*".to_owned())),
        UseTree::Rename(name) => {
            found.push((with(name.ident.to_string()), name.rename.to_string()));
        }
        UseTree::Name(name) if name.ident == "self" => {
            let last = before.last().cloned().unwrap_or_default();
            found.push((before.to_vec(), last));
        }
        UseTree::Name(name) => found.push((with(name.ident.to_string()), name.ident.to_string())),
    }
}

impl<'ast> Visit<'ast> for Reading<'_> {
    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if is_test(&item.attrs) {
            return;
        }
        let mut paths = vec![];
        flat(&item.tree, &[], &mut paths);
        for (path, name) in paths {
            let Some(route) = self.route(&path) else {
                continue;
            };
            if !matches!(item.vis, Visibility::Inherited) {
                self.found.exports.insert(name, route.clone());
            }
            self.found.named.insert(route);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !is_test(&item.attrs) {
            self.here.push(item.ident.to_string());
            visit::visit_item_mod(self, item);
            self.here.pop();
        }
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        if !is_test(&item.attrs) {
            visit::visit_item_impl(self, item);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts = path.segments.iter().map(|part| part.ident.to_string());
        self.name(&parts.collect::<Vec<_>>());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        // The arguments of a macro are not parsed yet: their words are enough.
        let text = called.tokens.to_string().replace(" :: ", "::");
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        for path in text.split(|c: char| !is_part(c)) {
            let parts = path.split("::").map(str::to_owned);
            self.name(&parts.collect::<Vec<_>>());
        }
        visit::visit_macro(self, called);
    }
}

fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

/// Returns every module that has a file of its own, by its path from the root.
fn modules(files: &[(Route, String)]) -> BTreeMap<Route, Module> {
    let mut modules = BTreeMap::new();
    for (here, text) in files {
        let children = { files.iter() }
            .filter(|(other, _)| other.len() == here.len() + 1 && other.starts_with(here))
            .filter_map(|(other, _)| other.last().cloned())
            .collect();
        let syntax = syn::parse_file(text).expect("Rust");
        let mut found = Module {
            items: syntax.items.iter().filter_map(name_of).collect(),
            ..Module::default()
        };
        let mut reading = Reading {
            here: here.clone(),
            found: &mut found,
            children: &children,
        };
        reading.visit_file(&syntax);
        modules.insert(here.clone(), found);
    }
    modules
}

/// Returns the module that defines the item that a path names, found by following re-exports.
fn owner(modules: &BTreeMap<Route, Module>, route: &[String], left: u32) -> Option<Route> {
    let of = |len: &usize| modules.get_key_value(&route[..*len]);
    let (place, module) = (0..=route.len()).rev().find_map(|len| of(&len))?;
    let Some(name) = route.get(place.len()) else {
        return Some(place.clone());
    };
    match module.exports.get(name) {
        Some(other) if left > 0 && !module.items.contains(name) => {
            let rest = &route[place.len() + 1..];
            owner(modules, &[other, rest].concat(), left - 1)
        }
        _ => Some(place.clone()),
    }
}

/// Returns the modules that each module imports. A module does not import its own submodules, because it consists of
/// them.
fn edges(modules: &BTreeMap<Route, Module>) -> BTreeMap<&Route, BTreeSet<Route>> {
    let of = |(here, module): (_, &Module)| {
        let here: &Route = here;
        let owners = module.named.iter().filter_map(|r| owner(modules, r, 9));
        let others = owners.filter(|other| !other.starts_with(here) && !other.is_empty());
        (here, others.collect())
    };
    modules.iter().map(of).collect()
}

/// Returns the modules that import themselves through others, each with one such way.
fn circles(modules: &BTreeMap<Route, Module>) -> Vec<String> {
    let edges = edges(modules);
    let mut found = vec![];
    for start in modules.keys() {
        // The shortest way back.
        let mut came: BTreeMap<&Route, &Route> = BTreeMap::new();
        let mut next = vec![start];
        while let Some(at) = next.first().copied() {
            next.remove(0);
            for other in &edges[at] {
                if !came.contains_key(other) {
                    came.insert(other, at);
                    next.push(other);
                }
            }
        }
        if came.contains_key(start) {
            let mut way = vec![start.join("/")];
            let mut at = came[start];
            while at != start {
                way.push(at.join("/"));
                at = came[at];
            }
            way.push(start.join("/"));
            way.reverse();
            found.push(way.join(" -> "));
        }
    }
    found
}

/// Returns the files of a crate that are not tests, as modules.
fn sources(folder: &str) -> Vec<(Route, String)> {
    fn visit(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() && !path.ends_with("tests") {
                visit(&path, found);
            } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("tests.rs") {
                found.push(path);
            }
        }
    }
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut found = vec![];
    visit(&src, &mut found);
    found.retain(|path| !path.ends_with("main.rs"));
    found.sort();
    let read = |path: PathBuf| {
        let below = path
            .strip_prefix(&src)
            .expect("below the sources")
            .with_extension("");
        let mut parts: Route = { below.components() }
            .map(|part| part.as_os_str().to_string_lossy().into_owned())
            .collect();
        if ["mod", "lib"]
            .map(str::to_owned)
            .contains(&parts[parts.len() - 1])
        {
            parts.pop();
        }
        (parts, fs::read_to_string(&path).expect("a text"))
    };
    found.into_iter().map(read).collect()
}

fn made_up(files: &[(&str, &str)]) -> Vec<String> {
    let route = |path: &str| path.split('/').map(str::to_owned).collect::<Route>();
    let files = { files.iter() }
        .map(|(path, text)| (route(path), (*text).to_owned()))
        .collect::<Vec<_>>();
    circles(&modules(&files))
}

#[test]
fn circles_are_found() {
    let two = [
        (
            "mail",
            "mod send; mod post; pub use send::Send; pub use post::Post;",
        ),
        ("mail/send", "use super::Post; pub struct Send;"),
        (
            "mail/post",
            "pub struct Post; fn f() { vec![crate::mail::Send] }",
        ),
    ];
    assert_eq!(
        made_up(&two),
        [
            "mail/post -> mail/send -> mail/post",
            "mail/send -> mail/post -> mail/send"
        ]
    );
    let through = (
        "mail/send",
        "use super::post::{self as p, Post}; pub struct Send;",
    );
    assert_eq!(made_up(&[two[0], through, two[2]]).len(), 2);
}

#[test]
fn imports_without_a_circle_pass() {
    let room = (
        "mail",
        "mod send; mod post; pub use send::Send; pub use post::Post;",
    );
    let send = ("mail/send", "use super::Post; pub struct Send;");
    let tested = "pub struct Post; #[cfg(test)] mod tests { use crate::mail::Send; }";
    assert_eq!(made_up(&[room, send, ("mail/post", tested)]), [""; 0]);
    let parent = [
        ("mail", "mod send; pub struct Head; fn f() { send::f() }"),
        ("mail/send", "use super::Head; pub fn f() {}"),
    ];
    assert_eq!(made_up(&parent), [""; 0]);
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    for (folder, _) in super::CRATES {
        let found = circles(&modules(&sources(folder)));
        assert!(found.is_empty(), "circles:\n{}", found.join("\n"));
    }
}
