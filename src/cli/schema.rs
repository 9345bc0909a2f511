//! `schema`: the JSON Schemas of the files that players and GMs edit.

use super::{CliError, Ui};
use crate::{
    game_dir::{Disk, Secrecy},
    schemas,
};
use std::path::PathBuf;

/// Print or write the JSON Schemas of the files that players and GMs edit.
///
/// Without a name, lists the schemas. Editors use them to complete and to check the files.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The schema to print, such as `orders-time-agent`
    name: Option<String>,
    /// Write all schemas into a folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "name")]
    dir: Option<PathBuf>,
}

pub(super) fn run(args: &Args, ui: &Ui) -> Result<u8, CliError> {
    let all = schemas::all();
    if let Some(dir) = &args.dir {
        let disk = Disk::new();
        for (name, text) in &all {
            disk.write(&dir.join(name), text.as_bytes(), Secrecy::Open)?;
        }
        ui.say(format!("Wrote {} schemas to {}.", all.len(), dir.display()));
        return Ok(0);
    }
    let Some(name) = &args.name else {
        for name in all.keys() {
            ui.line(name.trim_end_matches(".schema.json"))?;
        }
        return Ok(0);
    };
    let file = format!("{}.schema.json", name.trim_end_matches(".schema.json"));
    match all.get(&file) {
        Some(text) => ui.bytes(text.as_bytes()),
        None => Err(CliError::user(format!("There is no schema `{name}`."))
            .hint("`chronojudge schema` lists them.")),
    }
}
