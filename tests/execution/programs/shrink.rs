//! Makes a random program smaller that a device runs with other numbers than the interpreter.
//!
//! `GLSLSUB_SHRINK=101002,104605` makes these seeds' programs small and prints them, each with what it reads, the level, and the
//! numbers that were expected and found; `GLSLSUB_SHRINK_SECONDS=60` is the time for each. The work is done by processes of their
//! own, as many as there are cores, since a driver's compiler may crash or hang on a program. To see it work on a driver without
//! mistakes, `GLSLSUB_SHRINK_BREAKS=bitCount` pretends that programs with this word give other numbers.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use super::reduction::reduced;
use super::{BUFFERS, Memory, inputs, interpreted_text, run, target, text_of};
use crate::common::{self, compile, vulkan};
use glslsub::internals::passes::Level;

/// What starts the line of an answer: the test runner prints, too.
const ANSWER: &str = "@answer ";
/// How long a program may take.
const PATIENCE: Duration = Duration::from_secs(6);

const LEVELS: [(&str, Level); 3] = [("plain", Level::None), ("-O", Level::Optimized), ("-Os", Level::Small)];

/// The variable that makes a process a worker.
const WORKER: &str = "GLSLSUB_SHRINK_WORKER";

fn level(name: &str) -> Result<Level, String> {
    LEVELS.iter().find(|it| it.0 == name).map(|it| it.1).ok_or_else(|| format!("no level {name}"))
}

/// Where a device's memory is not what the interpreter's is; an error if the program is no test of that.
fn differences(seed: u64, name: &str, text: &str, device: &vulkan::Device) -> Result<Vec<String>, String> {
    let before = inputs(seed);
    let subgroup = device.subgroup_size as usize;
    let expected = interpreted_text(text, Level::None, subgroup, &before, true)?;
    let words = compile::spirv_at_level("program.comp", text, target(), level(name)?)?;
    let device = Mutex::new(device);
    let on_device = || -> Result<Memory, String> {
        let mut memory = run(&device, &words, &before)?.ok_or("not for this device")?;
        if std::env::var("GLSLSUB_SHRINK_BREAKS").is_ok_and(|word| text.contains(&word)) {
            memory[1][5] ^= 0x80;
        }
        Ok(memory)
    };
    let found = on_device()?;
    if found == expected {
        return Ok(Vec::new());
    }
    if found != on_device()? {
        return Err("it gives different numbers each time".to_owned());
    }
    // Not a mistake of the passes.
    if interpreted_text(text, level(name)?, subgroup, &before, false)? != expected {
        return Err("the interpreter differs after the passes".to_owned());
    }
    let mut lines = Vec::new();
    for (buffer, (name, _)) in BUFFERS.into_iter().enumerate().take(expected.len()) {
        for (at, (expected, found)) in expected[buffer].iter().zip(&found[buffer]).enumerate() {
            if expected != found {
                lines.push(format!("{name}[{at}] is {found:#x} instead of {expected:#x}"));
            }
        }
    }
    Ok(lines)
}

/// Answers questions from standard input until it ends.
#[test]
fn shrink_worker() {
    if std::env::var_os(WORKER).is_none() {
        return;
    }
    let device = vulkan::device().expect("a device");
    let mut input = BufReader::new(std::io::stdin());
    loop {
        let mut line = String::new();
        input.read_line(&mut line).unwrap();
        let [seed, name, length] = line.split_whitespace().collect::<Vec<_>>()[..] else { return };
        let mut text = vec![0; length.parse().unwrap()];
        input.read_exact(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let answer = match differences(seed.parse().unwrap(), name, &text, &device) {
            Ok(lines) => format!("{} {}", lines.len(), lines[..lines.len().min(8)].join("; ")),
            Err(error) => format!("no {}", error.lines().next().unwrap_or("")),
        };
        println_raw(&format!("{ANSWER}{answer}"));
    }
}

/// Past the test runner.
fn println_raw(line: &str) {
    let mut output = std::io::stdout().lock();
    writeln!(output, "{line}").and_then(|()| output.flush()).unwrap();
}

/// A process that runs programs.
struct Worker {
    process: Child,
    input: ChildStdin,
    answers: Receiver<String>,
}

impl Worker {
    fn start() -> Self {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["programs::shrink::shrink_worker", "--exact", "--nocapture", "--test-threads=1"])
            .env(WORKER, "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                // The runner's words may be on the same line.
                if let Some(at) = line.find(ANSWER)
                    && sender.send(line[at + ANSWER.len()..].to_owned()).is_err()
                {
                    break;
                }
            }
        });
        Self { process, input, answers }
    }

    fn ask(&mut self, question: &str) -> Option<String> {
        self.input.write_all(question.as_bytes()).ok()?;
        self.input.flush().ok()?;
        self.answers.recv_timeout(PATIENCE).ok()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The workers, which are started when they are needed.
struct Pool {
    workers: Vec<Mutex<Option<Worker>>>,
    asked: AtomicUsize,
    lost: AtomicUsize,
}

impl Pool {
    fn new(count: usize) -> Self {
        Self {
            workers: (0..count).map(|_| Mutex::new(None)).collect(),
            asked: AtomicUsize::new(0),
            lost: AtomicUsize::new(0),
        }
    }

    /// What a worker says about a program; `None` if it did not survive that.
    fn ask(&self, worker: usize, seed: u64, level: &str, text: &str) -> Option<String> {
        let mut worker = self.workers[worker].lock().unwrap();
        self.asked.fetch_add(1, Ordering::Relaxed);
        let answer = worker.get_or_insert_with(Worker::start).ask(&format!("{seed} {level} {}\n{text}", text.len()));
        if answer.is_none() {
            self.lost.fetch_add(1, Ordering::Relaxed);
            *worker = None;
        }
        answer
    }

    /// The first of the programs that a device still runs with other numbers.
    fn first(&self, seed: u64, level: &str, texts: &[String]) -> Option<usize> {
        let (next, found) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        std::thread::scope(|scope| {
            for worker in 0..self.workers.len() {
                let (next, found) = (&next, &found);
                scope.spawn(move || {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(text) = texts.get(index) else { break };
                        if index > found.load(Ordering::Relaxed) {
                            break;
                        }
                        if differs(self.ask(worker, seed, level, text).as_deref()) {
                            found.fetch_min(index, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        Some(found.into_inner()).filter(|&it| it != usize::MAX)
    }
}

fn differs(answer: Option<&str>) -> bool {
    let count = answer.and_then(|it| it.split(' ').next()).and_then(|it| it.parse::<usize>().ok());
    count.is_some_and(|it| it > 0)
}

/// The words of the input that a program names, or all of them.
fn read_words(text: &str, words: &[u32]) -> String {
    let mut named = Vec::new();
    for at in text.match_indices("input_[").map(|it| it.0 + "input_[".len()).skip(1) {
        let index = text[at..].split(']').next().and_then(|it| it.parse::<usize>().ok());
        named.push(index.and_then(|it| words.get(it).map(|word| format!("input_[{it}] = {word:#x}"))));
    }
    match named.into_iter().collect::<Option<Vec<_>>>() {
        Some(mut named) => {
            named.sort();
            named.dedup();
            named.join(", ")
        }
        None => format!("input_ = {words:x?}"),
    }
}

fn shrink(pool: &Pool, seed: u64, time: Duration) {
    let text = text_of(seed);
    let before = inputs(seed);
    let shown = |name: &str, text: &str| {
        let answer = pool.ask(0, seed, name, text);
        common::shout(&format!("  {name}: {}", answer.as_deref().unwrap_or("the driver does not survive it")));
        differs(answer.as_deref())
    };
    common::shout(&format!("seed {seed}, {} bytes:", text.len()));
    let wrong: Vec<&str> = LEVELS.iter().map(|it| it.0).filter(|name| shown(name, &text)).collect();
    let Some(name) = wrong.first() else { return common::shout("  nothing differs") };
    let (start, workers) = (Instant::now(), pool.workers.len());
    let mut first = |texts: &[String]| pool.first(seed, name, texts);
    let small = reduced(&text, &before[0], workers * 3, start + time, &mut first);
    let (asked, lost) = (pool.asked.swap(0, Ordering::Relaxed), pool.lost.swap(0, Ordering::Relaxed));
    let seconds = start.elapsed().as_secs();
    common::shout(&format!(
        "  smallest with {name}, after {asked} programs ({lost} not survived) in {seconds} s:\n{small}"
    ));
    for (name, _) in LEVELS {
        shown(name, &small);
    }
    common::shout(&format!("  {}", read_words(&small, &before[0])));
    for ((name, _), words) in BUFFERS.iter().zip(&before).skip(1) {
        if small.matches(&name.to_lowercase()).count() > 1 {
            common::shout(&format!("  {name} = {words:x?}"));
        }
    }
    let module = level(name).and_then(|level| compile::spirv_at_level("program.comp", &small, target(), level));
    common::shout(&module.map_or_else(|error| error, |words| compile::disassemble(&words)));
}

/// Does what `GLSLSUB_SHRINK` asks for.
#[test]
fn shrink_seeds() {
    let Ok(seeds) = std::env::var("GLSLSUB_SHRINK") else { return };
    if std::env::var_os(WORKER).is_some() {
        return;
    }
    let seconds = std::env::var("GLSLSUB_SHRINK_SECONDS").ok().and_then(|it| it.parse().ok()).unwrap_or(60);
    let workers = std::thread::available_parallelism().map_or(2, usize::from).min(12);
    let pool = Pool::new(workers);
    for seed in seeds.split(',') {
        let seed = seed.trim().parse().unwrap_or_else(|_| panic!("`{seed}` is no seed"));
        shrink(&pool, seed, Duration::from_secs(seconds));
    }
}
