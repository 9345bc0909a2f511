//! The content of mails after decoding.

/// Returns the decoded parts of a mail, headers included, as a mail program would show them.
pub fn parts(eml: &[u8]) -> Vec<Vec<u8>> {
    let text = String::from_utf8_lossy(eml).replace("\r\n", "\n");
    let mut parts = vec![];
    for part in text.split("\n--=_") {
        let Some((head, body)) = part.split_once("\n\n") else {
            parts.push(part.as_bytes().to_vec());
            continue;
        };
        parts.push(head.as_bytes().to_vec());
        parts.push(if head.contains("Content-Transfer-Encoding: base64") {
            base64(body)
        } else if head.contains("Content-Transfer-Encoding: quoted-printable") {
            quoted(body)
        } else {
            body.as_bytes().to_vec()
        });
    }
    parts
}

fn base64(text: &str) -> Vec<u8> {
    let digit = |c: u8| match c {
        b'A'..=b'Z' => Some(c - b'A'),
        b'a'..=b'z' => Some(c - b'a' + 26),
        b'0'..=b'9' => Some(c - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let digits: Vec<u32> = text.bytes().filter_map(digit).map(u32::from).collect();
    let mut bytes = vec![];
    for four in digits.chunks(4) {
        let bits = four.iter().fold(0, |bits, d| bits << 6 | d) << (6 * (4 - four.len()));
        bytes.extend(&bits.to_be_bytes()[1..four.len()]);
    }
    bytes
}

fn quoted(text: &str) -> Vec<u8> {
    let text = text.replace("=\n", "");
    let (mut bytes, mut rest) = (vec![], text.as_bytes());
    while let Some((first, more)) = rest.split_first() {
        let hex = more.get(..2).and_then(|h| std::str::from_utf8(h).ok());
        match hex.and_then(|h| u8::from_str_radix(h, 16).ok()) {
            Some(byte) if *first == b'=' => {
                bytes.push(byte);
                rest = &more[2..];
            }
            _ => {
                bytes.push(*first);
                rest = more;
            }
        }
    }
    bytes
}
