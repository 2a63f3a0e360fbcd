//! The texts made from the types: TypeScript for the page of the studio, tables for the page of the
//! protocol.

mod page;
mod shape;
mod typescript;

use std::any::TypeId;

use ts_rs::{Config, TS, TypeVisitor};

use crate::message::AnswerMessage;
use crate::{FailureCode, MessageGroup, RequestFailure, visit_events, visit_requests};
use shape::{TypeShape, prose};

/// Takes what the tables know.
pub(crate) trait Visitor {
    fn request<F: TS + 'static, R: TS + 'static>(
        &mut self,
        group: MessageGroup,
        name: &'static str,
        meaning: &'static str,
    );

    fn event<F: TS + 'static>(
        &mut self,
        group: MessageGroup,
        name: &'static str,
        meaning: &'static str,
    );
}

/// A type of the protocol.
struct DescribedType {
    name: String,
    meaning: String,
    shape: TypeShape,
    /// The section of the first message that has it.
    group: MessageGroup,
}

/// A request or an event.
struct MessageRow {
    group: MessageGroup,
    name: &'static str,
    meaning: String,
    /// The names of its types: fields and answer, or fields alone.
    types: Vec<String>,
}

/// Everything that there is to be described.
struct Protocol {
    requests: Vec<MessageRow>,
    events: Vec<MessageRow>,
    types: Vec<DescribedType>,
    seen: Vec<TypeId>,
    group: MessageGroup,
    config: Config,
}

impl Protocol {
    fn new() -> Protocol {
        let mut all = Protocol {
            requests: Vec::new(),
            events: Vec::new(),
            types: Vec::new(),
            seen: Vec::new(),
            group: MessageGroup::Session,
            config: Config::default().with_large_int("number"),
        };
        // The envelope is not a field of any request, so it has to be added by hand.
        all.add::<AnswerMessage<'static>>();
        all.add::<RequestFailure>();
        all.add::<FailureCode>();
        visit_requests(&mut all);
        visit_events(&mut all);
        all.arrange();
        all
    }

    /// Puts the types of each section in the order of their names. The derive macro visits the
    /// types of fields in an order that is another one at every compilation.
    fn arrange(&mut self) {
        let mut groups: Vec<MessageGroup> = Vec::new();
        for one in &self.types {
            if !groups.contains(&one.group) {
                groups.push(one.group);
            }
        }
        let place = |group: MessageGroup| groups.iter().position(|one| *one == group);
        self.types.sort_by(|a, b| (place(a.group), &a.name).cmp(&(place(b.group), &b.name)));
    }

    fn add<T: TS + 'static + ?Sized>(&mut self) {
        // By identity and not by name: types that contain each other would be visited forever.
        if self.seen.contains(&TypeId::of::<T>()) {
            return;
        }
        self.seen.push(TypeId::of::<T>());
        // Types of the language (`string`, lists) have no file of their own and no declaration.
        if T::output_path().is_some() {
            self.types.push(DescribedType {
                name: T::name(&self.config),
                meaning: T::docs().map(|docs| prose(&docs)).unwrap_or_default(),
                shape: TypeShape::parse(&T::inline(&self.config)),
                group: self.group,
            });
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }

    /// The type of a name.
    fn of(&self, name: &str) -> &DescribedType {
        let found = self.types.iter().find(|one| one.name == name);
        found.unwrap_or_else(|| panic!("there is a type {name}"))
    }
}

impl TypeVisitor for Protocol {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        self.add::<T>();
    }
}

impl Visitor for Protocol {
    fn request<F: TS + 'static, R: TS + 'static>(
        &mut self,
        group: MessageGroup,
        name: &'static str,
        meaning: &'static str,
    ) {
        self.group = group;
        self.add::<F>();
        self.add::<R>();
        let types = vec![F::name(&self.config), R::name(&self.config)];
        self.requests.push(MessageRow { group, name, meaning: meaning.trim().to_owned(), types });
    }

    fn event<F: TS + 'static>(
        &mut self,
        group: MessageGroup,
        name: &'static str,
        meaning: &'static str,
    ) {
        self.group = group;
        self.add::<F>();
        let types = vec![F::name(&self.config)];
        self.events.push(MessageRow { group, name, meaning: meaning.trim().to_owned(), types });
    }
}
