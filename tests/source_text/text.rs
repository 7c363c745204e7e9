//! Source text without comments and strings, and its tokens.

/// A token with its line, counted from 1.
pub type Token = (usize, String);

/// Words, `::` and single signs, with their lines.
pub fn tokens(code: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut line = 1;
    let mut rest = code.chars().peekable();
    while let Some(c) = rest.next() {
        if c == '\n' {
            line += 1;
        } else if c.is_alphanumeric() || c == '_' {
            if c == 'r' && rest.peek() == Some(&'#') {
                rest.next(); // `r#box` is the name `box`
                continue;
            }
            let mut word = c.to_string();
            while let Some(next) = rest.next_if(|next| next.is_alphanumeric() || *next == '_') {
                word.push(next);
            }
            found.push((line, word));
        } else if c == ':' && rest.next_if_eq(&':').is_some() {
            found.push((line, "::".into()));
        } else if !c.is_whitespace() {
            found.push((line, c.to_string()));
        }
    }
    found
}

/// The tokens of a file without what is compiled for its unit tests alone: each item below `#[cfg(test)]` is left out.
pub fn tokens_without_tests(source: &str) -> Vec<Token> {
    let all = tokens(&stripped(source));
    let word = |at: usize| all.get(at).map_or("", |(_, token)| token.as_str());
    let mut kept = Vec::new();
    let mut at = 0;
    while at < all.len() {
        if word(at) == "#" && word(at + 1) == "[" && word(at + 2) == "cfg" {
            let end = behind_group(&all, at + 1);
            let condition: Vec<&str> = all[at..end].iter().map(|(_, token)| token.as_str()).collect();
            if condition.contains(&"test") && !condition.contains(&"not") {
                at = behind_item(&all, end);
                continue;
            }
        }
        kept.push(all[at].clone());
        at += 1;
    }
    kept
}

/// The place behind the group that opens at `at`.
pub fn behind_group(tokens: &[Token], mut at: usize) -> usize {
    let mut depth = 0;
    while at < tokens.len() {
        match tokens[at].1.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        at += 1;
        if depth <= 0 {
            break;
        }
    }
    at
}

/// The place behind the item, the field or the match arm that begins at `at`.
fn behind_item(tokens: &[Token], mut at: usize) -> usize {
    const ITEMS: &[&str] = &["pub", "fn", "mod", "use", "impl", "struct", "enum", "trait", "const", "static", "type", "unsafe"];
    while tokens.get(at).is_some_and(|(_, token)| token == "#") {
        at = behind_group(tokens, at + 1);
    }
    let is_item = tokens.get(at).is_some_and(|(_, token)| ITEMS.contains(&token.as_str()));
    while at < tokens.len() {
        match tokens[at].1.as_str() {
            ";" => return at + 1,
            "," if !is_item => return at + 1,
            "}" if !is_item => return at,
            "{" => {
                let in_use = tokens[..at].iter().rev().take_while(|(_, token)| token != ";").any(|(_, token)| token == "use");
                at = behind_group(tokens, at);
                if !in_use {
                    return at;
                }
            }
            "(" | "[" => at = behind_group(tokens, at),
            _ => at += 1,
        }
    }
    at
}

/// The source without comments and without what stands in strings; line breaks stay.
pub fn stripped(source: &str) -> String {
    let text: Vec<char> = source.chars().collect();
    let mut kept = String::new();
    let mut at = 0;
    let starts = |at: usize, word: &str| word.chars().enumerate().all(|(i, c)| text.get(at + i) == Some(&c));
    while at < text.len() {
        let end = if starts(at, "//") {
            (at..text.len()).find(|&i| text[i] == '\n').unwrap_or(text.len())
        } else if starts(at, "/*") {
            end_of_block_comment(&text, at)
        } else if let Some(end) = end_of_raw_string(&text, at) {
            end
        } else if text[at] == '"' {
            end_of_string(&text, at)
        } else if let Some(end) = end_of_character(&text, at) {
            end
        } else {
            kept.push(text[at]);
            at += 1;
            continue;
        };
        kept.push(' ');
        kept.extend(text[at..end].iter().filter(|c| **c == '\n'));
        at = end;
    }
    kept
}

fn end_of_block_comment(text: &[char], start: usize) -> usize {
    let (mut depth, mut at) = (0, start);
    while at < text.len() {
        match (text[at], text.get(at + 1)) {
            ('/', Some('*')) => (depth, at) = (depth + 1, at + 2),
            ('*', Some('/')) => {
                (depth, at) = (depth - 1, at + 2);
                if depth == 0 {
                    return at;
                }
            }
            _ => at += 1,
        }
    }
    at
}

fn end_of_string(text: &[char], start: usize) -> usize {
    let mut at = start + 1;
    while at < text.len() && text[at] != '"' {
        at += if text[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(text.len())
}

/// `r"…"`, `r#"…"#` …, unless the `r` ends a longer word.
fn end_of_raw_string(text: &[char], start: usize) -> Option<usize> {
    let follows_word = start > 0 && (text[start - 1].is_alphanumeric() || text[start - 1] == '_') && text[start - 1] != 'b';
    if text[start] != 'r' || follows_word {
        return None;
    }
    let hashes = text[start + 1..].iter().take_while(|c| **c == '#').count();
    if text.get(start + 1 + hashes) != Some(&'"') {
        return None;
    }
    let mut at = start + 2 + hashes;
    while at < text.len() {
        if text[at] == '"' && text[at + 1..].iter().take(hashes).filter(|c| **c == '#').count() == hashes {
            return Some(at + 1 + hashes);
        }
        at += 1;
    }
    Some(at)
}

/// `'x'`, `'\n'`, `'\u{1f600}'`; not the lifetime `'a`.
fn end_of_character(text: &[char], start: usize) -> Option<usize> {
    if text[start] != '\'' {
        return None;
    }
    if text.get(start + 1) == Some(&'\\') {
        return (start + 3..text.len()).find(|&i| text[i] == '\'').map(|i| i + 1);
    }
    (text.get(start + 2) == Some(&'\'')).then_some(start + 3)
}
