//! Admission to the server: only whoever has the token, by the server's own name, from its own
//! page.

use axum::http::header::{self, HeaderMap, HeaderValue};

/// The token that a visitor must know and the origins they may come from.
#[derive(Clone, Debug)]
pub(crate) struct AccessGuard {
    port: u16,
    token: String,
}

/// The reason a visitor is denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AccessDenied {
    /// The name of the server is not one of its own: a page elsewhere may have made it point here.
    Host,
    /// A page of another origin asks.
    Origin,
    /// The token is missing or wrong.
    Token,
}

impl AccessDenied {
    pub(crate) fn words(self) -> &'static str {
        match self {
            AccessDenied::Host => "This server answers only to its own loopback address.",
            AccessDenied::Origin => "Pages of other origins are not let in.",
            AccessDenied::Token => {
                "Open the address that jetan studio has printed: it has a token in it."
            }
        }
    }
}

impl AccessGuard {
    /// A guard with a new token.
    pub(crate) fn new(port: u16) -> Result<AccessGuard, getrandom::Error> {
        Ok(AccessGuard { port, token: random_name()? })
    }

    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// Lets somebody in who has the cookie, or the token in the address.
    pub(crate) fn admit(
        &self,
        headers: &HeaderMap,
        token: Option<&str>,
    ) -> Result<(), AccessDenied> {
        // Host and origin first: a page elsewhere must not learn whether a token is right.
        self.look(headers)?;
        let cookies =
            headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        // Cookies ignore ports, so those of other servers on this computer come along.
        let mut cookies = cookies.flat_map(|value| value.split(';')).map(str::trim);
        let name = self.cookie_name();
        let has_cookie = cookies.any(|cookie| {
            cookie.split_once('=').is_some_and(|(key, value)| key == name && self.is_token(value))
        });
        if has_cookie || token.is_some_and(|token| self.is_token(token)) {
            return Ok(());
        }
        Err(AccessDenied::Token)
    }

    /// Whether a request comes by a name of ours, and not from a page of others.
    fn look(&self, headers: &HeaderMap) -> Result<(), AccessDenied> {
        // A header that is not text counts as present and wrong: an absent origin is admitted.
        let text = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or(""));
        let hosts = ["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{}", self.port));
        let is_ours = |host: &str| hosts.iter().any(|own| own.eq_ignore_ascii_case(host));
        // With DNS rebinding a foreign name resolves to 127.0.0.1, but the browser still sends that
        // name here.
        if !text(header::HOST).is_some_and(is_ours) {
            return Err(AccessDenied::Host);
        }
        // Browsers say where a page comes from; other programs have no origin.
        let origin = text(header::ORIGIN);
        let is_own_page = |origin: &str| origin.strip_prefix("http://").is_some_and(is_ours);
        if origin.is_some_and(|origin| !is_own_page(origin)) {
            return Err(AccessDenied::Origin);
        }
        Ok(())
    }

    /// Compares without telling by the time it takes how much was right.
    fn is_token(&self, token: &str) -> bool {
        let (own, other) = (self.token.as_bytes(), token.as_bytes());
        let differs =
            own.iter().zip(other).fold(0, |differs, (own, other)| differs | (own ^ other));
        // `zip` stops at the shorter one, so the lengths have to be compared, too. All tokens have
        // the same length, so this tells nothing.
        own.len() == other.len() && differs == 0
    }

    /// Cookies do not know ports: two studios must not take each other's.
    fn cookie_name(&self) -> String {
        format!("jetan-{}", self.port)
    }

    pub(crate) fn cookie(&self) -> String {
        // HttpOnly because no script needs the token. `Secure` would demand HTTPS, which a server
        // on the loopback address does not have.
        format!("{}={}; Path=/; HttpOnly; SameSite=Lax", self.cookie_name(), self.token)
    }

    /// The policy of a page with this nonce.
    pub(crate) fn policy(&self, nonce: &str) -> String {
        // Sockets are named because not every browser takes `'self'` to include `ws:`.
        format!(
            "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; \
             img-src 'self' data: blob:; font-src 'self'; media-src 'self' blob:; \
             connect-src 'self' ws://127.0.0.1:{0} ws://localhost:{0}; worker-src 'self'; \
             manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            self.port
        )
    }
}

/// A name that nobody guesses: 128 random bits.
pub(crate) fn random_name() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_le_bytes(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let pairs = pairs.iter().map(|&(name, value)| {
            let name = axum::http::HeaderName::from_static(name);
            (name, HeaderValue::from_str(value).expect("a header"))
        });
        pairs.collect()
    }

    #[test]
    fn only_own_pages_with_the_token_are_let_in() {
        let guard = AccessGuard::new(2048).expect("there is randomness");
        let token = guard.token().to_owned();
        let cookie = format!("a=b; jetan-2048={token}");
        let other = "0".repeat(token.len());
        for (pairs, typed, expected) in [
            (vec![("host", "127.0.0.1:2048")], Some(token.as_str()), Ok(())),
            (vec![("host", "localhost:2048"), ("cookie", &cookie)], None, Ok(())),
            (
                vec![("host", "[::1]:2048"), ("origin", "http://[::1]:2048"), ("cookie", &cookie)],
                None,
                Ok(()),
            ),
            (vec![("host", "127.0.0.1:2048")], None, Err(AccessDenied::Token)),
            (vec![("host", "127.0.0.1:2048")], Some(other.as_str()), Err(AccessDenied::Token)),
            (vec![("host", "127.0.0.1:2048")], Some(""), Err(AccessDenied::Token)),
            (vec![("host", "127.0.0.1:2049")], Some(&token), Err(AccessDenied::Host)),
            (vec![("host", "evil.example:2048")], Some(&token), Err(AccessDenied::Host)),
            (vec![], Some(&token), Err(AccessDenied::Host)),
            (
                vec![("host", "127.0.0.1:2048"), ("origin", "http://evil.example")],
                Some(&token),
                Err(AccessDenied::Origin),
            ),
            (
                vec![("host", "127.0.0.1:2048"), ("origin", "null"), ("cookie", &cookie)],
                None,
                Err(AccessDenied::Origin),
            ),
            (
                vec![("host", "127.0.0.1:2048"), ("origin", "http://127.0.0.1:3000")],
                Some(&token),
                Err(AccessDenied::Origin),
            ),
        ] {
            assert_eq!(guard.admit(&headers(&pairs), typed), expected, "{pairs:?}");
        }
    }
}
