//! Labels that a program lacks and another file of its folder defines.
//!
//! Most undefined labels of real programs are there: a file of a project was assembled alone.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use jetan_asm::problem::Problem;
use jetan_asm::{AssemblyOptions, Diagnostic, SourceSet, assemble_all};
use jetan_os::file::{self, AcceptedFiles};

use crate::files;

/// Most files of a folder that are looked into.
const FILES_MAX: usize = 64;
/// Most bytes of a file that is looked into.
const FILE_BYTES_MAX: u64 = 1 << 20;

/// Says of each undefined label which file beside the sources defines it, and how to assemble that
/// file as well. What cannot be read is left out without a word: it is only a guess.
pub(crate) fn advise(diagnostics: &mut [Diagnostic], sources: &SourceSet) {
    let lacks = |problem: &Problem| matches!(problem, Problem::UndefinedSymbol { .. });
    if !diagnostics.iter().any(|diagnostic| lacks(&diagnostic.problem)) {
        return;
    }
    let labels = labels_beside(sources);
    for diagnostic in diagnostics {
        let Problem::UndefinedSymbol { name } = &diagnostic.problem else { continue };
        let Some(file) = labels.get(name) else { continue };
        let own = diagnostic.span.file;
        // A label of the same name in another assembled file, not global for instance, is the
        // better explanation.
        let is_named_already = diagnostic.labels.iter().any(|label| label.span.file != own);
        if !is_named_already {
            diagnostic.help = vec![format!(
                "`{file}` in the same folder defines it: add `--project` to assemble the whole \
                 folder, or name both files"
            )];
        }
    }
}

/// The labels of the files beside the first source, with the name of their file.
fn labels_beside(sources: &SourceSet) -> BTreeMap<String, String> {
    let mut labels = BTreeMap::new();
    let Some(&root) = sources.roots().first() else { return labels };
    let path = Path::new(sources.file(root).name());
    let folder = path.parent().unwrap_or(Path::new(""));
    let Ok(paths) = files::sources_in(folder) else { return labels };
    let is_other = |path: &&PathBuf| sources.id(&file::name(path)).is_none();
    for path in paths.iter().filter(is_other).take(FILES_MAX) {
        let Ok(bytes) = file::read(path, AcceptedFiles::Files, FILE_BYTES_MAX) else { continue };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let mut single = SourceSet::default();
        let file = single.add(&name, &bytes);
        single.add_root(file);
        // Unlike a program, an outline exists even if the file does not assemble alone.
        for symbol in assemble_all(&single, &AssemblyOptions::default()).outline.symbols {
            labels.entry(symbol.name).or_insert_with(|| name.clone().into_owned());
        }
    }
    labels
}
