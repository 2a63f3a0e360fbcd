//! Types of TypeScript as data: read from what is generated, to be laid out in other ways.

use std::iter::Peekable;
use std::str::Chars;

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TypeShape {
    /// A name or a literal.
    Word(String),
    /// A name with types in angle brackets.
    Generic(String, Vec<TypeShape>),
    Array(Box<TypeShape>),
    Tuple(Vec<TypeShape>),
    Object(Vec<ShapeField>),
    /// Texts to a type.
    Map(Box<TypeShape>),
    AnyOf(Vec<TypeShape>),
    AllOf(Vec<TypeShape>),
}

/// A field of an object.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ShapeField {
    pub(super) name: String,
    pub(super) meaning: String,
    pub(super) is_optional: bool,
    pub(super) shape: TypeShape,
}

/// The words of a comment.
pub(super) fn prose(comment: &str) -> String {
    let lines = comment.lines().map(|line| line.trim().trim_start_matches(['/', '*']).trim());
    lines.filter(|line| !line.is_empty()).collect::<Vec<&str>>().join(" ")
}

impl TypeShape {
    pub(super) fn parse(text: &str) -> TypeShape {
        let mut reader = ShapeReader { rest: text.chars().peekable() };
        let shape = reader.any_of();
        reader.skip();
        // Nothing may be left over: a form that this reader does not know must fail here and not be
        // cut off in the page.
        assert_eq!(reader.rest.next(), None, "{text}");
        shape
    }

    /// The fields of an object; none of anything else.
    pub(super) fn fields(&self) -> &[ShapeField] {
        match self {
            TypeShape::Object(fields) => fields,
            _ => &[],
        }
    }
}

struct ShapeReader<'t> {
    rest: Peekable<Chars<'t>>,
}

impl ShapeReader<'_> {
    fn skip(&mut self) {
        while self.rest.next_if(|c| c.is_whitespace()).is_some() {}
    }

    fn takes(&mut self, sign: char) -> bool {
        self.skip();
        self.rest.next_if_eq(&sign).is_some()
    }

    fn any_of(&mut self) -> TypeShape {
        let mut all = vec![self.all_of()];
        while self.takes('|') {
            all.push(self.all_of());
        }
        if all.len() == 1 { all.remove(0) } else { TypeShape::AnyOf(all) }
    }

    fn all_of(&mut self) -> TypeShape {
        let mut all = vec![self.many()];
        while self.takes('&') {
            all.push(self.many());
        }
        if all.len() == 1 { all.remove(0) } else { TypeShape::AllOf(all) }
    }

    fn many(&mut self) -> TypeShape {
        let mut shape = self.one();
        while self.takes('[') {
            assert!(self.takes(']'));
            shape = TypeShape::Array(Box::new(shape));
        }
        shape
    }

    fn one(&mut self) -> TypeShape {
        if self.takes('(') {
            let shape = self.any_of();
            assert!(self.takes(')'));
            return shape;
        }
        if self.takes('[') {
            return TypeShape::Tuple(self.list(']'));
        }
        if self.takes('{') {
            return self.object();
        }
        let word = self.word();
        if !self.takes('<') {
            return TypeShape::Word(word);
        }
        let mut arguments = self.list('>');
        match (word.as_str(), arguments.len()) {
            ("Array", 1) => TypeShape::Array(Box::new(arguments.remove(0))),
            _ => TypeShape::Generic(word, arguments),
        }
    }

    fn list(&mut self, end: char) -> Vec<TypeShape> {
        let mut all = Vec::new();
        while !self.takes(end) {
            all.push(self.any_of());
            self.takes(',');
        }
        all
    }

    /// A name, or a literal with its quotation marks.
    fn word(&mut self) -> String {
        self.skip();
        if self.rest.next_if_eq(&'"').is_some() {
            let text: String = self.rest.by_ref().take_while(|c| *c != '"').collect();
            return format!("\"{text}\"");
        }
        // Literals such as `not-now` have hyphens.
        let is_part = |c: &char| c.is_alphanumeric() || *c == '_' || *c == '-';
        let mut word = String::new();
        while let Some(c) = self.rest.next_if(is_part) {
            word.push(c);
        }
        assert!(!word.is_empty(), "{:?}", self.rest.clone().take(40).collect::<String>());
        word
    }

    fn comment(&mut self) -> String {
        self.skip();
        let mut text = String::new();
        if self.rest.peek() == Some(&'/') {
            while !text.ends_with("*/") {
                text.push(self.rest.next().expect("comments end"));
            }
        }
        prose(&text)
    }

    fn object(&mut self) -> TypeShape {
        let mut fields = Vec::new();
        while !self.takes('}') {
            let meaning = self.comment();
            if self.takes('[') {
                let _key: String = self.rest.by_ref().take_while(|c| *c != ']').collect();
                self.takes('?');
                assert!(self.takes(':'));
                let shape = self.any_of();
                self.takes(',');
                assert!(self.takes('}'));
                return TypeShape::Map(Box::new(shape));
            }
            let name = self.word().trim_matches('"').to_owned();
            let is_optional = self.takes('?');
            assert!(self.takes(':'));
            let shape = self.any_of();
            fields.push(ShapeField { name, meaning, is_optional, shape });
            self.takes(',');
        }
        TypeShape::Object(fields)
    }
}
