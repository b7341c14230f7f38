//! Which addresses a page may have: a page of another site must not open a socket, and a name that leads to this machine must
//! not pass for this machine.

/// Returns whether a request may be answered: its `Host` is this machine by number, `localhost`, or a known name.
pub(crate) fn is_own_host(host: Option<&str>, known: &[String]) -> bool {
    let Some(host) = host else { return false };
    is_number_or_local(host) || known.iter().any(|origin| authority(origin) == Some(host))
}

/// Returns whether a page from this origin may open a socket.
pub(crate) fn is_own_origin(origin: Option<&str>, host: Option<&str>, known: &[String]) -> bool {
    let Some(origin) = origin else { return false };
    known.iter().any(|own| own == origin)
        || (is_own_host(host, known) && authority(origin).is_some() && authority(origin) == host)
}

/// Returns the host and port of an origin.
fn authority(origin: &str) -> Option<&str> {
    let rest = origin
        .strip_prefix("http://")
        .or(origin.strip_prefix("https://"))?;
    (!rest.is_empty() && !rest.contains('/')).then_some(rest)
}

fn is_number_or_local(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let inner = name
        .strip_prefix('[')
        .and_then(|name| name.strip_suffix(']'));
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<core::net::Ipv4Addr>().is_ok()
        || inner.is_some_and(|inner| inner.parse::<core::net::Ipv6Addr>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::{is_own_host, is_own_origin};

    #[test]
    fn only_numbers_localhost_and_known_names_are_this_machine() {
        let known = ["https://games.example".to_owned()];
        for host in [
            "127.0.0.1:80",
            "localhost:8080",
            "[::1]:80",
            "192.168.1.7",
            "games.example",
        ] {
            assert!(is_own_host(Some(host), &known), "{host}");
        }
        for host in [
            "evil.example",
            "127.0.0.1.evil.example",
            "localhost.evil",
            "",
            "a:b",
        ] {
            assert!(!is_own_host(Some(host), &known), "{host}");
        }
        assert!(!is_own_host(None, &known));
    }

    #[test]
    fn a_socket_is_opened_from_the_own_page_only() {
        let known = ["https://games.example".to_owned()];
        let host = Some("127.0.0.1:80");
        assert!(is_own_origin(Some("http://127.0.0.1:80"), host, &known));
        assert!(is_own_origin(Some("https://games.example"), host, &known));
        for origin in [
            None,
            Some("null"),
            Some("http://127.0.0.1:81"),
            Some("http://evil.example"),
        ] {
            assert!(!is_own_origin(origin, host, &known), "{origin:?}");
        }
        let evil = (Some("http://evil.example"), Some("evil.example"));
        assert!(!is_own_origin(evil.0, evil.1, &known));
    }
}
