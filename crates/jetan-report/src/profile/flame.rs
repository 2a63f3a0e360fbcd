//! A flame graph as one page without scripts: each procedure is as wide as its share.

use std::collections::BTreeMap;
use std::fmt::Write;

use jetan_debug::profile::Profile;

use super::share;
use crate::html::{escaped, page as whole_page};

/// Boxes that are narrower than this, in percent of the page, are left out.
const WIDTH_PERCENT_MIN: f64 = 0.05;
/// The height of a box, in pixels.
const ROW_PIXELS: usize = 20;

/// A procedure in a chain of calls.
#[derive(Default)]
struct FlameNode {
    total: u64,
    children: BTreeMap<String, FlameNode>,
}

impl FlameNode {
    fn of(profile: &Profile) -> FlameNode {
        let mut root = FlameNode::default();
        for (chain, own) in &profile.stacks {
            let mut at = &mut root;
            at.total += own;
            for name in chain {
                at = at.children.entry(name.clone()).or_default();
                at.total += own;
            }
        }
        root
    }

    fn depth(&self) -> usize {
        self.children.values().map(|child| 1 + child.depth()).max().unwrap_or(0)
    }

    /// Writes the boxes of what this one called, which begin at `left` percent.
    fn write(&self, out: &mut String, depth: usize, left: f64, whole: u64) {
        let mut left = left;
        for (name, child) in &self.children {
            let width = share(child.total, whole);
            // What a box that is left out has called would be narrower still, so the recursion ends
            // there.
            if width >= WIDTH_PERCENT_MIN {
                let text = escaped(name);
                // The hue follows from the name: a procedure has one colour wherever it is called.
                let hue = 20 + name.bytes().map(u32::from).sum::<u32>() % 40;
                let _ = writeln!(
                    out,
                    "<div title=\"{text}: {} instructions, {width:.2} %\" \
                     style=\"left:{left:.4}%;width:{width:.4}%;top:{}px;\
                     background:hsl({hue} 90% 65%)\">{text}</div>",
                    child.total,
                    depth * ROW_PIXELS,
                );
                child.write(out, depth + 1, left, whole);
            }
            // The room of a box that is left out stays empty, so that all others keep their true
            // widths.
            left += width;
        }
    }
}

/// The whole page.
pub(super) fn page(profile: &Profile) -> String {
    let root = FlameNode::of(profile);
    let mut boxes = String::new();
    root.write(&mut boxes, 0, 0.0, root.total);
    let body = format!(
        "<style>.flame{{position:relative;height:{}px}}.flame div{{position:absolute;\
         box-sizing:border-box;height:{ROW_PIXELS}px;overflow:hidden;white-space:nowrap;color:#222;\
         font:12px/{ROW_PIXELS}px monospace;padding:0 4px;border:1px solid #fff}}</style>\n\
         <h1>Where the instructions went</h1>\n\
         <p>{} instructions. A box is a procedure under its caller, as wide as its share.</p>\n\
         <div class=\"flame\">\n{boxes}</div>\n",
        root.depth() * ROW_PIXELS,
        profile.instructions,
    );
    whole_page("Profile", &body)
}
