//! The panels as a person (or a screen reader) meets them: found by label, clicked, typed into. No window, no GPU.

mod compare;
mod driving;
mod expected;
mod files;
mod graphs;
mod handling;
mod inspector;
mod kit;
mod lesson;
mod lesson_author;
mod lesson_whole;
mod looks;
mod low_window;
mod measuring;
mod menus;
mod microscope;
mod monkey;
mod numbers;
mod readable;
mod run;
mod time;
mod tools;
mod tooltips;
mod windows;
