//! Bounds on figures, such as `hit>=80`, so that a course can ask for locality.

use std::fmt;

use crate::setting::SettingError;

/// The comparison of a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BoundRelation {
    /// At least.
    AtLeast,
    /// At most.
    AtMost,
    /// More than.
    Above,
    /// Less than.
    Below,
    /// Exactly.
    Equal,
}

impl BoundRelation {
    /// Longer signs first: `>=` begins with `>`.
    const SIGNS: [(&'static str, BoundRelation); 5] = [
        (">=", BoundRelation::AtLeast),
        ("<=", BoundRelation::AtMost),
        (">", BoundRelation::Above),
        ("<", BoundRelation::Below),
        ("=", BoundRelation::Equal),
    ];

    fn sign(self) -> &'static str {
        BoundRelation::SIGNS.iter().find(|(_, one)| *one == self).map_or("", |(sign, _)| sign)
    }
}

/// A bound on a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureBound {
    /// The name of the figure.
    pub figure: String,
    /// The comparison.
    pub relation: BoundRelation,
    /// The number it is compared with.
    pub value: f64,
}

/// A figure with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedFigure {
    /// The name, as a bound uses it.
    pub name: String,
    /// The value.
    pub value: f64,
}

impl FigureBound {
    /// Reads `NAME>=VALUE`, or the same with `<=`, `>`, `<` or `=`; a `%` behind the value is
    /// allowed.
    pub fn parse(text: &str) -> Result<FigureBound, SettingError> {
        let wrong = || SettingError::new(format!("a bound is NAME>=NUMBER, not `{text}`"));
        let signs = BoundRelation::SIGNS.iter();
        let found = signs.filter_map(|&(sign, relation)| Some((text.find(sign)?, sign, relation)));
        // Of two signs at the same place the first in the table is the longer one.
        let (at, sign, relation) = found.min_by_key(|&(at, _, _)| at).ok_or_else(wrong)?;
        let (figure, value) = (text[..at].trim(), text[at + sign.len()..].trim());
        let value: f64 = value.trim_end_matches('%').parse().map_err(|_| wrong())?;
        if figure.is_empty() || !value.is_finite() {
            return Err(wrong());
        }
        Ok(FigureBound { figure: figure.to_owned(), relation, value })
    }

    /// Whether a value keeps the bound.
    pub fn is_kept(&self, value: f64) -> bool {
        match self.relation {
            BoundRelation::AtLeast => value >= self.value,
            BoundRelation::AtMost => value <= self.value,
            BoundRelation::Above => value > self.value,
            BoundRelation::Below => value < self.value,
            BoundRelation::Equal => (value - self.value).abs() < 1e-9,
        }
    }

    /// The figures that do not keep the bound; an error if there is no such figure.
    pub fn broken<'f>(
        &self,
        figures: &'f [NamedFigure],
    ) -> Result<Vec<&'f NamedFigure>, SettingError> {
        let named: Vec<_> = figures.iter().filter(|one| one.name == self.figure).collect();
        if named.is_empty() {
            let mut names: Vec<&str> = figures.iter().map(|one| one.name.as_str()).collect();
            names.sort_unstable();
            names.dedup();
            let why = format!("there is no figure `{}`: {}", self.figure, names.join(", "));
            return Err(SettingError::new(why));
        }
        Ok(named.into_iter().filter(|one| !self.is_kept(one.value)).collect())
    }
}

impl fmt::Display for FigureBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.figure, self.relation.sign(), self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_read_and_kept() {
        let cases = [
            ("hit>=80", 80.0, true),
            ("hit >= 80%", 79.9, false),
            ("misses<100", 100.0, false),
            ("cpi<=1.5", 1.5, true),
            ("cycles=326", 326.0, true),
            ("cycles>326", 326.0, false),
        ];
        for (text, value, is_kept) in cases {
            assert_eq!(FigureBound::parse(text).unwrap().is_kept(value), is_kept, "{text}");
        }
        assert_eq!(FigureBound::parse("hit >= 80%").unwrap().to_string(), "hit>=80");
    }

    #[test]
    fn bad_bounds_and_unknown_figures_are_errors() {
        for text in ["hit", ">=80", "hit>=", "hit>=many", "hit>=inf", "hit>=NaN"] {
            assert!(FigureBound::parse(text).is_err(), "{text}");
        }
        let figures = [NamedFigure { name: "hit".to_owned(), value: 75.0 }];
        let unknown = FigureBound::parse("hits>=80").unwrap().broken(&figures);
        assert_eq!(unknown.unwrap_err().to_string(), "there is no figure `hits`: hit");
        let broken = FigureBound::parse("hit>=80").unwrap();
        assert_eq!(broken.broken(&figures).unwrap().len(), 1);
    }
}
