//! The answers about rubrics where the workbench is built without them.

use jetan_wire::{FailureCode, GradeRequest, Nothing, RubricFound, RubricGraded};

use crate::jobs::AnswerOrWork;
use crate::message::{RequestAnswer, RequestError};
use crate::workbench::RequestContext;

/// No rubric.
pub(crate) fn find(_: &mut RequestContext<'_>, _: Nothing) -> RequestAnswer<RubricFound> {
    Ok(RubricFound::default())
}

pub(crate) fn grade(
    _: &mut RequestContext<'_>,
    _: GradeRequest,
) -> RequestAnswer<AnswerOrWork<RubricGraded>> {
    Err(RequestError::new(FailureCode::NoCase, "there are no rubrics here"))
}
