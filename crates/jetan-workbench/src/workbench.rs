//! The whole in small: messages in, answers and events out, and a slice of work at a time.

use serde_json::{Value, json};

use crate::carrier::Carrier;
use crate::check::Check;
use crate::documents::Documents;
use crate::games::Games;
use crate::limits::MESSAGE_BYTES_MAX;
use crate::message::{Answer, Message, Refusal};
use crate::points::Points;
use crate::request;
use crate::run::Run;

/// Between two events of one kind, in milliseconds: sixty a second.
pub(crate) const BEAT_MS: i64 = 16;

/// When a workbench wants to be asked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Next {
    /// At once: there is work.
    Now,
    /// At this time, in milliseconds since 1970, or when a message comes.
    At(i64),
    /// When a message comes.
    Never,
}

/// What one tab works on.
pub struct Workbench {
    /// The name by which a lost connection takes it up again.
    session: String,
    has_greeted: bool,
    pub(crate) documents: Documents,
    pub(crate) points: Points,
    pub(crate) run: Option<Run>,
    pub(crate) check: Option<Check>,
    pub(crate) games: Games,
    pub(crate) outbox: Vec<Message>,
}

/// A workbench at work: together with its outside.
pub(crate) struct Desk<'d> {
    pub(crate) bench: &'d mut Workbench,
    pub(crate) carrier: &'d mut dyn Carrier,
    /// The number of the request, for binary answers.
    pub(crate) id: u32,
}

impl Workbench {
    /// An empty workbench of this name.
    pub fn new(session: String) -> Workbench {
        Workbench {
            session,
            has_greeted: false,
            documents: Documents::default(),
            points: Points::default(),
            run: None,
            check: None,
            games: Games::default(),
            outbox: Vec::new(),
        }
    }

    /// Does what a message asks for.
    pub fn handle(&mut self, text: &str, carrier: &mut dyn Carrier) {
        let earlier = self.outbox.len();
        let (id, answer) = self.answer(text, carrier);
        if let Some(id) = id {
            let wire = match answer {
                Ok(ok) => json!({"re": id, "ok": ok}),
                Err(refusal) => json!({"re": id, "error": refusal.wire()}),
            };
            // Bytes that belong to the answer come before it, what the request has brought about
            // comes behind.
            let is_event = |message: &Message| matches!(message, Message::Text(_));
            let event = self.outbox[earlier..].iter().position(is_event);
            let place = event.map_or(self.outbox.len(), |event| earlier + event);
            self.outbox.insert(place, Message::Text(wire.to_string()));
        }
    }

    fn answer(&mut self, text: &str, carrier: &mut dyn Carrier) -> (Option<Value>, Answer) {
        if text.len() > MESSAGE_BYTES_MAX {
            let refusal = Refusal::new("too-large", "a message can have 20 MiB");
            return (Some(Value::Null), Err(refusal));
        }
        let bad = |why: &str| Err(Refusal::new("bad-request", why));
        let mut fields = match serde_json::from_str(text) {
            Ok(Value::Object(fields)) => fields,
            Ok(_) => return (Some(Value::Null), bad("a message is a JSON object")),
            Err(error) => {
                return (Some(Value::Null), bad(&format!("this is no JSON: {error}")));
            }
        };
        let id = fields.remove("id").filter(|id| !id.is_null());
        let number = id.as_ref().map(|id| id.as_u64().and_then(|id| u32::try_from(id).ok()));
        let Some(number) = number.unwrap_or(Some(0)) else {
            return (Some(Value::Null), bad("`id` is a number from 0 to 4294967295"));
        };
        let Some(Value::String(name)) = fields.remove("do") else {
            return (id, bad("`do` is missing: the name of the request"));
        };
        if name == "hello" {
            let answer = self.greet(&Value::Object(fields), carrier);
            return (id, answer);
        }
        if !self.has_greeted {
            return (id, Err(Refusal::new("protocol", "the first message is `hello`")));
        }
        let mut desk = Desk { bench: self, carrier, id: number };
        let answer = request::execute(&mut desk, &name, Value::Object(fields));
        (id, answer)
    }

    fn greet(&mut self, fields: &Value, carrier: &mut dyn Carrier) -> Answer {
        if fields.get("protocol").and_then(Value::as_u64) != Some(u64::from(crate::PROTOCOL)) {
            let message =
                format!("this is version {} of the protocol: load the page again", crate::PROTOCOL);
            return Err(Refusal::new("protocol", message));
        }
        let wanted = fields.get("resume").and_then(Value::as_str);
        let is_resumed = self.has_greeted && wanted == Some(self.session.as_str());
        self.has_greeted = true;
        if is_resumed {
            self.show_again();
        }
        let pack = |&(name, _): &(&str, &str)| json!({"name": name, "title": name});
        let packs: Vec<Value> = jetan_pack::shipped().iter().map(pack).collect();
        Ok(json!({
            "protocol": crate::PROTOCOL,
            "session": self.session,
            "resumed": is_resumed,
            "version": env!("CARGO_PKG_VERSION"),
            "features": request::FEATURES,
            "workspace": carrier.workspace(),
            "packs": packs,
        }))
    }

    /// Whether a client has greeted this workbench, so that there is something to resume.
    pub fn has_greeted(&self) -> bool {
        self.has_greeted
    }

    /// Everything that a new client of this session needs goes out as if it had just happened.
    fn show_again(&mut self) {
        self.documents.show_again();
        let items = self.points.wire();
        self.send("breakpoints", json!({"items": items}));
        match &mut self.run {
            Some(run) => run.show_again(),
            None => self.send("state", Run::idle()),
        }
        self.show_game_again();
    }

    /// Does a slice of what is going on.
    pub fn advance(&mut self, carrier: &mut dyn Carrier) -> Next {
        if self.documents.is_dirty() {
            self.analyse(carrier);
            return Next::Now;
        }
        let checking = self.advance_check(carrier);
        let running = self.run.as_mut().map_or(Next::Never, |run| run.advance(carrier));
        // A game beside a program sees where that has come to.
        let playing = self.advance_game(carrier);
        checking.min(running).min(playing).min(self.flush(carrier))
    }

    fn advance_check(&mut self, carrier: &mut dyn Carrier) -> Next {
        let Some(check) = &mut self.check else { return Next::Never };
        check.advance(carrier, &mut self.outbox)
    }

    /// Sends what a run has brought about, as far as it is time to.
    pub(crate) fn flush(&mut self, carrier: &mut dyn Carrier) -> Next {
        let Some(run) = &mut self.run else { return Next::Never };
        run.flush(carrier.now_ms(), &self.points, &mut self.outbox)
    }

    /// Goes on after a mistake of ours, without the run that may be half changed. The request that
    /// showed it is answered.
    pub fn recover(&mut self, id: Option<Value>) {
        self.run = None;
        self.check = None;
        self.recover_game();
        if let Some(id) = id {
            let message = "internal error in Jetan; your files are safe, the run was stopped";
            let refusal = Refusal::new("internal", message);
            let wire = json!({"re": id, "error": refusal.wire()});
            self.outbox.push(Message::Text(wire.to_string()));
        }
        self.send("state", Run::idle());
    }

    /// What has come of it all since this was last asked.
    pub fn take(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.outbox)
    }

    /// Sends an event.
    pub(crate) fn send(&mut self, event: &str, fields: Value) {
        push(&mut self.outbox, event, fields);
    }

    pub(crate) fn send_binary(&mut self, bytes: Vec<u8>) {
        self.outbox.push(Message::Binary(bytes));
    }
}

/// Puts an event into an outbox.
pub(crate) fn push(outbox: &mut Vec<Message>, event: &str, mut fields: Value) {
    if let Value::Object(fields) = &mut fields {
        fields.insert("event".to_owned(), Value::from(event));
    }
    outbox.push(Message::Text(fields.to_string()));
}

impl Desk<'_> {
    pub(crate) fn run(&mut self) -> Result<&mut Run, Refusal> {
        self.bench.run.as_mut().ok_or_else(Refusal::not_started)
    }
}
