//! Replies to commands. Each command gets one reply, also when the run ends
//! before it was executed.

use crate::command::reply;
use serde_json::Value as Json;
use tokio::sync::{OwnedSemaphorePermit, mpsc};

/// Answers one command.
#[derive(Debug)]
pub struct ReplySender {
    id: Json,
    /// `None` once it was answered.
    replies: Option<mpsc::UnboundedSender<String>>,
    /// A viewer may have a limited number of unanswered commands.
    _place: OwnedSemaphorePermit,
}

impl ReplySender {
    /// Answers the command with this number.
    pub fn new(
        id: Json,
        replies: mpsc::UnboundedSender<String>,
        place: OwnedSemaphorePermit,
    ) -> Self {
        Self {
            id,
            replies: Some(replies),
            _place: place,
        }
    }

    /// Sends the answer.
    pub fn send(mut self, result: Result<Json, String>) {
        self.answer(result);
    }

    fn answer(&mut self, result: Result<Json, String>) {
        if let Some(replies) = self.replies.take() {
            // a viewer that has left needs no answer
            let _ = replies.send(reply(&self.id, result));
        }
    }
}

impl Drop for ReplySender {
    fn drop(&mut self) {
        self.answer(Err(
            "the run has ended before the command was executed".to_owned()
        ));
    }
}
