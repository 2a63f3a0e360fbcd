//! The parts of a program's memory by name: what a symbol reserves, the heap, the stack.

use crate::DebugSymbols;

/// The starts of all regions, in any order; each one reaches up to the next.
pub fn starts(names: &DebugSymbols) -> Vec<u32> {
    let map = names.program.image.map;
    let data = names.symbols().iter().filter(|symbol| symbol.is_data);
    let fixed = [map.text_base, map.extern_base, map.static_base, map.heap_base, map.ktext_base];
    data.map(|symbol| symbol.address).chain(fixed).chain([stack_start(names)]).collect()
}

/// The name of a region by its start.
pub fn name(start: u32, names: &DebugSymbols) -> String {
    let map = names.program.image.map;
    let symbol = names.symbols().iter().find(|one| one.is_data && one.address == start);
    match symbol {
        Some(symbol) => symbol.name.clone(),
        None if start == stack_start(names) => "stack".to_owned(),
        None if start == map.heap_base => "heap".to_owned(),
        None if start == map.text_base || start == map.ktext_base => "text".to_owned(),
        None => format!("{start:#010x}"),
    }
}

/// The address from which on memory above the heap is called the stack: half way up.
fn stack_start(names: &DebugSymbols) -> u32 {
    let map = names.program.image.map;
    map.heap_base + (map.sp - map.heap_base) / 2
}
