//! The command line and the game directory, from outside.

mod accepted;
mod bad_orders;
mod bad_yaml;
pub mod bench;
mod check;
mod codes;
pub mod crash;
mod damage;
mod every_code;
mod figures;
mod flow;
mod forms;
mod gone_wrong;
pub mod letters;
pub mod mail;
mod pirates;
mod post;
mod press;
mod rejected;
mod restore;
pub mod schemas;
pub mod script;
mod secrecy;
mod sending;
pub mod tree;
mod whisperers;
