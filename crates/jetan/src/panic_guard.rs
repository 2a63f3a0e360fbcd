//! One submission, one fate: a panic while one is judged is the result of that one alone.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Submissions and cases with this in their name panic in tests, where they are judged.
#[cfg(test)]
pub(crate) const PANIC_NAME: &str = "makes-jetan-panic";

/// Does what concerns one submission or one case of it, or gives the message of its panic.
///
/// A panic is a bug of ours, and the hook has already said so on standard error. `work` must not
/// share anything half-changed with the others: an engine it used is to be thrown away.
pub(crate) fn catch_panic<T>(name: &str, work: impl FnOnce() -> T) -> Result<T, String> {
    let guarded = || {
        #[cfg(test)]
        assert!(!name.contains(PANIC_NAME), "a bomb");
        // Only tests use the name.
        let _ = name;
        work()
    };
    catch_unwind(AssertUnwindSafe(guarded)).map_err(|payload| message(payload.as_ref()))
}

/// The first line of a panic's message.
fn message(payload: &(dyn Any + Send)) -> String {
    // A panic with arguments carries a `String`, one without a `&str`.
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
    let line = text.and_then(|text| text.lines().next()).unwrap_or("no message");
    line.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_message_and_a_result_is_a_result() {
        assert_eq!(catch_panic("ann", || 3), Ok(3));
        assert_eq!(
            catch_panic("ann", || panic!("index {}\nmore", 7)),
            Err::<(), _>("index 7".into())
        );
        assert_eq!(catch_panic(PANIC_NAME, || 3), Err("a bomb".into()));
    }
}
