//! `jetan explain`: the manual page of anything a student can type or read in a message.

use jetan_manual::{bare_service, find, of_pack_service, suggestion};
use jetan_report::article;
use jetan_report::paint::TextPaint;

use crate::cli;
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};
use crate::packs;

/// Prints every page that fits, or the closest name there is.
pub(crate) fn run(typed: &cli::ExplainArgs, console: &Console) -> Result<Exit, CommandFailure> {
    // `explain syscall 4` arrives as two words and `explain "syscall  4"` as one.
    let what = typed.what.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(pack) = &typed.pack {
        return of_pack(pack, &what, console);
    }
    if what.is_empty() {
        print(&[article::contents()], console)?;
        return Ok(Exit::Success);
    }
    let found = find(&what);
    if found.is_empty() {
        let hint = match suggestion(&what) {
            Some(near) => format!("; did you mean `{near}`?"),
            None => packs_hint(&what),
        };
        let message = format!("jetan: there is nothing to explain about `{what}`{hint}");
        return Err(CommandFailure::new(Exit::Assembly, message));
    }
    print(&found.iter().map(article::page).collect::<Vec<_>>(), console)?;
    Ok(Exit::Success)
}

/// Prints pages, in colours where there are some.
fn print(pages: &[String], console: &Console) -> Result<(), CommandFailure> {
    let paint = TextPaint { is_colored: console.is_result_colored() };
    let painted = |page: &String| article::painted(page, paint);
    console.colored_result(&pages.iter().map(painted).collect::<Vec<_>>().join("\n"))
}

/// Prints the page of a service of a pack, or the list of its services.
fn of_pack(name: &str, what: &str, console: &Console) -> Result<Exit, CommandFailure> {
    let pack = packs::find(name)?;
    if what.is_empty() {
        print(&[article::page(&jetan_manual::of_pack(&pack))], console)?;
        return Ok(Exit::Success);
    }
    let bare = bare_service(what);
    let numbered = bare.parse().ok().and_then(|number| pack.service(number));
    let Some(service) = numbered.or_else(|| pack.service_named(&bare)) else {
        let message = format!("jetan: the pack {} has no service `{what}`", pack.name);
        let hint = format!("; `jetan explain --pack {name}` lists them");
        return Err(CommandFailure::new(Exit::Assembly, message + &hint));
    };
    print(&[article::page(&of_pack_service(service, &pack.name))], console)?;
    Ok(Exit::Success)
}

/// The hint that a number which is not a built-in service may have a meaning in a pack.
fn packs_hint(what: &str) -> String {
    let number = bare_service(what).parse();
    let knowing = number.map_or(Vec::new(), |number| jetan_pack::packs_with_services(&[number]));
    match knowing.first() {
        Some(first) => {
            let all = knowing.join(" and ");
            format!("; it is a service of {all}: add `--pack {first}`")
        }
        None => "; `jetan explain` alone lists what there is".to_owned(),
    }
}
