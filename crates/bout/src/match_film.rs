//! Writes a match as a film or a picture; the file's extension determines the format.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use contests::Failure;
use contests::recorder::write_streamed;
use film::{Film, FilmError, Options, Pace, Size, Theme, write_frames, write_gif, write_png, write_svg};
use record::Record;
use viewer::Replay;

use crate::interrupt;
use crate::terminal_player::opened;

/// The default size of a film, in pixels.
const FILM_SIZE: Size = Size { width: 640, height: 480 };
/// The default size of a picture, in pixels: the size of link previews in social networks.
const PICTURE_SIZE: Size = Size { width: 1200, height: 630 };
/// Frames per second of a video.
const FRAMES_PER_SECOND: u32 = 20;

/// The format of a file that shows a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// A web page.
    Page,
    /// A film or a picture.
    Film(FilmForm),
}

/// The format of a film or a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FilmForm {
    Gif,
    Svg,
    Png,
    Video(Codec),
}

/// How ffmpeg encodes a video.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Codec {
    /// H.264, for chats and phones.
    Mp4,
    /// VP9, for browsers.
    Webm,
}

/// The appearance of a film, as requested by the user.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look {
    pub(crate) size: Option<Size>,
    pub(crate) seconds: u32,
    pub(crate) theme: Theme,
}

impl Form {
    /// Returns the format for the extension of this file.
    pub(crate) fn of(file: &Path) -> Result<Self, Failure> {
        let ending = file.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
        match ending.as_deref() {
            Some("html" | "htm") => Ok(Self::Page),
            Some("gif") => Ok(Self::Film(FilmForm::Gif)),
            Some("svg") => Ok(Self::Film(FilmForm::Svg)),
            Some("png") => Ok(Self::Film(FilmForm::Png)),
            Some("mp4") => Ok(Self::Film(FilmForm::Video(Codec::Mp4))),
            Some("webm") => Ok(Self::Film(FilmForm::Video(Codec::Webm))),
            _ => {
                let known = "a web page (.html), a film (.gif, .svg, .webm, .mp4) or a picture (.png)";
                Err(Failure::Usage(format!("{}: the ending says what is written: {known}", file.display())))
            }
        }
    }

    /// Checks that this machine can write the format, before a long match is played.
    pub(crate) fn check_requirements(self) -> Result<(), Failure> {
        let Self::Film(FilmForm::Video(_)) = self else { return Ok(()) };
        let mut ffmpeg = Command::new("ffmpeg");
        ffmpeg.arg("-version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        match ffmpeg.status() {
            Ok(status) if status.success() => Ok(()),
            _ => Err(Failure::Machine(
                "videos need ffmpeg, which does not run here: install it, or write a .gif or .svg instead, which need nothing"
                    .into(),
            )),
        }
    }
}

/// Writes a film or a picture of a match. Refuses a false record, because viewers of a shared film
/// cannot check it.
pub(crate) fn write(record: &Record, path: &Path, form: FilmForm, look: Look) -> Result<(), Failure> {
    let mut replay = opened(record)?;
    let pace = if form == FilmForm::Svg { Pace::Sparse } else { Pace::Smooth };
    let size = look.size.unwrap_or(if form == FilmForm::Png { PICTURE_SIZE } else { FILM_SIZE });
    let options = Options { size, seconds: look.seconds, theme: look.theme, pace };
    let failed = |error| failure(path, error);
    if !replay.survey(u64::MAX, &interrupt::was_requested) {
        return Err(failed(FilmError::Stopped));
    }
    check_truth(&replay)?;
    let mut film = Film::new(&mut replay, record.seed, options, &interrupt::was_requested).map_err(failed)?;
    match form {
        FilmForm::Gif => write_streamed(path, |to| write_gif(&mut film, to).map_err(failed)),
        FilmForm::Svg => write_streamed(path, |to| write_svg(&mut film, to).map_err(failed)),
        FilmForm::Png => {
            let picture = film.poster().map_err(failed)?;
            write_streamed(path, |to| write_png(&picture, to).map_err(failed))
        }
        FilmForm::Video(codec) => write_video(&mut film, path, codec),
    }
}

/// Refuses a record that differs from its replay.
fn check_truth(replay: &Replay) -> Result<(), Failure> {
    let wrong: Vec<&str> = replay.differences().iter().map(|difference| difference.what).collect();
    if wrong.is_empty() {
        return Ok(());
    }
    let wrong = wrong.join(", ");
    Err(Failure::Refused(format!(
        "this record is not true, and is not filmed ({wrong}); `bout replay` says more"
    )))
}

fn failure(file: &Path, error: FilmError) -> Failure {
    match error {
        FilmError::Stopped => Failure::Interrupted("the film was not finished".into()),
        FilmError::CutOff(_) => Failure::Refused(error.to_string()),
        FilmError::Write(error) => Failure::file(file, "write", &error),
    }
}

/// Pipes frames to ffmpeg. It writes to a temporary folder, because some formats cannot be
/// streamed.
fn write_video(film: &mut Film<'_, '_>, path: &Path, codec: Codec) -> Result<(), Failure> {
    let no_folder = |error| Failure::Machine(format!("no temporary folder could be made: {error}"));
    let folder = tempfile::tempdir().map_err(no_folder)?;
    let draft = folder.path().join(match codec {
        Codec::Mp4 => "film.mp4",
        Codec::Webm => "film.webm",
    });
    let mut ffmpeg = codec.command(film.size(), &draft).spawn().map_err(|error| not_encoded(&error))?;
    let written = match ffmpeg.stdin.take() {
        Some(mut frames) => write_frames(film, FRAMES_PER_SECOND, &mut frames),
        None => Err(FilmError::Write(ErrorKind::BrokenPipe.into())),
    };
    finish(ffmpeg, &written)?;
    let mut made = File::open(&draft).map_err(|error| not_encoded(&error))?;
    write_streamed(path, |to| copy(&mut made, to).map_err(|error| Failure::file(path, "write", &error)))
}

fn copy(from: &mut File, to: &mut dyn Write) -> io::Result<()> {
    io::copy(from, to).map(drop)
}

/// Waits for ffmpeg, or kills it if the user stopped the command.
fn finish(mut ffmpeg: Child, written: &Result<(), FilmError>) -> Result<(), Failure> {
    if interrupt::was_requested() || matches!(written, Err(FilmError::Stopped)) {
        let _ = ffmpeg.kill();
        let _ = ffmpeg.wait();
        return Err(Failure::Interrupted("the film was not finished".into()));
    }
    let said = ffmpeg.wait_with_output().map_err(|error| not_encoded(&error))?;
    if said.status.success() && written.is_ok() {
        return Ok(());
    }
    let why = String::from_utf8_lossy(&said.stderr);
    let why = why.lines().last().unwrap_or("it gives no reason");
    Err(Failure::Machine(format!(
        "ffmpeg did not encode the film: {why}; write a .gif instead, which needs no ffmpeg"
    )))
}

fn not_encoded(error: &io::Error) -> Failure {
    Failure::Machine(format!(
        "ffmpeg did not encode the film: {error}; write a .gif instead, which needs no ffmpeg"
    ))
}

impl Codec {
    fn command(self, size: Size, file: &Path) -> Command {
        let encoder: &[&str] = match self {
            Self::Mp4 => &["-c:v", "libx264", "-crf", "20", "-pix_fmt", "yuv420p", "-movflags", "+faststart"],
            Self::Webm => &[
                "-c:v",
                "libvpx-vp9",
                "-crf",
                "30",
                "-b:v",
                "0",
                "-cpu-used",
                "4",
                "-row-mt",
                "1",
                "-pix_fmt",
                "yuv420p",
            ],
        };
        let mut command = Command::new("ffmpeg");
        command.args(["-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s"]);
        command.arg(size.to_string()).args(["-r", &FRAMES_PER_SECOND.to_string(), "-i", "-"]);
        // Makes the output reproducible.
        command.args(["-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact"]);
        command.args(encoder).arg("-y").arg(file);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }
}
