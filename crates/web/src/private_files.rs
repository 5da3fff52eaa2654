//! Keeps the files of a site from other users of the machine: authors may keep their programs secret.

/// Makes all files that this process creates from now on readable for their owner only. The processes that it starts
/// inherit this.
pub(crate) fn keep_files_private() {
    #[cfg(unix)]
    {
        use rustix::fs::Mode;
        rustix::process::umask(Mode::RWXG | Mode::RWXO);
    }
}
