//! Every kind of case on a program that passes it and on programs that do not.

use std::sync::Arc;

use jetan_asm::{AssemblyOptions, SourceSet};
use jetan_grade::grade::{GradedOutcome, GradedSubmission, grade};
use jetan_grade::rubric::{ReadRubric, RubricResources, read};
use jetan_machine::{Behaviour, Interpreter};
use jetan_run::loader::ShippedOnly;
use jetan_run::{LoadPlan, LoadedProgram, load};
use jetan_run::{SlicedJob, YieldPoint};
use jetan_sandbox::limits::CaseLimits;
use jetan_sandbox::program::ProgramUnderTest;
use jetan_symbols::DebugSymbols;

/// No file is beside these rubrics.
struct Nothing;

impl RubricResources for Nothing {
    fn file(&mut self, _name: &str) -> Result<Vec<u8>, String> {
        Err("there is none".to_owned())
    }

    fn list(&mut self, _folder: &str) -> Result<Vec<String>, String> {
        Err("there is none".to_owned())
    }
}

fn graded(case: &str, program: &str) -> GradedSubmission {
    graded_until(case, program, false)
}

fn loaded(sources: &SourceSet, options: AssemblyOptions, limits: CaseLimits) -> LoadedProgram {
    let plan =
        LoadPlan::with_pack(options, ProgramUnderTest::setup(Behaviour::JETAN, limits), None);
    load(sources, plan, &mut ShippedOnly).expect("it is right")
}

/// What a program comes to, or what is left of that if there is no time for anything.
fn graded_until(case: &str, program: &str, is_late: bool) -> GradedSubmission {
    let text = format!(
        "title = \"t\"\n[limits]\ninstructions = 100_000\n[[criterion]]\nname = \"c\"\npoints = 1\n\
         rule = \"proportional\"\n{case}"
    );
    let ReadRubric { rubric, errors } = read(&text, &mut Nothing);
    let rubric = rubric.unwrap_or_else(|| panic!("{errors:?}\n{text}"));
    let sources = SourceSet::single("main.asm", program);
    let options = AssemblyOptions { start_at_main: true, ..AssemblyOptions::default() };
    let loaded = loaded(&sources, options, rubric.limits);
    let names = DebugSymbols::new(Arc::clone(&loaded.program), sources);
    let subject = ProgramUnderTest::new(loaded, None, rubric.limits).with_names(names);
    let mut engine: Interpreter = Interpreter::default();
    let job = async |point: YieldPoint| {
        grade(&rubric, "ann", Vec::new(), &subject, &mut engine, &point).await
    };
    SlicedJob::new(job).finish(&mut |_| !is_late)
}

/// Whether all cases pass, or what the first failure says.
#[track_caller]
fn check(case: &str, program: &str, failure: Option<&str>) {
    let graded = graded(case, program);
    let cases = &graded.criteria[0].cases;
    let failed = cases.iter().find(|case| case.outcome == GradedOutcome::Failed);
    let said = failed.and_then(|case| case.failure.as_ref());
    match (failure, said) {
        (None, None) => assert_eq!(graded.points.0, 100),
        (Some(words), Some(said)) => {
            let all = format!("{} | {} | {}", said.summary, said.expected, said.actual);
            assert!(all.contains(words), "{all}");
        }
        (expected, said) => panic!("{expected:?}, {said:?}\n{case}\n{program}"),
    }
}

#[test]
fn a_right_answer_counts_although_the_program_then_crashes_or_hangs_unless_the_rubric_wants_more() {
    let answer = "main: li $a0, 7\nli $v0, 1\nsyscall\n";
    let wanted = "[[criterion.io]]\noutput = \"7\"";
    let other = "[[criterion.io]]\noutput = \"8\"";
    for (end, words) in [("lw $t0, 0($zero)\n", "error"), ("stay: j stay\n", "end")] {
        let program = format!("{answer}{end}");
        check(wanted, &program, None);
        let reason = graded(wanted, &program).criteria[0].cases[0].reason.clone();
        assert!(reason.is_some_and(|reason| reason.contains(words)), "{program}");
        // What was printed is shown with what went wrong.
        check(other, &program, Some("| 8 | 7"));
        check(&format!("{wanted}\nend = \"clean\""), &program, Some("| 7 | 7"));
        check("[[criterion.io]]\nexit-code = 0", &program, Some(words));
        let dialogue = "[[criterion.dialogue]]\nsteps = [{ expect = \"7\" }]";
        check(dialogue, &program, None);
        let reason = graded(dialogue, &program).criteria[0].cases[0].reason.clone();
        assert!(reason.is_some_and(|reason| reason.contains(words)), "{program}");
        check(&format!("{dialogue}\nend = \"clean\""), &program, Some(words));
        // Of what was typed last nothing has come: the crash is all that it does.
        let typed = "[[criterion.dialogue]]\nsteps = [{ expect = \"7\" }, { type = \"1\" }]";
        check(typed, &program, Some(words));
    }
}

#[test]
fn a_hang_after_the_answer_of_a_project_costs_what_the_rubric_says() {
    let program = ".data\nno: .asciiz \"NO\"\n.text\n\
                   main: la $a0, no\nli $v0, 4\nsyscall\nstay: j stay\n";
    let case = "[[criterion.project]]\nname = \"tetrisito\"\n\
                only = [\"a goal that hangs in the air\"]\n";
    let outcome = |case: &str| {
        let graded = graded(case, program);
        let case = &graded.criteria[0].cases[0];
        (case.outcome, case.reason.clone())
    };
    let (passed, reason) = outcome(case);
    assert_eq!(passed, GradedOutcome::Passed, "{reason:?}");
    assert!(reason.is_some_and(|reason| reason.contains("does not seem to end")));
    assert_eq!(outcome(&format!("{case}end = \"clean\"\n")).0, GradedOutcome::Failed);
}

#[test]
fn a_main_that_is_not_global_is_not_where_a_program_begins() {
    let program = |global: &str| {
        format!("{global}\nli $a0, 7\nj show\nmain: li $a0, 8\nshow: li $v0, 1\nsyscall\n{EXIT}")
    };
    check("[[criterion.io]]\noutput = \"7\"", &program(""), None);
    check("[[criterion.io]]\noutput = \"8\"", &program(".globl main"), None);
}

#[test]
fn a_failure_says_where_a_program_began_that_did_not_begin_at_its_main() {
    let program = "work: lw $t0, 0($zero)\nmain: li $v0, 10\nsyscall\n";
    let sources = SourceSet::single("main.asm", program);
    let limits = CaseLimits::default();
    let subject =
        ProgramUnderTest::new(loaded(&sources, AssemblyOptions::default(), limits), None, limits);
    let began = subject.beginning().expect("it did not begin at main");
    assert!(began.contains("line 1: work: lw $t0, 0($zero)"), "{began}");
}

#[test]
fn what_the_clock_on_the_wall_stops_is_not_failed() {
    let program = "main: j main\nwork: j work\n";
    for case in [
        "[[criterion.io]]\noutput = \"7\"",
        "[[criterion.call]]\nprocedure = \"work\"\nexpect = { v0 = 1 }",
        "[[criterion.dialogue]]\nsteps = [{ expect = \"7\" }]",
    ] {
        let outcomes = |is_late| {
            let case = format!("{case}\ninstructions = 10_000_000");
            let graded = graded_until(&case, program, is_late);
            graded.criteria[0].cases.iter().map(|case| case.outcome).collect::<Vec<_>>()
        };
        assert_eq!(outcomes(false), [GradedOutcome::Failed], "{case}");
        assert_eq!(outcomes(true), [GradedOutcome::NotJudged], "{case}");
    }
}

const EXIT: &str = "li $v0, 10\nsyscall\n";

#[test]
fn runs_are_compared_in_every_way() {
    let echo = format!("main: li $v0, 5\nsyscall\nmove $a0, $v0\nli $v0, 1\nsyscall\n{EXIT}");
    let case = "[[criterion.io]]\ninput = \"7\\n\"\n";
    check(&format!("{case}output = \"7\""), &echo, None);
    check(&format!("{case}output = \"8\""), &echo, Some("line 1 of the output differs | 8 | 7"));
    check(&format!("{case}output = \"^[0-9]$\"\ncompare = \"regex\""), &echo, None);
    check(&format!("{case}output = \"7.0\"\ncompare = \"numbers\""), &echo, None);
    check(&format!("{case}exit-code = 0"), &echo, None);
    check(&format!("{case}exit-code = 3"), &echo, Some("exit code differs | 3 | 0"));
    let frame = "0".repeat(64);
    check(&format!("{case}frame = \"{frame}\""), &echo, Some("shows no picture"));
    check("[[criterion.io]]\nexit-code = 0", &echo, Some("exit code differs"));
    check("[[criterion.io]]\noutput = \"\"", "main: j main", Some("does not seem to end"));
    check("[[criterion.io]]\noutput = \"\"", "main: lw $t0, 1($0)", Some("stops with an error"));
    let hungry = format!("main: li $v0, 12\nsyscall\nli $v0, 5\nsyscall\n{EXIT}");
    check(
        "[[criterion.io]]\ninput = \"\"\noutput = \"\"",
        &hungry,
        Some("more input than there is"),
    );
}

#[test]
fn calls_hand_over_everything_and_look_at_everything() {
    let call = "[[criterion.call]]\nprocedure = \"f\"\n";
    let with = |body: &str| format!("{call}{body}");
    let f = |body: &str| format!("main: {EXIT}f: {body}\njr $ra\n");
    let add = "add $v0, $a0, $a1";
    check(&with("registers = { a0 = 2, a1 = -3 }\nexpect = { v0 = -1 }"), &f(add), None);
    check(
        &with("registers = { a0 = 2, a1 = 3 }\nexpect = { v0 = 6 }"),
        &f(add),
        Some("$v0 is not what it should be | 6 | 5"),
    );
    let single = "registers = { f12 = 1.5, f14 = 2.25 }\nexpect = { f0 = 3.75 }";
    check(&with(single), &f("add.s $f0, $f12, $f14"), None);
    check(&with(single), &f("sub.s $f0, $f12, $f14"), Some("$f0"));
    let double = "registers = { f12 = { double = 1.5 } }\nexpect = { f0 = { double = 3.0 } }";
    check(&with(double), &f("add.d $f0, $f12, $f12"), None);
    let first = "registers = { a0 = \"xyz\" }\nexpect = { v0 = 120 }\nunchanged = [\"a0\"]";
    check(&with(first), &f("lb $v0, 0($a0)"), None);
    check(&with(first), &f("lb $v0, 0($a0)\nsb $0, 0($a0)"), Some("has been changed"));
    let layout = "registers = { a0 = { layout = [7, { bytes = [1, 2, 3, 4] }, 9] } }\n";
    check(&with(&format!("{layout}expect = {{ v0 = 9 }}")), &f("lw $v0, 8($a0)"), None);
    let array = "registers = { a0 = { words = [1, 2] } }\nexpect = { a0 = { words = [2, 1] } }";
    let swap = "lw $t0, 0($a0)\nlw $t1, 4($a0)\nsw $t1, 0($a0)\nsw $t0, 4($a0)\nmove $a0, $0";
    check(&with(array), &f(swap), None);
    check(&with(array), &f("nop"), Some("2 1 | 1 2"));
    let data = |body: &str| format!(".data\ncount: .word 1\n.text\n{}", f(body));
    let memory = "memory = { count = 41 }\nexpect-memory = { count = 42 }";
    let bump = "lw $t0, count\naddi $t0, $t0, 1\nsw $t0, count";
    check(&with(memory), &data(bump), None);
    check(&with(memory), &data("nop"), Some("memory at count is not what it should be | 42 | 41"));
    check(&with(memory), &f("nop"), Some("no label `count`"));
    let symbol = "registers = { a0 = { symbol = \"count\" } }\nexpect = { v0 = 1 }";
    check(&with(symbol), &data("lw $v0, 0($a0)"), None);
    let printing = "registers = { a0 = 5 }\ninput = \"\"\noutput = \"5\"";
    check(&with(printing), &f("li $v0, 1\nsyscall"), None);
    check(&with(printing), &f("nop"), Some("prints nothing"));
}

#[test]
fn calls_must_come_back_and_keep_the_convention() {
    let call = "[[criterion.call]]\nprocedure = \"f\"\n";
    let f = |body: &str| format!("main: {EXIT}f: {body}\njr $ra\n");
    check(call, &f("li $s0, 1"), Some("does not give $s0 back"));
    check(&format!("{call}convention = false"), &f("li $s0, 1"), None);
    check(call, &f("sw $0, 8($sp)"), Some("stack of its caller"));
    check(call, &f(EXIT), Some("does not return to its caller"));
    check(call, &f("f2: j f2"), Some("does not seem to end"));
    check(call, &format!("main: {EXIT}"), Some("no procedure `f`"));
}

#[test]
fn dialogues_are_followed() {
    let steps = "[[criterion.dialogue]]\nsteps = [{ expect = \"How many?\" }, { type = \"2\" }, \
                 { expect = \"2\" }]";
    let ask = |text: &str, rest: &str| {
        format!(
            ".data\nask: .asciiz \"{text}\"\n.text\nmain: la $a0, ask\nli $v0, 4\nsyscall\n\
             li $v0, 5\nsyscall\nmove $a0, $v0\n{rest}\n{EXIT}"
        )
    };
    check(steps, &ask("Hello. How  many? ", "li $v0, 1\nsyscall"), None);
    check(steps, &ask("Number: ", "li $v0, 1\nsyscall"), Some("before it asks for anything"));
    check(steps, &ask("How many?", ""), Some("after line 1 was typed"));
    check(steps, &format!("main: {EXIT}"), Some("does not say what it should"));
}

#[test]
fn the_source_is_looked_at() {
    let policy = |rule: &str| format!("[[criterion.policy]]\n{rule}");
    let fact = "main: jal fact\nli $v0, 10\nsyscall\nfact: beqz $a0, end\naddi $a0, $a0, -1\n\
                jal fact\nmul $v0, $v0, $a0\nend: jr $ra\n";
    check(&policy("banned = [\"div\"]"), fact, None);
    check(&policy("banned = [\"mul\"]"), fact, Some("line 7: `mul` is not permitted"));
    check(&policy("allowed = [\"add\"]"), fact, Some("line 1: `jal` is not permitted"));
    check(&policy("no-pseudo = true"), fact, Some("line 2: `li` is a pseudo-instruction"));
    check(&policy("labels = [\"fact\"]"), fact, None);
    check(&policy("labels = [\"fib\"]"), fact, Some("no label `fib`"));
    check(&policy("recursive = [\"fact\"]"), fact, None);
    check(&policy("recursive = [\"main\"]"), fact, Some("`main` does not call itself"));
    check(&policy("size = 3"), fact, Some("instructions"));
    let mutual =
        "main: jal even\nli $v0, 10\nsyscall\neven: jal odd\njr $ra\nodd: jal even\njr $ra";
    check(&policy("recursive = [\"even\", \"odd\"]"), mutual, None);
}

#[test]
fn projects_bring_their_own_cases() {
    let always = ".data\nyes: .asciiz \"YES\"\n.text\nmain: la $a0, yes\nli $v0, 4\nsyscall\n\
                  li $v0, 10\nsyscall\n";
    let case = "[[criterion.project]]\nname = \"tetrisito\"\ncases = 5\n";
    let graded = graded(case, always);
    let criterion = &graded.criteria[0];
    let failed = criterion.cases.iter().filter(|it| it.outcome == GradedOutcome::Failed).count();
    assert!(criterion.cases.len() > 5 && failed > 0, "{criterion:?}");
    assert!(criterion.points.0 > 0 && criterion.points < criterion.max, "some are YES");
}

/// The reasons of what a person must look at.
fn open(graded: &GradedSubmission) -> Vec<&str> {
    let cases = graded.criteria.iter().flat_map(|criterion| &criterion.cases);
    let open = cases.filter(|case| case.outcome == GradedOutcome::NotJudged);
    open.map(|case| case.reason.as_deref().expect("it has a reason")).collect()
}

#[test]
fn mistakes_of_a_rubric_that_only_a_program_shows_cost_nobody_points() {
    let program = format!("main: {EXIT}");
    let case = "[[criterion.project]]\nname = \"2048\"\ncases = 0\npart = \"nothing\"\n";
    let parted = graded(case, &program);
    assert!(open(&parted)[0].starts_with("`nothing` is none of the parts clear_map"), "{parted:?}");
    let case = "[[criterion.project]]\nname = \"2048\"\nonly = [\"no such\"]\n";
    let named = graded(case, &program);
    assert_eq!(open(&named), ["the project has no case `no such`"]);
    assert!(named.is_open() && parted.is_open());
}

/// Asks and takes answers, but shows nothing that looks like a grid.
const SILENT: &str = "\
main: li $s0, 400
again: move $a0, $s0
li $v0, 1
syscall
li $v0, 12
syscall
addi $s0, $s0, -1
bgtz $s0, again
li $v0, 10
syscall
";

#[test]
fn what_is_not_understood_is_not_judged_and_what_does_not_apply_is_kept() {
    let case = "[[criterion.project]]\nname = \"four-in-a-row\"\ncases = 3\n";
    let graded = graded(case, SILENT);
    let criterion = &graded.criteria[0];
    let why = open(&graded);
    assert!(why.len() > 3 && why[0].starts_with("how the program talks is not understood"));
    // It has no procedures that could be called.
    assert!(criterion.count(GradedOutcome::Skipped) > 0);
    assert_eq!(criterion.count(GradedOutcome::Passed) + criterion.count(GradedOutcome::Failed), 0);
    assert!(criterion.is_open() && !criterion.is_void() && criterion.points.0 == 0);

    let called = self::graded(&format!("{case}part = \"check_tie\"\n"), SILENT);
    let criterion = &called.criteria[0];
    assert!(criterion.is_void() && !criterion.is_open(), "{criterion:?}");
    let reasons = criterion.cases.iter().filter_map(|case| case.reason.as_deref());
    assert!(reasons.into_iter().all(|it| it == "the program has no procedure of this name"));
}

#[test]
fn checks_are_points() {
    let clean = format!("main: li $t0, 1\nmove $a0, $t0\nli $v0, 1\nsyscall\n{EXIT}");
    let doubtful = format!("main: move $a0, $t5\nli $v0, 1\nsyscall\n{EXIT}");
    let case = "[[criterion.io]]\nchecks = [\"uninitialised\"]\n";
    check(case, &clean, None);
    check(case, &doubtful, Some("a copy of $t5, which was never set (line 3: syscall)"));
    check("[[criterion.io]]\nchecks = [\"saved\"]\n", &doubtful, None);
    check("[[criterion.io]]\nchecks = [\"all\"]\noutput = \"2\"\n", &clean, Some("line 1"));
}

/// Adds up a matrix of 16 by 16 words, along its rows or down its columns.
fn summing(step: i32, wrap: i32) -> String {
    format!(
        ".data\nm: .space 1024\n.text\nmain: li $s0, 256\nli $t0, 0\n\
         loop: lw $t1, m($t0)\nadd $s1, $s1, $t1\naddi $t0, $t0, {step}\n\
         blt $t0, 1024, next\naddi $t0, $t0, {wrap}\nnext: addi $s0, $s0, -1\n\
         bgtz $s0, loop\nli $a0, 7\nli $v0, 1\nsyscall\n{EXIT}"
    )
}

#[test]
fn figures_of_tools_are_points() {
    let (rows, columns) = (summing(4, 0), summing(64, 4 - 1024));
    let case = "[[criterion.io]]\noutput = \"7\"\n\
                tools = { cache = \"8x4:2:lru\", expect = [\"hit>=70\"] }\n";
    check(case, &rows, None);
    check(case, &columns, Some("the figure `hit` is 0, not hit>=70"));
    let several = "[[criterion.io]]\ntools = { branches = \"2bit:16\", pipeline = \"id,fwd\", \
                   costs = \"load=5\", expect = [\"correct>90\", \"cpi<2\", \"cost-cpi<1.2\"] }\n";
    check(several, &rows, Some("the figure `cost-cpi` is"));
    // A program that is wrong fails by that.
    let wrong = case.replace("\"7\"", "\"8\"");
    check(&wrong, &columns, Some("line 1"));
}

/// Copies the first byte of `in.txt` to `out.txt`.
const COPYING: &str = "\
.data
from: .asciiz \"in.txt\"
to: .asciiz \"out.txt\"
byte: .space 4
.text
main: la $a0, from
li $a1, 0
li $v0, 13
syscall
move $a0, $v0
la $a1, byte
li $a2, 1
li $v0, 14
syscall
la $a0, to
li $a1, 1
li $v0, 13
syscall
move $a0, $v0
la $a1, byte
li $a2, 1
li $v0, 15
syscall
";

#[test]
fn files_are_given_and_expected() {
    let program = format!("{COPYING}{EXIT}");
    let case = |expected: &str| {
        format!("[[criterion.io]]\nfiles = {{ \"in.txt\" = \"7 8\" }}\nexpect-files = {expected}\n")
    };
    check(&case("{ \"out.txt\" = \"7\" }"), &program, None);
    check(
        &case("{ \"out.txt\" = \"8\" }"),
        &program,
        Some("the file `out.txt` is not what it should be"),
    );
    check(&case("{ \"no.txt\" = \"8\" }"), &program, Some("does not write the file `no.txt`"));
}

#[test]
fn named_cases_of_a_project_earn_their_own_points() {
    let always = ".data\nyes: .asciiz \"YES\"\n.text\nmain: la $a0, yes\nli $v0, 4\nsyscall\n\
                  li $v0, 10\nsyscall\n";
    let only =
        |name: &str| format!("[[criterion.project]]\nname = \"tetrisito\"\nonly = [\"{name}\"]\n");
    check(&only("start equals goal"), always, None);
    check(&only("one row too high"), always, Some("the program says YES"));
    let graded = graded(&only("one row too high"), always);
    let failure = graded.criteria[0].cases[0].failure.as_ref().expect("it fails");
    assert!(failure.case.to_string().starts_with("start   goal\n"), "{}", failure.case);
    assert!(failure.input.contains("##....\n"), "{}", failure.input);
    let again = ["check", "tetrisito", "--seed", "1", "--cases", "0", "--case", "one row too high"];
    assert_eq!(failure.again, again);
}

#[test]
fn hangs_of_other_cases_do_not_decide() {
    // Waits for as many rounds as it reads; a case may take 100,000 instructions.
    let slow = format!(
        "main: li $v0, 5\nsyscall\nwait: addi $v0, $v0, -1\nbgtz $v0, wait\nli $a0, 1\n\
         li $v0, 1\nsyscall\n{EXIT}"
    );
    let hangs = "[[criterion.io]]\ninput = \"2000000000\\n\"\noutput = \"1\"\n".repeat(5);
    let last = "[[criterion.io]]\ninput = \"40000\\n\"\noutput = \"1\"\n";
    let outcomes = |case: &str| -> Vec<GradedOutcome> {
        graded(case, &slow).criteria[0].cases.iter().map(|case| case.outcome).collect()
    };
    assert_eq!(outcomes(last), [GradedOutcome::Passed]);
    assert_eq!(outcomes(&format!("{hangs}{last}")).last(), Some(&GradedOutcome::Passed));
}

/// A call of `f` with further lines.
fn call_of_f(lines: &str) -> String {
    format!("[[criterion.call]]\nprocedure = \"f\"\n{lines}\n")
}

#[test]
fn arguments_on_the_stack_are_where_the_rubric_puts_them() {
    let adds = |offset: u32| format!("f: lw $t0, {offset}($sp)\naddu $v0, $a0, $t0\njr $ra\n");
    let high = call_of_f("registers = { a0 = 1, \"16($sp)\" = 5 }\nexpect = { v0 = 6 }");
    check(&high, &adds(16), None);
    check(&high, &adds(0), Some("$v0 is not what it should be"));
    let low = call_of_f("registers = { a0 = 1, \"0($sp)\" = 5 }\nexpect = { v0 = 6 }");
    check(&low, &adds(0), None);
    // The words below the arguments are the callee's, as for compilers; those above are not.
    let spill = |offset: u32| format!("f: sw $a0, {offset}($sp)\nli $v0, 6\njr $ra\n");
    check(&high, &spill(12), None);
    check(&high, &spill(20), Some("20 bytes above `$sp`"));
    check(&call_of_f("registers = { a0 = 1 }"), &spill(12), Some("12 bytes above `$sp`"));
    // A block whose address is on the stack.
    let given = "registers = { \"4($sp)\" = { words = [1, 2] } }\n";
    let bump = "f: lw $t0, 4($sp)\nlw $t1, 4($t0)\naddiu $t1, $t1, 1\nsw $t1, 4($t0)\njr $ra\n";
    check(
        &call_of_f(&format!("{given}expect = {{ \"4($sp)\" = {{ words = [1, 3] }} }}")),
        bump,
        None,
    );
    let kept = call_of_f(&format!("{given}unchanged = [\"4($sp)\"]"));
    check(&kept, bump, Some("pointed to has been changed | 1 2 | 1 3"));
}

#[test]
fn calls_follow_each_other_on_what_the_one_before_has_left() {
    let counter = ".data\nn: .word 0\n.text\nf: lw $v0, n\naddu $v0, $v0, $a0\nsw $v0, n\njr $ra\n";
    let then = |last: u32| {
        call_of_f(&format!(
            "registers = {{ a0 = 2 }}\nexpect = {{ v0 = 2 }}\nthen = [\n\
             {{ procedure = \"f\", registers = {{ a0 = {{ result = \"v0\" }} }}, \
             expect = {{ v0 = 4 }} }},\n\
             {{ procedure = \"f\", registers = {{ a0 = {{ result = \"v0\", of = 1 }} }}, \
             expect = {{ v0 = {last} }} }},\n]"
        ))
    };
    check(&then(6), counter, None);
    check(&then(7), counter, Some("call 3 of 3, f: $v0 is not what it should be | 7 | 6"));
    check(&then(6), &counter.replace("sw $v0, n\n", ""), Some("call 2 of 3, f: "));
    let called = graded(&then(7), counter).criteria[0].cases[0].name.clone();
    assert_eq!(
        called,
        "f with $a0 = 2; then f with $a0 = $v0 of the call before; then f with $a0 = $v0 of call 1"
    );
    // All calls together have the instructions of a case, and a block of the first one stays.
    let waits = "f: li $t0, 30000\nw: addiu $t0, $t0, -1\nbnez $t0, w\njr $ra\n";
    let twice = call_of_f("then = [{ procedure = \"f\" }]");
    check(&twice, waits, Some("call 2 of 2, f: "));
    let keeps = ".data\np: .word 0\n.text\nf: lw $t0, p\nsw $a0, p\nmove $v0, $zero\n\
                 beqz $t0, out\nlw $v0, 0($t0)\nout: jr $ra\n";
    let stays = call_of_f(
        "registers = { a0 = { words = [41] } }\nthen = [{ procedure = \"f\", \
         registers = { a0 = { words = [42] } }, expect = { v0 = 41 } }]",
    );
    check(&stays, keeps, None);
}

#[test]
fn a_procedure_is_given_by_its_address() {
    let apply = "f: addiu $sp, $sp, -4\nsw $ra, 0($sp)\nmove $t9, $a0\nmove $a0, $a1\njalr $t9\n\
                 lw $ra, 0($sp)\naddiu $sp, $sp, 4\njr $ra\ntwice: sll $v0, $a0, 1\njr $ra\n";
    let case =
        call_of_f("registers = { a0 = { symbol = \"twice\" }, a1 = 21 }\nexpect = { v0 = 42 }");
    check(&case, apply, None);
    check(&case, &apply.replace("jalr $t9\n", "li $v0, 7\n"), Some("| 42 | 7"));
    check(&case, &apply.replace("twice:", "double:"), Some("has no label `twice`"));
}

const NODE: &str = "f: move $t0, $a0\nmove $t1, $a1\nli $a0, 8\nli $v0, 9\nsyscall\n\
                    sw $t0, 0($v0)\nsw $t1, 4($v0)\njr $ra\n";

#[test]
fn memory_from_the_heap_is_checked() {
    let node = call_of_f(
        "registers = { a0 = 5 , a1 = 0 }\nexpect = { v0 = { new = { layout = [5, 0] } } }\n\
         allocates = 8",
    );
    check(&node, NODE, None);
    check(&node, &NODE.replace("sw $t0, 0($v0)\n", ""), Some("(5, 0) | (0, 0)"));
    check(&node, &NODE.replace("li $a0, 8", "li $a0, 12"), Some("8 bytes | 12 bytes"));
    check(&node, &NODE.replace("li $a0, 8", "li $a0, 4"), Some("8 bytes by service 9"));
    let fixed = ".data\nb: .space 8\n.text\nf: la $v0, b\nsw $a0, 0($v0)\njr $ra\n";
    check(&node, fixed, Some("the call took 0 bytes"));
    let anywhere =
        call_of_f("registers = { a0 = 5 }\nexpect = { v0 = { to = { layout = [5, 0] } } }");
    check(&anywhere, fixed, None);
    check(&anywhere, "f: li $v0, 0\njr $ra\n", Some("$v0 does not point to what it should"));
    // Two nodes, the second before the first.
    let list = call_of_f(
        "registers = { a0 = 1, a1 = 0 }\nthen = [{ procedure = \"f\", registers = { a0 = 2, \
         a1 = { result = \"v0\" } }, expect = { v0 = { new = { layout = [2, \
         { to = { layout = [1, 0] } }] } } } }]",
    );
    check(&list, NODE, None);
    check(&list, &NODE.replace("sw $t1, 4($v0)\n", ""), Some("(2, → (1, 0)) | (2, → 0)"));
}

#[test]
fn lists_and_structures_are_given_and_reported_by_their_layout() {
    // The sum of a list of numbers.
    let sum = "f: li $v0, 0\nn: beqz $a0, out\nlw $t0, 0($a0)\naddu $v0, $v0, $t0\n\
               lw $a0, 4($a0)\nj n\nout: jr $ra\n";
    let given = "registers = { a0 = { layout = [1, { to = { layout = [2, { to = { words = [3, 0] } \
                 }] } }] } }\n";
    check(&call_of_f(&format!("{given}expect = {{ v0 = 6 }}\nunchanged = [\"a0\"]")), sum, None);
    let zero = "f: lw $t0, 4($a0)\nsw $zero, 0($t0)\njr $ra\n";
    let kept = call_of_f(&format!("{given}unchanged = [\"a0\"]"));
    check(&kept, zero, Some("(1, → (2, → 3 0)) | (1, → (0, → 3 0))"));
    let person = call_of_f(
        "registers = { a0 = { layout = [7, \"Ann\", { halves = [3] }] } }\n\
         expect = { a0 = { layout = [8, \"Ann\", { halves = [3] }] } }",
    );
    let older = "f: lw $t0, 0($a0)\naddiu $t0, $t0, 1\nsw $t0, 0($a0)\njr $ra\n";
    check(&person, older, None);
    let broken = older.replace("jr $ra", "li $t1, 'B'\nsb $t1, 4($a0)\njr $ra");
    check(&person, &broken, Some("(8, \"Ann\", 3) | (8, \"Bnn\", 3)"));
}

#[test]
fn calls_have_files_and_what_one_writes_the_next_can_read() {
    let procedure = COPYING.replacen("main:", "f:", 1) + "jr $ra\n";
    let case = |expected: &str| {
        call_of_f(&format!("files = {{ \"in.txt\" = \"7 8\" }}\nexpect-files = {expected}"))
    };
    check(&case("{ \"out.txt\" = \"7\" }"), &procedure, None);
    check(&case("{ \"out.txt\" = \"8\" }"), &procedure, Some("the file `out.txt` is not"));
    let then = format!("{}then = [{{ procedure = \"f\" }}]\n", case("{ \"out.txt\" = \"7\" }"));
    check(&then, &procedure, None);
}

#[test]
fn a_pattern_is_shown_with_an_example() {
    let program = format!("main: li $a0, 'x'\nli $v0, 11\nsyscall\n{EXIT}");
    let case = "[[criterion.io]]\ncompare = \"regex\"\noutput = '^sum: [0-9]+$'";
    check(case, &program, Some("for example:\nsum: 1\nit must match: ^sum: [0-9]+$ | x"));
    check(case, "main: lw $t0, 0($zero)\n", Some("for example:\nsum: 1\n"));
}
