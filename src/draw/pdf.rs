//! Pages that are SVG text, as one PDF file: words stay words that can be searched, in the shipped fonts, and lines
//! stay lines.
#![cfg(not(target_arch = "wasm32"))]

use super::png::parsed;
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, TextStr};
use std::collections::HashMap;
use svg2pdf::{ConversionOptions, to_chunk};

/// Points an inch: PDF's unit.
const POINTS: f32 = 72.0;

/// One file of several pages, drawn at so many dots an inch.
///
/// # Errors
/// There is no page, or one is not valid SVG.
pub fn svg_to_pdf(title: &str, pages: &[String], dpi: f32) -> Result<Vec<u8>, String> {
    if pages.is_empty() {
        return Err("there is no page to print".to_owned());
    }
    let mut next = Ref::new(1);
    let (catalog, tree, about) = (next.bump(), next.bump(), next.bump());
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    let kids: Vec<Ref> = pages.iter().map(|_| next.bump()).collect();
    pdf.pages(tree).kids(kids.iter().copied()).count(kids.len() as i32);
    pdf.document_info(about).title(TextStr(title)).producer(TextStr("Collidoscope"));
    for (svg, id) in pages.iter().zip(kids) {
        page(&mut pdf, svg, dpi, (id, tree), &mut next)?;
    }
    Ok(pdf.finish())
}

fn page(pdf: &mut Pdf, svg: &str, dpi: f32, (id, tree): (Ref, Ref), next: &mut Ref) -> Result<(), String> {
    const PICTURE: Name<'_> = Name(b"Page");
    let parsed = parsed(svg)?;
    let scale = POINTS / dpi;
    let (width, height) = (parsed.size().width() * scale, parsed.size().height() * scale);
    let (chunk, root) = to_chunk(&parsed, ConversionOptions::default()).map_err(|why| format!("a page cannot be written as PDF: {why}"))?;
    // Each chunk counts its objects from 1: here they get numbers that are still free, in the order of the chunk.
    let mut numbers: HashMap<Ref, Ref> = HashMap::new();
    let chunk = chunk.renumber(|old| *numbers.entry(old).or_insert_with(|| next.bump()));
    let root = numbers.get(&root).copied().ok_or("a page cannot be written as PDF: it is empty")?;
    let contents = next.bump();
    let mut page = pdf.page(id);
    page.media_box(Rect::new(0.0, 0.0, width, height)).parent(tree).contents(contents);
    page.resources().x_objects().pair(PICTURE, root);
    page.finish();
    let mut content = Content::new();
    content.save_state().transform([width, 0.0, 0.0, height, 0.0, 0.0]).x_object(PICTURE).restore_state();
    pdf.stream(contents, &content.finish());
    pdf.extend(&chunk);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(words: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1191\" height=\"1684\" font-family=\"Roboto\">\
             <text x=\"20\" y=\"40\" font-size=\"20\" fill=\"#000000\">{words}</text><path d=\"M0 0L9 9\" stroke=\"#112233\"/></svg>"
        )
    }

    #[test]
    fn each_page_is_one_of_a4_and_the_same_pages_give_the_same_bytes() {
        let pages = [page("one"), page("two"), page("three")];
        let pdf = svg_to_pdf("A lesson", &pages, 144.0).unwrap();
        let text = String::from_utf8_lossy(&pdf);
        assert!(text.starts_with("%PDF-1.") && text.trim_end().ends_with("%%EOF"));
        // 210 × 297 mm are 595.3 × 841.9 points.
        assert_eq!(text.matches("/MediaBox [0 0 595.5 842]").count(), 3, "{}", &text[..400]);
        assert!(text.contains("/Count 3"));
        assert_eq!(pdf, svg_to_pdf("A lesson", &pages, 144.0).unwrap());
    }

    #[test]
    fn without_a_page_there_is_no_file() {
        svg_to_pdf("Nothing", &[], 144.0).unwrap_err();
    }
}
