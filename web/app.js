// The page's side of src/shell/web.rs: one function that does what the program asks, one that hands over the answer.
"use strict";
(() => {
  const WORK = "collidoscope work";
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let answer = new Uint8Array();
  let picked = null;
  let unsaved = false;

  const memory = (place, length) => new Uint8Array(wasm_memory.buffer, place, length);
  const reply = (bytes) => { answer = bytes; return bytes.length; };
  const replyText = (text) => (text === null ? -1 : reply(encoder.encode(text)));

  const download = (name, bytes) => {
    const url = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
    const link = Object.assign(document.createElement("a"), { href: url, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
    return 0;
  };

  const pickFile = (accept) => {
    const input = Object.assign(document.createElement("input"), { type: "file", accept, hidden: true });
    const done = () => { input.remove(); canvas.focus(); };
    input.onchange = async () => {
      const file = input.files[0];
      if (file) picked = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
      done();
    };
    input.oncancel = done;
    document.body.append(input);
    input.click();
    return 0;
  };

  const storageSet = (key, value) => {
    try { localStorage.setItem(key, value); return 0; } catch (_) { return -1; } // full, or switched off
  };
  const storageGet = (key) => {
    try { return replyText(localStorage.getItem(key)); } catch (_) { return -1; }
  };
  const writeClipboard = (text) => {
    if (navigator.clipboard) navigator.clipboard.writeText(text).catch(() => {});
    return 0;
  };
  const openLink = (url) => {
    if (/^https?:/.test(url)) window.open(url, "_blank", "noopener");
    return 0;
  };

  // Numbers as in `Request` of src/shell/web.rs. `a` is text, `b()` its companion as text, `raw()` as bytes.
  const requests = {
    1: (a) => storageGet(a),
    2: (a, b) => storageSet(a, b()),
    3: (a, _, raw) => download(a, raw()),
    4: (a) => pickFile(a),
    5: () => (picked ? replyText(picked.name) : -1),
    6: () => { const file = picked; picked = null; return file ? reply(file.bytes) : -1; },
    7: (a) => writeClipboard(a),
    8: (a) => { unsaved = a === "1"; return 0; },
    9: (a) => { document.title = a; return 0; },
    10: (a) => openLink(a),
  };

  miniquad_add_plugin({
    name: "app",
    version: 1,
    register_plugin: (imports) => {
      imports.env.app_call = (request, a, aLength, b, bLength) => {
        const text = (place, length) => decoder.decode(memory(place, length));
        return requests[request](text(a, aLength), () => text(b, bLength), () => memory(b, bLength).slice());
      };
      imports.env.app_take = (into) => { memory(into, answer.length).set(answer); answer = new Uint8Array(); };
      // macroquad writes an empty text whenever Ctrl+C is held; copied text comes by request 7.
      imports.env.sapp_set_clipboard = () => {};
    },
    on_init: () => {
      // Drags that leave the canvas go on; the right button pans instead of opening a menu.
      canvas.addEventListener("pointerdown", (event) => {
        canvas.focus();
        try { canvas.setPointerCapture(event.pointerId); } catch (_) { /* the pointer is already gone */ }
      });
      canvas.addEventListener("contextmenu", (event) => event.preventDefault());
      canvas.addEventListener("keydown", keepShortcut);
      fixQuoteAndSlash();
      canvas.focus();
    },
  });

  // Shortcuts of the program that the browser would take; copy, cut, paste, tabs and reload stay the browser's.
  const keepShortcut = (event) => {
    const ours = (event.ctrlKey || event.metaKey) && "soadfgkpzye+-0=".includes(event.key.toLowerCase());
    if (ours || event.key === "F1") event.preventDefault();
  };

  // gl.js sends ' and / for two physical keys whatever the layout and Shift; send what was really typed.
  const fixQuoteAndSlash = () => {
    const original = canvas.onkeydown;
    if (!original) { setTimeout(fixQuoteAndSlash, 50); return; }
    canvas.onkeydown = (event) => {
      if (event.code !== "Quote" && event.code !== "Slash") return original(event);
      event.preventDefault();
      const modifiers = (event.shiftKey ? 1 : 0) | (event.ctrlKey ? 2 : 0) | (event.altKey ? 4 : 0);
      wasm_exports.key_down(event.code === "Quote" ? 39 : 47, modifiers, event.repeat);
      if (event.key.length === 1 && !event.ctrlKey) wasm_exports.key_press(event.key.codePointAt(0));
    };
  };

  window.addEventListener("beforeunload", (event) => {
    if (unsaved) { event.preventDefault(); event.returnValue = ""; }
  });

  // A panic ends a WebAssembly module. The work is in the browser's storage; offer it as a file.
  let broken = false;
  window.addEventListener("error", (event) => {
    if (broken || !(event.error instanceof WebAssembly.RuntimeError)) return;
    broken = true;
    unsaved = false;
    const note = document.getElementById("note");
    note.textContent = "Collidoscope broke down.";
    let work = null;
    try { work = localStorage.getItem(WORK); } catch (_) { /* switched off */ }
    const button = (label, act) => {
      const element = Object.assign(document.createElement("button"), { textContent: label, onclick: act });
      note.append(element);
    };
    if (work) button("Save my scene", () => download("rescued.json", encoder.encode(work)));
    button("Start again", () => location.reload());
    note.style.display = "block";
  });
})();
