//! Downloads Debian's kernel and unpacks it without installing it.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::workspace::{done, said_by};

/// Debian's kernel for virtual machines: small, because it has few drivers.
const PACKAGE: &str = "linux-image-cloud-amd64";

/// Returns the path of the kernel. Downloads it into this folder if it is not there.
pub(super) fn debian(folder: &Path) -> io::Result<PathBuf> {
    let package = package()?;
    let version = package.trim_start_matches("linux-image-");
    let kernel = folder.join(format!("vmlinuz-{version}"));
    if kernel.exists() {
        return Ok(kernel);
    }
    eprintln!("downloading {package}");
    let unpacked = tempfile::tempdir_in(folder)?;
    done(
        Command::new("apt-get").args(["-qq", "download", &format!("{package}:amd64")]).current_dir(&unpacked),
    )?;
    let downloaded =
        std::fs::read_dir(&unpacked)?.next().ok_or_else(|| io::Error::other("nothing came"))??;
    done(Command::new("dpkg-deb").arg("--extract").arg(downloaded.path()).arg(unpacked.path()))?;
    std::fs::copy(unpacked.path().join(format!("boot/vmlinuz-{version}")), &kernel)?;
    Ok(kernel)
}

/// The package that contains the kernel. [`PACKAGE`] itself only depends on the newest one.
fn package() -> io::Result<String> {
    let said = said_by(Command::new("apt-cache").args(["depends", &format!("{PACKAGE}:amd64")]))?;
    let dependency = said.lines().filter_map(|line| line.trim().strip_prefix("Depends: "));
    let mut kernels = dependency.filter(|name| name.starts_with("linux-image-"));
    let kernel = kernels.next().map(|name| name.trim_end_matches(":amd64").to_owned());
    kernel.ok_or_else(|| io::Error::other(format!("apt knows no {PACKAGE}; `apt-get update` may help")))
}

/// Reads a kernel's version, a string that its header points to (Linux/x86 boot protocol, offset 0x20E).
pub(super) fn version(kernel: &Path) -> io::Result<String> {
    let image = std::fs::read(kernel)?;
    let pointer =
        image.get(0x20E..0x210).map_or(0, |bytes| usize::from(u16::from_le_bytes([bytes[0], bytes[1]])));
    let text = image.get(pointer + 0x200..).unwrap_or_default();
    let text = text.split(|byte| *byte == 0).next().unwrap_or_default();
    Ok(format!("Linux {}", String::from_utf8_lossy(text)))
}
