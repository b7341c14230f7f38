//! What a run observes: the current input, the processor time, the memory.

use crate::program_tests::campaign::inputs::CampaignInput;
use crate::program_tests::campaign::{Finding, Plan};
use std::cell::RefCell;
use std::fs::File;
use std::io::{Read as _, Seek as _, Write as _};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Keeps the current input, so that an input that never ends, or ends the process, can be reported.
pub(super) struct Watch {
    at_hand: Arc<Mutex<Option<(Clock, String)>>>,
    file: Option<(PathBuf, File)>,
}

impl Watch {
    pub(super) fn begin(plan: &Plan) -> Self {
        let at_hand = Arc::new(Mutex::new(None::<(Clock, String)>));
        let (seen, hung) = (Arc::downgrade(&at_hand), plan.hung);
        std::thread::spawn(move || {
            while let Some(at_hand) = seen.upgrade() {
                if let Ok(guard) = at_hand.lock()
                    && let Some((since, text)) = guard.as_ref()
                    && since.elapsed() > hung
                {
                    // What is printed in a test is shown when the test ends, and this one does not.
                    let _ = writeln!(
                        std::io::stderr(),
                        "an input does not come to an end:\n{text}"
                    );
                    std::process::abort();
                }
                drop(at_hand);
                std::thread::sleep(Duration::from_millis(500));
            }
        });
        let file = plan.keep.as_ref().map(|folder| {
            let path = folder.join(format!("at-hand-{}", plan.seed));
            let file = File::create(&path).expect("the folder can be written to");
            (path, file)
        });
        Self { at_hand, file }
    }

    pub(super) fn begins(&mut self, input: &CampaignInput) {
        let text = input.text();
        if let Some((_, file)) = &mut self.file {
            // One file for all: to make and remove one takes longer than most inputs.
            let written = file
                .rewind()
                .and_then(|()| file.write_all(text.as_bytes()))
                .and_then(|()| file.set_len(text.len() as u64));
            written.expect("the current input can be written");
        }
        *self.at_hand.lock().expect("nobody panics with it") = Some((Clock::now(), text));
    }

    pub(super) fn rests(&self) {
        *self.at_hand.lock().expect("nobody panics with it") = None;
    }

    pub(super) fn ends(self) {
        if let Some((path, _)) = self.file {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// When an input began, by the process's time on a core, if the system tells: on a busy machine a minute of the clock is little.
struct Clock {
    began: Instant,
    on_a_core: Option<Duration>,
}

impl Clock {
    fn now() -> Self {
        Self {
            began: Instant::now(),
            on_a_core: process_on_a_core(),
        }
    }

    fn elapsed(&self) -> Duration {
        match (self.on_a_core, process_on_a_core()) {
            // What waits for ever takes no time on a core.
            (Some(before), Some(now)) => now.saturating_sub(before).max(self.began.elapsed() / 20),
            _ => self.began.elapsed(),
        }
    }
}

/// How long all threads have run on a core: the fields `utime` and `stime`, in hundredths of a second.
fn process_on_a_core() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program stands in brackets, and may hold blanks.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(11);
    let hundredths: u64 = times.next()?.parse::<u64>().ok()? + times.next()?.parse::<u64>().ok()?;
    Some(Duration::from_millis(hundredths * 10))
}

thread_local! {
    // It stays open: to open it takes longer than some inputs.
    static ON_A_CORE: RefCell<Option<File>> = RefCell::new(File::open("/proc/thread-self/schedstat").ok());
}

/// How long this thread has run on a core, if the system tells: other programs may keep the machine busy, and that is no finding.
pub(super) fn on_a_core() -> Option<Duration> {
    ON_A_CORE.with_borrow_mut(|file| {
        let file = file.as_mut()?;
        let mut bytes = [0; 64];
        file.rewind().ok()?;
        let read = file.read(&mut bytes).ok()?;
        let text = std::str::from_utf8(&bytes[..read]).ok()?;
        let nanoseconds = text.split(' ').next()?.parse().ok()?;
        Some(Duration::from_nanos(nanoseconds))
    })
}

/// The most memory that the process may ever have had, in KB.
const MOST_MEMORY: u64 = 500_000;

/// To take that much memory takes longer than this.
pub(super) const TIME_FOR_MEMORY: Duration = Duration::from_millis(20);

/// Returns the most memory that the process has had since the peak was measured anew, in KB, if the system tells.
pub(super) fn peak_of_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    peak.trim().trim_end_matches(" kB").parse().ok()
}

/// Measures the peak anew from here on.
pub(super) fn measure_memory_anew() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// Fails if the process has had more memory than an input may take; then the peak is measured anew.
pub(super) fn small_enough() -> Result<(), Finding> {
    match peak_of_memory() {
        Some(peak) if peak > MOST_MEMORY => {
            measure_memory_anew();
            Err(Finding::new("memory", format!("the process had {peak} KB")))
        }
        _ => Ok(()),
    }
}
