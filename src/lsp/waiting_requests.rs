//! The requests that are not answered yet, and the threads that answer them: no request waits for another that takes long.

use crate::deep_stack::deep_thread;
use crate::guard::guarded;
use crate::lsp::answering::{Answerer, AskedRequest};
use crate::lsp::arrival::Arrival;
use crate::lsp::server::response;
use lsp_server::{RequestId, Response};
use std::collections::{BTreeSet, VecDeque};
use std::sync::mpsc::{Sender, channel};

/// The most threads. The fuel of a request is bounded, so a request that waits for all of them is answered, too.
const MOST_THREADS: usize = 8;

/// The answer of a thread.
pub(super) struct ThreadAnswer {
    thread: usize,
    response: Response,
}

/// A request on its way to a thread.
type ThreadRequest = (RequestId, AskedRequest);

/// The requests that are not answered yet.
#[derive(Default)]
pub(super) struct WaitingRequests {
    /// Those for which the editor waits.
    open: BTreeSet<String>,
    threads: Vec<Sender<ThreadRequest>>,
    /// The threads without a request. The last one has the latest ruleset in memory.
    idle: Vec<usize>,
    /// Requests for which there is no thread yet.
    queue: VecDeque<ThreadRequest>,
}

impl WaitingRequests {
    /// Passes a request to a thread, or queues it.
    pub(super) fn begin(&mut self, id: RequestId, asked: AskedRequest, arrivals: &Sender<Arrival>) {
        self.open.insert(id.to_string());
        self.queue.push_back((id, asked));
        self.hand_out(arrivals);
    }

    /// Takes the answer of a thread; returns the response unless nobody waits for it any more.
    pub(super) fn answered(
        &mut self,
        answer: ThreadAnswer,
        arrivals: &Sender<Arrival>,
    ) -> Option<Response> {
        if answer.thread < self.threads.len() {
            self.idle.push(answer.thread);
        }
        self.hand_out(arrivals);
        let is_open = self.forget(&answer.response.id);
        is_open.then_some(answer.response)
    }

    /// Records that nobody waits for a request; returns whether somebody did.
    pub(super) fn forget(&mut self, id: &RequestId) -> bool {
        self.queue.retain(|(queued, _)| queued != id);
        self.open.remove(&id.to_string())
    }

    /// Returns whether all requests are answered.
    pub(super) fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Gives each idle thread a request.
    fn hand_out(&mut self, arrivals: &Sender<Arrival>) {
        while !self.queue.is_empty() {
            if self.idle.is_empty() && self.threads.len() < MOST_THREADS {
                self.add_thread(arrivals);
            }
            let thread = self.idle.pop();
            let Some(request) = self.queue.pop_front() else {
                return;
            };
            match thread.and_then(|thread| self.threads.get(thread)) {
                // A thread lives as long as its sender.
                Some(thread) => drop(thread.send(request)),
                None if self.threads.is_empty() => answer_here(request, arrivals),
                None => return self.queue.push_front(request),
            }
        }
    }

    /// Starts a thread, if the system has room for one.
    fn add_thread(&mut self, arrivals: &Sender<Arrival>) {
        let (sender, requests) = channel::<ThreadRequest>();
        let (thread, arrivals) = (self.threads.len(), arrivals.clone());
        let begun = deep_thread().spawn(move || {
            let mut answerer = Answerer::default();
            for (id, asked) in requests {
                let done = guarded(|| answerer.answer(&asked));
                let response = response(id, done);
                // If the server is gone, nobody needs the answer.
                let _ = arrivals.send(Arrival::Answered(Box::new(ThreadAnswer {
                    thread,
                    response,
                })));
            }
        });
        if begun.is_ok() {
            self.threads.push(sender);
            self.idle.push(thread);
        }
    }
}

/// Answers a request on the current thread, where the system has no room for another.
fn answer_here((id, asked): ThreadRequest, arrivals: &Sender<Arrival>) {
    let done = guarded(|| Answerer::default().answer(&asked));
    let answer = ThreadAnswer {
        thread: usize::MAX,
        response: response(id, done),
    };
    // The server itself receives it.
    let _ = arrivals.send(Arrival::Answered(Box::new(answer)));
}
