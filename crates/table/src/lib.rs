//! A table in the browser: people play any rules of Linstock, each with a page that shows what that person may know.
//!
//! [`Table`] is the logic: it takes requests and gives snapshots, without sockets and without a clock. [`serve`] connects
//! tables with pages. The program gives what touches the disk ([`Journal`]), computer players ([`Computers`]) and the designer's
//! page ([`RulesEditor`]).

#![cfg_attr(not(test), warn(clippy::cognitive_complexity, clippy::too_many_lines))]

mod changes;
mod journal;
mod message;
mod origin;
mod page;
mod page_words;
mod record;
mod room;
mod rules_pages;
mod server;
mod socket;
mod studio;
mod studio_socket;
mod table;
mod token;

pub use changes::{SnapshotPart, SnapshotText};
pub use journal::{Computers, Journal, JournalFailure};
pub use message::{ClientMessage, ServerMessage};
pub use record::{TableRecord, TableStart};
pub use room::Room;
pub use rules_pages::RulesPages;
pub use server::{Rooms, ServerSetup, serve};
pub use studio::{NewRules, RulesAccess, RulesEditor, StudioSender, StudioVisit};
pub use table::{BegunTable, ClockSetting, Handled, Party, Table, TableWork};
pub use token::LinkToken;
