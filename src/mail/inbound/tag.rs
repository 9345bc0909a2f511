//! Tagged addresses: `orders+gem-1992.zytal@example.org`.

/// The tag of an address: the text between the `+` and the `@`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The game.
    pub game: String,
    /// The seat, if it is named.
    pub seat: Option<String>,
}

impl Tag {
    /// Parses the tag of an address; `None` if the address has no tag in the format of this program.
    pub(crate) fn of(address: &str) -> Option<Self> {
        let (local, _) = address.rsplit_once('@')?;
        let (_, tag) = local.split_once('+')?;
        let mut words = tag.split('.');
        let mut next = || words.next().map(str::to_ascii_lowercase);
        let tag = Self {
            game: next()?,
            seat: next(),
        };
        let all = [Some(&tag.game), tag.seat.as_ref()];
        let fits = |word: &String| {
            !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        };
        (words.next().is_none() && all.into_iter().flatten().all(fits)).then_some(tag)
    }

    /// Returns an address with this tag, which replaces any tag it had.
    pub fn on(&self, address: &str) -> Option<String> {
        let (local, domain) = address.rsplit_once('@')?;
        let base = local.split('+').next()?;
        let words = [Some(&self.game), self.seat.as_ref()];
        let tag: Vec<&str> = words.into_iter().flatten().map(String::as_str).collect();
        Some(format!("{base}+{}@{domain}", tag.join(".")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_a_tag_and_writes_it_back() {
        let whole = "orders+gem-1992.zytal@example.org";
        let tag = Tag::of(whole).unwrap();
        assert_eq!(tag.game, "gem-1992");
        assert_eq!(tag.seat.as_deref(), Some("zytal"));
        assert_eq!(tag.on("orders@example.org").unwrap(), whole);
        assert_eq!(tag.on("orders+old@example.org").unwrap(), whole);
        assert_eq!(Tag::of("Orders+GEM@example.org").unwrap().game, "gem");
        for none in [
            "orders@example.org",
            "orders+@example.org",
            "orders+a.b.c@example.org",
            "orders+a..c@example.org",
            "orders+../x@example.org",
            "orders+a",
        ] {
            assert_eq!(Tag::of(none), None, "{none}");
        }
    }
}
