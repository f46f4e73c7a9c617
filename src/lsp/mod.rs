//! `glslsub lsp`: a language server over standard input and output.
//!
//! Comes in: messages of an editor. Goes out: answers and diagnostics. Must not depend on: how shaders are checked; it calls the library
//! as the command line does.
//!
//! A check takes milliseconds, so there is one thread: it takes all messages that have come, drops requests that were cancelled, and
//! checks what has changed when no message is left.

mod actions;
mod analysis;
mod completion;
mod definition;
mod diagnostics;
mod documents;
mod files;
mod hover;
mod place;
mod references;
mod server;
mod settings;
mod tokens;

use std::collections::VecDeque;
use std::io::Write;

use lsp_server::{Connection, ErrorCode, Message, Notification, RequestId, Response};
use serde_json::{Value, json};

use server::Server;

/// Serves one editor until it says `exit`; whether all went well.
pub fn run() -> bool {
    serve().unwrap_or_else(|message| {
        let _ = writeln!(std::io::stderr(), "glslsub lsp: {message}");
        false
    })
}

/// Whether the editor ended the session as it should: it says `shutdown` before `exit`.
fn serve() -> Result<bool, String> {
    let (connection, threads) = Connection::stdio();
    let (id, parameters) = connection.initialize_start().map_err(|error| error.to_string())?;
    let options = parameters.get("initializationOptions").cloned().unwrap_or(Value::Null);
    let answer = json!({
        "capabilities": server::capabilities(),
        "serverInfo": { "name": "glslsub", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, answer).map_err(|error| error.to_string())?;
    let ended = Session { connection: &connection, queue: VecDeque::new(), server: Server::new(&options) }.run();
    // The threads end when nobody sends any more.
    drop(connection);
    threads.join().map_err(|error| error.to_string())?;
    Ok(ended)
}

/// A conversation with an editor.
struct Session<'a> {
    connection: &'a Connection,
    /// Messages that have come and were not looked at yet.
    queue: VecDeque<Message>,
    server: Server,
}

impl Session<'_> {
    fn run(mut self) -> bool {
        let mut is_shut_down = false;
        while let Some(message) = self.next() {
            match message {
                Message::Request(request) if request.method == "shutdown" => {
                    is_shut_down = true;
                    self.send(Response::new_ok(request.id, Value::Null));
                }
                Message::Request(request) => {
                    let answer = match self.server.answer(&request.method, request.params) {
                        Ok(result) => Response::new_ok(request.id, result),
                        Err((code, reason)) => Response::new_err(request.id, code as i32, reason),
                    };
                    self.send(answer);
                }
                Message::Notification(it) if it.method == "exit" => return is_shut_down,
                Message::Notification(it) if it.method == "$/cancelRequest" => self.cancel(&it),
                Message::Notification(it) => self.server.notice(&it.method, it.params),
                Message::Response(_) => {}
            }
        }
        false
    }

    /// The next message. Before it waits for one, it publishes what has changed.
    fn next(&mut self) -> Option<Message> {
        self.queue.extend(self.connection.receiver.try_iter());
        if self.queue.is_empty() {
            for parameters in self.server.publish() {
                self.send(Notification::new("textDocument/publishDiagnostics".to_owned(), parameters));
            }
            self.queue.push_back(self.connection.receiver.recv().ok()?);
            self.queue.extend(self.connection.receiver.try_iter());
        }
        self.queue.pop_front()
    }

    /// Answers a request that waits in the queue with an error.
    fn cancel(&mut self, notification: &Notification) {
        let id = notification.params.get("id").cloned().unwrap_or(Value::Null);
        let Ok(id) = serde_json::from_value::<RequestId>(id) else { return };
        let waits = |it: &Message| matches!(it, Message::Request(request) if request.id == id);
        if let Some(index) = self.queue.iter().position(waits) {
            self.queue.remove(index);
            self.send(Response::new_err(id, ErrorCode::RequestCanceled as i32, "cancelled".to_owned()));
        }
    }

    fn send(&self, message: impl Into<Message>) {
        // An editor that is gone needs no answer; the next read ends the session.
        let _ = self.connection.sender.send(message.into());
    }
}
