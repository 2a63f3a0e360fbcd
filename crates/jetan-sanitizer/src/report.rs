//! Findings in words.

use jetan_isa::{MemoryUse, Op, Reg, Service};
use jetan_machine::code::DecodedInstruction;
use jetan_machine::registers::R;

use super::frames::ShadowFrame;
use super::reads::{copied_operand, reads};
use super::shadow::{self, ShadowEntry};
use super::state::{CheckerState, RegisterChange};
use super::{Check, FINDINGS_MAX, Finding, FindingLocation};

impl CheckerState {
    /// Keeps a finding, unless there is one like it in the same line.
    pub(super) fn push(
        &mut self,
        (check, code): (Check, &'static str),
        message: String,
        places: Vec<FindingLocation>,
        help: String,
    ) {
        let line = |places: &[FindingLocation]| {
            let pc = places.first().map_or(0, |place| place.pc);
            self.names.statement(pc).map(|statement| statement.span)
        };
        // A loop that goes too far goes farther with every iteration.
        let is_by_value =
            matches!(check, Check::Bounds | Check::Sizes | Check::Numbers | Check::Conditions)
                || code == "digit-code";
        let is_alike = |one: &Finding| is_by_value || one.message == message;
        let is_known =
            |one: &Finding| one.code == code && is_alike(one) && line(&one.places) == line(&places);
        let is_wanted = self.checks.has(check) && self.findings.len() < FINDINGS_MAX;
        if !is_wanted || self.findings.iter().any(is_known) {
            return;
        }
        // The instruction at hand has been counted already.
        let step = self.count.saturating_sub(1);
        self.findings.push(Finding { check, code, message, step, places, help });
    }

    /// A procedure by its label.
    fn procedure(&self, pc: u32) -> String {
        let name = self.names.label(pc);
        name.map_or_else(|| format!("the procedure at {pc:#010x}"), |name| format!("`{name}`"))
    }

    /// `writer` has put there what nobody had put into another register; 0 if nothing was put
    /// there at all.
    pub(super) fn report_register(&mut self, name: &str, writer: u32) {
        if self.report_own_slot(name, writer) {
            return;
        }
        let copy = self.text.get(writer);
        let source = copy.and_then(|one| {
            let operand = [one.a, one.b, one.c][copied_operand(one)?];
            operand.reg().filter(|_| reads(one.op).memory == MemoryUse::None)
        });
        let source = source.map(Reg::name);
        let mut places = vec![place(self.pc, format!("{name} is read here"))];
        let message = match source {
            None => format!("{name} is used, but nothing was ever put into it"),
            Some(source) => {
                places.push(place(writer, format!("{source} is copied here")));
                format!("{name} is used, but it is a copy of {source}, which was never set")
            }
        };
        let name: &str = match source {
            Some(source) => source,
            None => name,
        };
        let result = self.result_elsewhere(name, if source.is_some() { writer } else { self.pc });
        if let Some((callee, write)) = &result {
            places.push(place(*write, format!("{callee} sets $v1 here, and never $v0")));
        }
        let help = match name {
            _ if result.is_some() => "a procedure returns its result in `$v0`",
            "$a0" if self.has_result && self.frames.len() == 0 => {
                "a service such as `read integer` gives its result in `$v0`; $a0 was never set"
            }
            "$ra" => {
                "nothing has called this code: end the program with `li $v0, 10` and `syscall`"
            }
            "$v0" | "$v1" if self.text.has_calls() => {
                "put the result of a procedure there before it returns"
            }
            name if is_second_half(name) && self.reads_double() => {
                "a double takes two registers, this one too: load it with `l.d`, or use the \
                 instruction or service for floats"
            }
            name if name.starts_with("$f") => "load it first, with `l.s`, `l.d` or `mtc1`",
            _ => "set it first, with `li`, `la`, `lw` or `move`; it happens to be 0 here",
        };
        let help = self.service_help(name).unwrap_or_else(|| help.to_owned());
        self.push((Check::Uninitialised, "uninitialised-register"), message, places, help);
    }

    /// Whether the instruction at hand reads a double.
    fn reads_double(&self) -> bool {
        let Some(one) = self.text.get(self.pc) else { return false };
        let service = Service::from_number(self.value(Reg::V0));
        match one.op {
            Op::Syscall => service == Some(Service::PrintDouble),
            op => reads(op).doubles != 0,
        }
    }

    /// What the service at hand wants in a register.
    fn service_help(&self, name: &str) -> Option<String> {
        self.text.get(self.pc).filter(|one| one.op == Op::Syscall)?;
        let row = Service::from_number(self.value(Reg::V0))?.row();
        // `$a0` may hold a result that was left in `$v0`, which is said elsewhere.
        let (number, title, arguments) = (row.number, row.name, row.arguments);
        let is_argument = name != "$a0" && arguments.contains(name);
        is_argument
            .then(|| format!("set {name} first: service {number} ({title}) needs {arguments}"))
    }

    /// A register is loaded from the word of the frame in which the procedure has saved what the
    /// register held before, and that was never set; whether that is what it does.
    fn report_own_slot(&mut self, name: &str, writer: u32) -> bool {
        let is_load = |one: &DecodedInstruction| {
            reads(one.op).memory == MemoryUse::Load(4) && matches!(one.c, R::R29 | R::R30)
        };
        let load = self.text.get(writer).filter(is_load);
        let Some(load) = load else { return false };
        let Some((store, kept)) = self.text.stored_at(writer, load) else { return false };
        let kept = kept.a.reg().map_or("a register", Reg::name);
        // Whoever takes back for its caller what was never set has not missed its place.
        let is_own_use = self.text.procedure(self.pc) == self.text.procedure(writer);
        if kept == name && (name == Reg::RA.name() || !is_own_use) {
            return false;
        }
        let message = format!("{name} is used, but it comes from where {kept} was saved");
        let places = vec![
            place(writer, format!("{name} is loaded from there")),
            place(store, format!("{kept}, which was never set, is saved here")),
            place(self.pc, format!("{name} is read here")),
        ];
        let help = "what a caller has put on the stack lies above the frame: add the size of the \
                    frame to its offset";
        let kind = (Check::Uninitialised, "uninitialised-register");
        self.push(kind, message, places, help.to_owned());
        true
    }

    /// The procedure before a read of `$v0` that puts its result into `$v1` instead, and the
    /// instruction that does.
    fn result_elsewhere(&self, name: &str, read: u32) -> Option<(String, u32)> {
        let callee = self.text.called_before(read).filter(|_| name == "$v0")?;
        let is_set = self.text.first_write(callee, Reg::V0).is_some();
        let write = self.text.first_write(callee, Reg::V1).filter(|_| !is_set)?;
        Some((self.procedure(callee), write))
    }

    /// A register that nobody has set was stored, loaded from there by `load`, and is used.
    pub(super) fn report_unset(&mut self, name: &str, source: u8, store: u32, load: u32) {
        let source = Reg::at_index(source).name();
        let message = format!("{name} is used, but it comes from {source}, which was never set");
        let mut places = vec![place(store, format!("{source} is stored here"))];
        if load != self.pc {
            places.push(place(load, "loaded here".to_owned()));
        }
        places.push(place(self.pc, format!("{name} is read here")));
        let help = format!("set {source} first, with `li`, `la`, `lw` or `move`");
        self.push((Check::Uninitialised, "uninitialised-register"), message, places, help);
    }

    pub(super) fn report_memory(&mut self, name: &str, from: u32, word: ShadowEntry) {
        let (kind, what, help) = match word {
            shadow::STALE => (
                (Check::Stack, "stale-frame"),
                "stack memory of a procedure that has returned",
                "what lies below `$sp` after a return belongs to the next call: \
                 keep the value in a register, or in memory of the caller",
            ),
            shadow::STACK => (
                (Check::Uninitialised, "uninitialised-memory"),
                "stack memory that was never written",
                "store a value there first, and look at the offset: is it the one of the `sw`?",
            ),
            _ => (
                (Check::Uninitialised, "uninitialised-memory"),
                "sbrk memory that was never written",
                "store a value there first; memory from `sbrk` is not to be relied on to be 0",
            ),
        };
        let mut message = format!("{name} is used, but it comes from {what}");
        let mut places = vec![place(from, "loaded here".to_owned())];
        if from != self.pc {
            places.push(place(self.pc, "and used here".to_owned()));
        }
        let mut help = help;
        let entry = self.text.procedure(from);
        if word == shadow::STALE
            && let Some(raise) = self.text.raises_first(entry)
        {
            message =
                format!("{} moves $sp up where its frame should begin", self.procedure(entry));
            places
                .insert(0, place(raise, "this gives up memory instead of reserving it".to_owned()));
            help = "the stack grows down: take from `$sp` first, and add as much before `jr $ra`";
        }
        self.push(kind, message, places, help.to_owned());
    }

    /// A value of HI or LO, from `from`, is used, and nothing was multiplied or divided before.
    pub(super) fn report_product(&mut self, name: &str, from: u32) {
        let message = format!("{name} is used, but nothing was multiplied or divided before");
        let mut places = vec![place(from, "taken from HI or LO here".to_owned())];
        if from != self.pc {
            places.push(place(self.pc, format!("{name} is read here")));
        }
        let help = "`mult` and `div` come first, then `mflo` for product and quotient or `mfhi` \
                    for the remainder";
        let kind = (Check::Uninitialised, "uninitialised-register");
        self.push(kind, message, places, help.to_owned());
    }

    /// The value of `$v0` is used, but a service left its own number there, put there at `from`.
    pub(super) fn report_service(&mut self, name: &str, from: u32) {
        let message = format!("{name} is used, but it is only the number of the last service");
        let mut places = vec![place(self.pc, format!("{name} is read here"))];
        if from != 0 && from != self.pc {
            places.push(place(from, "set here; the syscall did not change it".to_owned()));
        }
        let help = "a service that prints gives nothing; move a result from `$v0` to another \
                    register before `$v0` gets the number of the next service";
        self.push((Check::Uninitialised, "service-number"), message, places, help.to_owned());
    }

    /// The instruction at hand copies the number of a service, set at `from`, for its result or
    /// its argument.
    pub(super) fn report_number(&mut self, from: u32, is_result: bool) {
        let message = "$v0 holds the number of the service here, not a result".to_owned();
        let help = if is_result {
            "the result is in `$v0` after `syscall`: copy it there"
        } else {
            "copy the result from `$v0` before `$v0` gets the number of the service"
        };
        let places = vec![
            place(self.pc, "$v0 is copied here".to_owned()),
            place(from, "the number is set here".to_owned()),
        ];
        self.push((Check::Uninitialised, "service-number"), message, places, help.to_owned());
    }

    /// A register is read as a double of which one half is a float, or as a float though it is a
    /// half of a double.
    pub(super) fn report_mixed(&mut self, name: &str, is_double: bool) {
        let (message, help) = if is_double {
            (
                format!("{name} is used as a double, and one half of it is a float"),
                "a double takes an even register and the one after it: keep floats elsewhere, or \
                 convert with `cvt.d.s`",
            )
        } else {
            (
                format!("{name} is used as a float, and it is a half of a double"),
                "convert it with `cvt.s.d`, or use the instruction or service for doubles",
            )
        };
        let places = vec![place(self.pc, format!("{name} is read here"))];
        self.push((Check::Numbers, "float-or-double"), message, places, help.to_owned());
    }

    pub(super) fn report_change(&mut self, change: RegisterChange) {
        let Some(reg) = Reg::new(change.reg) else { return };
        // Read further in: there the register is that call's, to be saved or passed on.
        if self.frames.len() > change.depth as usize || !self.is_mistake(change, reg) {
            return;
        }
        let is_saved = matches!(reg, Reg::GP | Reg::FP) || (16..24).contains(&change.reg);
        let name = reg.name();
        // The convention blames who wrote the register, however deep in the call that was.
        let entry = self.text.procedure(change.after);
        let callee = self.procedure(entry);
        if is_saved && (self.report_wrong_place(change, reg) || self.report_lost_place(change, reg))
        {
            return;
        }
        if is_saved {
            let first = self.text.first_write(entry, reg).unwrap_or(change.after);
            let message = format!("{callee} changes {name} and does not restore it");
            let places = vec![
                place(first, format!("{name} is overwritten here")),
                place(entry, format!("{callee} should save {name} first")),
                place(self.pc, "the caller relies on it here".to_owned()),
            ];
            let help = format!(
                "store {name} on the stack at the beginning and load it before `jr $ra`, or use a \
                 temporary instead"
            );
            self.push((Check::Saved, "saved-register"), message, places, help);
            return;
        }
        let message =
            format!("{name} does not survive the call of {}", { self.procedure(change.target) });
        let places = vec![
            place(self.pc, format!("{name} is used here as if the call had not changed it")),
            place(change.before, "set here".to_owned()),
            place(change.call, "the call".to_owned()),
            place(change.after, "overwritten here".to_owned()),
        ];
        let help =
            "keep it in one of $s0 to $s7, or store it on the stack before the call and load \
                    it again after it"
                .to_owned();
        self.push((Check::Temporaries, "temporary"), message, places, help);
    }

    /// A procedure has saved a register and takes it back from another place of its frame; whether
    /// that is what it does.
    fn report_wrong_place(&mut self, change: RegisterChange, reg: Reg) -> bool {
        let entry = self.text.procedure(change.after);
        if let Some((store, kept)) = self.text.popped_out_of_order(entry, change.after, reg) {
            self.report_other_order(change.after, (store, reg), kept);
            return true;
        }
        let Some((store, saved)) = self.text.place_in_frame(entry, reg) else { return false };
        let is_load =
            |one: DecodedInstruction| reads(one.op).memory == MemoryUse::Load(4) && one.c == R::R29;
        let load = self.text.get(change.after).filter(|&one| is_load(one));
        let Some(load) = load.filter(|load| load.imm != saved) else { return false };
        let (name, callee) = (reg.name(), self.procedure(entry));
        let message = format!("{callee} restores {name} from another place than it saved it to");
        let places = vec![
            place(change.after, format!("{name} is taken from {}($sp) here", load.imm)),
            place(store, format!("it was saved to {saved}($sp)")),
            place(self.pc, "the caller relies on it here".to_owned()),
        ];
        let help = format!("load {name} with the offset that it was stored with");
        self.push((Check::Saved, "saved-register"), message, places, help);
        true
    }

    /// A procedure takes a register back from where it has saved it, and something else is there by
    /// then; whether that is what has happened.
    fn report_lost_place(&mut self, change: RegisterChange, reg: Reg) -> bool {
        let load = self.text.get(change.after).filter(|one| {
            reads(one.op).memory == MemoryUse::Load(4) && matches!(one.c, R::R29 | R::R30)
        });
        let Some(load) = load else { return false };
        let Some((last, one)) = self.text.stored_at(change.after, load) else { return false };
        let entry = self.text.procedure(last);
        let saved = self.text.place_in_frame(entry, reg);
        let (store, over) = match saved.filter(|&(at, imm)| at < last && imm == load.imm) {
            _ if one.a.reg() == Some(reg) => {
                (last, self.text.frame_array_store(last, change.after))
            }
            Some((store, _)) => (store, Some(last)),
            None => return false,
        };
        let (name, callee) = (reg.name(), self.procedure(entry));
        let message =
            format!("{callee} takes {name} back from its frame, where something else was stored");
        let mut places = vec![
            place(change.after, format!("this is not the {name} that was saved")),
            place(store, format!("{name} was saved here")),
            place(self.pc, "the caller relies on it here".to_owned()),
        ];
        places.extend(over.map(|at| place(at, "this stores into the frame, too".to_owned())));
        let help = "whatever is kept in a frame needs words of its own: lower `$sp` by more, and \
                    look at how far an index goes";
        self.push((Check::Saved, "saved-register"), message, places, help.to_owned());
        true
    }

    /// A procedure takes a register, at `load`, from where it has pushed another one.
    fn report_other_order(&mut self, load: u32, (store, reg): (u32, Reg), kept: Reg) {
        let callee = self.procedure(self.text.procedure(load));
        let (name, kept) = (reg.name(), kept.name());
        let message = format!("{callee} restores {name} from where it has saved {kept}");
        let places = vec![
            place(load, format!("{kept} was saved in this word")),
            place(store, format!("{name} was saved here")),
            place(self.pc, "the caller relies on it here".to_owned()),
        ];
        let help = "what was pushed last is popped first: restore in the opposite order";
        self.push((Check::Saved, "saved-register"), message, places, help.to_owned());
    }

    /// A caller loads from its frame, at `load`, a register that was saved there by a
    /// procedure it has called.
    pub(super) fn report_saved_outside(&mut self, store: u32, load: u32) {
        let entry = self.text.procedure(store);
        let frame = self.text.frame_of(entry).0;
        let bytes = frame.and_then(|pc| self.text.get(pc)).map_or(0, |one| one.imm.unsigned_abs());
        let callee = self.procedure(entry);
        let message =
            format!("{callee} saves more than fits into its frame, over what its caller keeps");
        let mut places = vec![place(store, "this is stored above the frame".to_owned())];
        places.extend(frame.map(|pc| place(pc, format!("which has {bytes} bytes"))));
        places.push(place(load, "and the caller takes it for its own here".to_owned()));
        let help = "take four bytes from `$sp` for every register that is stored";
        self.push((Check::Stack, "frame-too-small"), message, places, help.to_owned());
    }

    /// Whether a caller that uses a register after a call meant what it had put there itself. Not
    /// if the procedure takes or gives the register on purpose.
    fn is_mistake(&mut self, change: RegisterChange, reg: Reg) -> bool {
        // The depth does not matter to the answer, and a recursion would ask at every level.
        let key = RegisterChange { depth: 0, ..change };
        if let Some(&known) = self.judged.get(&key) {
            return known;
        }
        let text = &self.text;
        let [before, here, after] =
            [change.before, change.call, change.after].map(|pc| text.procedure(pc));
        let is_argument = (4..8).contains(&change.reg);
        let is_taken = text.takes(change.target, reg);
        // An argument belongs to a procedure from the start, if it does not go to the next one.
        let is_own = before == here || is_argument && !is_taken;
        // A procedure that changes the register itself knows of it, unless it does so in a
        // recursion.
        let is_elsewhere = after != here || change.target == here;
        let is_given = !text.uses_itself(change.after, reg);
        let is_put_away = !is_argument && text.puts_away(after, reg);
        let is_mistake = change.before != 0
            && is_own
            && is_elsewhere
            && (is_put_away || (is_argument || !is_taken) && !is_given);
        self.judged.insert(key, is_mistake);
        is_mistake
    }

    /// Takes back that `$ra` was never set: the return at `pc` has ended the program, as it may,
    /// and a note says so.
    pub(super) fn forgive_return(&mut self, pc: u32) {
        // What was saved and restored on the way names those lines first, and the return last.
        let is_return = |one: &Finding| {
            one.code == "uninitialised-register"
                && one.message.starts_with("$ra is used")
                && one.places.iter().any(|place| place.pc == pc)
        };
        self.findings.retain(|one| !is_return(one));
    }

    /// `$ra` holds the return address of a call that has returned already.
    pub(super) fn report_lost_return(&mut self, writer: u32) {
        let help = "store `$ra` on the stack before the first call, and load it before `jr $ra`";
        let mut places = vec![
            place(self.pc, "returns after that call, not to the caller".to_owned()),
            place(writer, "this call overwrote `$ra`".to_owned()),
        ];
        let Some(frame) = self.frames.last() else {
            if let Some((branch, start)) = self.text.branched_to(self.pc) {
                return self.report_branch_for_call(branch, start, writer);
            }
            let message = "`jr $ra` although nothing has called it: `$ra` is left over from a call";
            let help = "end the program with `li $v0, 10` and `syscall` before it gets there";
            let kind = (Check::Saved, "return-address");
            return self.push(kind, message.to_owned(), places, help.to_owned());
        };
        let entry = frame.target;
        let callee = self.procedure(entry);
        places.push(place(entry, format!("{callee} should save `$ra` first")));
        let message =
            format!("{callee} does not return to its caller: a call has overwritten `$ra`");
        self.push((Check::Saved, "return-address"), message, places, help.to_owned());
    }

    /// A procedure was branched to instead of called, and returns after the call at `writer`.
    fn report_branch_for_call(&mut self, branch: u32, start: u32, writer: u32) {
        let name = self.names.code_name(start);
        let message = format!("{name} ends with `jr $ra`, but a branch leads there, not a call");
        let places = vec![
            place(branch, "a branch does not set `$ra`".to_owned()),
            place(writer, "so `$ra` is still from this call".to_owned()),
            place(self.pc, "and this returns after it once more".to_owned()),
        ];
        let help = format!("branch around a `jal` to {name}, or leave it with a jump");
        self.push((Check::Saved, "return-address"), message, places, help);
    }

    pub(super) fn report_imbalance(&mut self, frame: &ShadowFrame) {
        let (down, has_up) = self.text.frame_of(frame.target);
        let Some(down) = down.filter(|_| has_up) else { return };
        let is_known = |one: &Finding| {
            one.code == BALANCE && one.places.get(1).is_some_and(|place| place.pc == down)
        };
        // Once a frame is wrong, so is what the procedure loads from it and where it returns to.
        if self.findings.iter().any(is_known) {
            return;
        }
        let by = self.value(Reg::SP).wrapping_sub(frame.sp).cast_signed();
        let way = if by < 0 { "lower" } else { "higher" };
        let callee = self.procedure(frame.target);
        let by = by.unsigned_abs();
        let message = format!("{callee} returns with $sp {by} bytes {way} than it was at the call");
        let places = vec![
            place(self.pc, "returns here".to_owned()),
            place(down, "its frame begins here".to_owned()),
            place(frame.call(), "the call".to_owned()),
        ];
        let help = "add as much to `$sp` before `jr $ra` as was taken from it, on every way out";
        self.push((Check::Stack, BALANCE), message, places, help.to_owned());
    }

    pub(super) fn report_load_behind(&mut self, object: u32, load: u32, address: u32) {
        let message = format!("reads {}", self.outside_text(object, address, "in"));
        let is_before = address < self.objects.get(object).start;
        let says = if is_before { "this load begins too early" } else { "this load goes too far" };
        let mut places = vec![place(load, says.to_owned())];
        if load != self.pc {
            places.push(place(self.pc, "the value it found is used here".to_owned()));
        }
        let code = if is_before { "load-before-start" } else { "load-past-end" };
        let help = self.outside_help(is_before, load, &mut places);
        self.push((Check::Bounds, code), message, places, help);
    }

    /// `load` is where the owner of the memory has loaded what was stored, if one has.
    pub(super) fn report_store_behind(
        &mut self,
        object: u32,
        store: u32,
        address: u32,
        load: Option<u32>,
    ) {
        let message = format!("writes {}", self.outside_text(object, address, "into"));
        let is_before = address < self.objects.get(object).start;
        let says =
            if is_before { "this store begins too early" } else { "this store goes too far" };
        let owner = self.objects.get(self.objects.at(address)).name.as_ref();
        let says = match owner {
            Some(owner) => format!("{says}: it overwrites `{owner}`"),
            None => says.to_owned(),
        };
        let mut places = vec![place(store, says)];
        if let Some(load) = load {
            places.push(place(load, "the overwritten value is read here".to_owned()));
        }
        let code = if is_before { "store-before-start" } else { "store-past-end" };
        let is_service = self.text.get(store).is_some_and(|one| one.op == Op::Syscall);
        let help = if is_service {
            ROOM_HELP.to_owned()
        } else {
            self.outside_help(is_before, store, &mut places)
        };
        self.push((Check::Bounds, code), message, places, help);
    }

    /// The advice on an access outside of an object; marks the load of a byte whose sign made
    /// an index negative.
    fn outside_help(
        &self,
        is_before: bool,
        access: u32,
        places: &mut Vec<FindingLocation>,
    ) -> String {
        if !is_before {
            return WALK_HELP.to_owned();
        }
        if let Some(byte) = self.text.signed_index(access) {
            let says = "this byte is loaded with its sign: from 128 on it is negative";
            places.push(place(byte, says.to_owned()));
            return "load bytes that are used as an index with `lbu`".to_owned();
        }
        START_HELP.to_owned()
    }

    /// The position of an address outside of an object, in words.
    fn outside_text(&self, number: u32, address: u32, within: &str) -> String {
        let object = self.objects.get(number);
        let bytes = object.end - object.start;
        let name = match &object.name {
            Some(name) => format!("`{name}`"),
            None => format!("the memory that sbrk gave at {:#010x}", object.start),
        };
        let owner = self.objects.get(self.objects.at(address));
        let into = match &owner.name {
            Some(owner) => format!(", {within} `{owner}`"),
            None => String::new(),
        };
        if address < object.start {
            let distance = object.start - address;
            return format!("{distance} bytes before the start of {name}{into}");
        }
        if object.is_last {
            let distance = address - object.start;
            return format!("{distance} bytes after the start of {name}, far behind its end{into}");
        }
        let distance = address - object.end;
        let where_to = if distance == 0 {
            "just past the end of".to_owned()
        } else {
            format!("{distance} bytes past the end of")
        };
        format!("{where_to} {name} ({bytes} bytes){into}")
    }

    /// A service takes the address of an object for a number.
    pub(super) fn report_given_address(&mut self, number: u32, service: Service) {
        let name = self.object_name(number);
        let (deed, what) = match service {
            Service::PrintChar => ("prints", "as a character"),
            Service::Exit2 => ("ends with", "as its exit code"),
            _ => ("prints", "as a number"),
        };
        let message = format!("{deed} the address of {name} {what}");
        let says = match service {
            Service::PrintChar => "service 11 prints a character",
            Service::Exit2 => "service 17 ends the program with the code in $a0",
            _ => "service 1 prints an integer",
        };
        let mut places = vec![place(self.pc, says.to_owned())];
        let result = self.text.result_left_before(self.pc);
        places.extend(result.map(|at| place(at, "the number that is read is in $v0".to_owned())));
        let made = self.argument_made(number);
        places.extend(made.map(|at| place(at, format!("$a0 gets the address of {name} here"))));
        let used = made.and_then(|at| self.text.service_after(at));
        let printed =
            used.filter(|&(at, service)| at != self.pc && service == Service::PrintString);
        let help = match service {
            _ if result.is_some() => "copy the result after the `syscall`: `move $a0, $v0`",
            Service::Exit2 => "put the code into `$a0` first, or use service 10, which takes none",
            _ if printed.is_some() => {
                "it is still there from printing the text: put the number into `$a0` after that"
            }
            _ => "to print a string use service 4; to print what is stored there load it with `lw`",
        };
        self.push((Check::Addresses, "address-printed"), message, places, help.to_owned());
    }

    /// The instruction of the procedure at hand that puts the address of an object into `$a0`.
    fn argument_made(&self, number: u32) -> Option<u32> {
        let makes = |pc: u32| self.objects.made_at(self.index(pc) as usize) == number;
        let last = Some(self.writer(R::R4)).filter(|&pc| pc != 0 && makes(pc));
        let own = || {
            let mut body = self.text.body(self.text.procedure(self.pc));
            body.find(|&(pc, one)| one.a == R::R4 && makes(pc)).map(|(pc, _)| pc)
        };
        last.or_else(own)
    }

    pub(super) fn report_compared_address(&mut self, number: u32, made: u32) {
        let name = self.object_name(number);
        let message = format!("compares the address of {name} with a number");
        let mut places = vec![place(self.pc, "compared here".to_owned())];
        if made != 0 {
            places.push(place(made, "the address comes from here".to_owned()));
        }
        let help = "`la` gives the address of a label; `lw` loads what is stored there".to_owned();
        self.push((Check::Addresses, "address-compared"), message, places, help);
    }

    /// Numbers are multiplied and divided, addresses are not.
    pub(super) fn report_computed_address(&mut self, number: u32, made: u32) {
        let name = self.object_name(number);
        let message = format!("multiplies or divides the address of {name}");
        let mut places = vec![place(self.pc, "computed with here".to_owned())];
        if made != 0 {
            places.push(place(made, "the address comes from here".to_owned()));
        }
        let help = "`la` gives the address of a label; `lw` loads what is stored there".to_owned();
        self.push((Check::Addresses, "address-computed"), message, places, help);
    }

    pub(super) fn object_name(&self, number: u32) -> String {
        let name = self.objects.get(number).name.as_ref();
        name.map_or_else(|| "sbrk memory".to_owned(), |name| format!("`{name}`"))
    }
}

const BALANCE: &str = "stack-balance";
const ROOM_HELP: &str = "tell the service how much room there is, and not more";
const WALK_HELP: &str = "look at what ends the loop, and at how far the address moves each time";
const START_HELP: &str =
    "the first element has index 0: look at where the index or the address gets too small";

pub(super) fn place(pc: u32, label: String) -> FindingLocation {
    FindingLocation { pc, label }
}

/// Whether a register is the second half of a double, if it holds one.
fn is_second_half(name: &str) -> bool {
    let number = name.strip_prefix("$f").and_then(|number| number.parse::<u8>().ok());
    number.is_some_and(|number| number % 2 == 1)
}
