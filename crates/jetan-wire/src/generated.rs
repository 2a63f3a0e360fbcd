//! The texts made from the types: TypeScript for the page of the studio, tables for the page of the
//! protocol.

mod page;
mod shape;
mod typescript;

use std::any::TypeId;

use ts_rs::{Config, TS, TypeVisitor};

use crate::message::Answered;
use crate::{Code, Failure, Group, visit_events, visit_requests};
use shape::{Shape, prose};

/// Takes what the tables know.
pub(crate) trait Visitor {
    fn request<F: TS + 'static, R: TS + 'static>(
        &mut self,
        group: Group,
        name: &'static str,
        meaning: &'static str,
    );

    fn event<F: TS + 'static>(&mut self, group: Group, name: &'static str, meaning: &'static str);
}

/// A type of the protocol.
struct Described {
    name: String,
    meaning: String,
    shape: Shape,
    /// The section of the first message that has it.
    group: Group,
}

/// A request or an event.
struct Message {
    group: Group,
    name: &'static str,
    meaning: String,
    /// The names of its types: fields and answer, or fields alone.
    types: Vec<String>,
}

/// Everything that there is to be described.
struct Protocol {
    requests: Vec<Message>,
    events: Vec<Message>,
    types: Vec<Described>,
    seen: Vec<TypeId>,
    group: Group,
    config: Config,
}

impl Protocol {
    fn new() -> Protocol {
        let mut all = Protocol {
            requests: Vec::new(),
            events: Vec::new(),
            types: Vec::new(),
            seen: Vec::new(),
            group: Group::Session,
            config: Config::default().with_large_int("number"),
        };
        // The envelope is not a field of any request, so it has to be added by hand.
        all.add::<Answered<'static>>();
        all.add::<Failure>();
        all.add::<Code>();
        visit_requests(&mut all);
        visit_events(&mut all);
        all.arrange();
        all
    }

    /// Puts the types of each section in the order of their names. The derive macro visits the
    /// types of fields in an order that is another one at every compilation.
    fn arrange(&mut self) {
        let mut groups: Vec<Group> = Vec::new();
        for one in &self.types {
            if !groups.contains(&one.group) {
                groups.push(one.group);
            }
        }
        let place = |group: Group| groups.iter().position(|one| *one == group);
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
            self.types.push(Described {
                name: T::name(&self.config),
                meaning: T::docs().map(|docs| prose(&docs)).unwrap_or_default(),
                shape: Shape::parse(&T::inline(&self.config)),
                group: self.group,
            });
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }

    /// The type of a name.
    fn of(&self, name: &str) -> &Described {
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
        group: Group,
        name: &'static str,
        meaning: &'static str,
    ) {
        self.group = group;
        self.add::<F>();
        self.add::<R>();
        let types = vec![F::name(&self.config), R::name(&self.config)];
        self.requests.push(Message { group, name, meaning: meaning.trim().to_owned(), types });
    }

    fn event<F: TS + 'static>(&mut self, group: Group, name: &'static str, meaning: &'static str) {
        self.group = group;
        self.add::<F>();
        let types = vec![F::name(&self.config)];
        self.events.push(Message { group, name, meaning: meaning.trim().to_owned(), types });
    }
}
