//! A real NATS server, and bout processes that use it, for tests and `cargo xtask queue-faults`.

use std::fs;
use std::io::{self, Read};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// The longest that a server may take to start.
const START_TIME: Duration = Duration::from_mins(1);

/// Checks that this machine has the server; `test.sh` installs it.
pub(crate) fn must_have_server() {
    let found = Command::new("nats-server").arg("--version").output();
    assert!(found.is_ok(), "this test needs `nats-server` (Debian: apt-get install nats-server)");
}

/// A server with `JetStream` that stores its data in a folder.
pub(crate) struct Server {
    folder: PathBuf,
    /// The port, known after the first start, for which the server chooses a free one.
    port: Option<u16>,
    more: Vec<String>,
    process: Option<Child>,
}

impl Server {
    /// Starts a server; `more` are further arguments.
    pub(crate) fn start(folder: &Path, more: &[&str]) -> Self {
        must_have_server();
        let more = more.iter().map(ToString::to_string).collect();
        let mut server = Self { folder: folder.to_owned(), port: None, more, process: None };
        server.start_again();
        server
    }

    /// Returns its process id, or 0 while it is killed.
    pub(crate) fn id(&self) -> u32 {
        self.process.as_ref().map_or(0, Child::id)
    }

    pub(crate) fn port(&self) -> u16 {
        self.port.expect("it was started")
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port())
    }

    /// Starts it again with its existing data.
    pub(crate) fn start_again(&mut self) {
        fs::create_dir_all(&self.folder).expect("the folder can be made");
        let chosen_by_itself = "-1".to_owned();
        let mut command = Command::new("nats-server");
        command.args(["-js", "-a", "127.0.0.1", "-p"]);
        command.arg(self.port.map_or(chosen_by_itself, |port| port.to_string()));
        command.arg("--ports_file_dir").arg(&self.folder);
        command.arg("-sd").arg(&self.folder).args(&self.more);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let process = self.process.insert(command.spawn().expect("nats-server starts"));
        let ports = self.folder.join(format!("nats-server_{}.ports", process.id()));
        let end = Instant::now() + START_TIME;
        let port = loop {
            // If this server has ended, another one may have taken its port, so the test
            // must not continue.
            let ended = process.try_wait().expect("it can be asked");
            assert_eq!(ended, None, "nats-server has ended");
            if let Some(port) = port_in(&fs::read_to_string(&ports).unwrap_or_default()) {
                break port;
            }
            assert!(Instant::now() < end, "nats-server does not listen");
            thread::sleep(Duration::from_millis(50));
        };
        self.port = Some(port);
    }

    /// Kills it at once.
    pub(crate) fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    /// Deletes its stored data. It must have been killed before.
    pub(crate) fn lose_data(&self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Returns the port from the file in which a server publishes its address, once that
/// is complete: `{"nats":["nats://127.0.0.1:4222"]}`.
fn port_in(ports: &str) -> Option<u16> {
    let (address, _) = ports.split_once("\"nats\":[\"nats://127.0.0.1:")?.1.split_once('"')?;
    address.parse().ok()
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A process that is killed when the test ends.
pub(crate) struct Running(pub(crate) Child);

impl Running {
    pub(crate) fn start(command: &mut Command) -> Self {
        Self(command.spawn().expect("it starts"))
    }

    pub(crate) fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }

    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill").arg(format!("-{name}")).arg(self.0.id().to_string()).status();
        assert!(sent.expect("there is `kill`").success());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A network between clients and a server, which can be cut.
pub(crate) struct Network {
    address: Ipv4Addr,
    port: u16,
    is_cut: Arc<AtomicBool>,
    server: Arc<AtomicU16>,
    connections: Arc<Mutex<Vec<TcpStream>>>,
}

impl Network {
    /// Creates a network that leads to this port.
    pub(crate) fn to(server: u16) -> Self {
        Self::at(Ipv4Addr::LOCALHOST, server)
    }

    /// Creates a network that clients reach at an address of this machine, and that leads
    /// to a port.
    pub(crate) fn at(address: Ipv4Addr, server: u16) -> Self {
        let listener = TcpListener::bind((address, 0)).expect("there is a free port");
        let network = Self {
            address,
            port: listener.local_addr().expect("it has an address").port(),
            is_cut: Arc::default(),
            server: Arc::new(AtomicU16::new(server)),
            connections: Arc::default(),
        };
        let (is_cut, server) = (Arc::clone(&network.is_cut), Arc::clone(&network.server));
        let connections = Arc::clone(&network.connections);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                if is_cut.load(Ordering::Relaxed) {
                    continue;
                }
                let port = server.load(Ordering::Relaxed);
                let Ok(server) = TcpStream::connect((Ipv4Addr::LOCALHOST, port)) else { continue };
                pass_both_ways(&client, &server, &is_cut);
                let mut all = connections.lock().expect("nobody panics with it");
                all.extend([client, server]);
            }
        });
        network
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://{}:{}", self.address, self.port)
    }

    /// Drops everything that is sent from now on. Connections stay open.
    pub(crate) fn cut(&self) {
        self.is_cut.store(true, Ordering::Relaxed);
    }

    /// Restores the network for new connections, and closes the old ones.
    pub(crate) fn mend(&self) {
        for connection in self.connections.lock().expect("nobody panics with it").drain(..) {
            let _ = connection.shutdown(Shutdown::Both);
        }
        self.is_cut.store(false, Ordering::Relaxed);
    }
}

fn pass_both_ways(client: &TcpStream, server: &TcpStream, is_cut: &Arc<AtomicBool>) {
    for (from, to) in [(client, server), (server, client)] {
        let (Ok(from), Ok(to), is_cut) = (from.try_clone(), to.try_clone(), Arc::clone(is_cut)) else {
            return;
        };
        thread::spawn(move || pass(from, to, &is_cut));
    }
}

fn pass(mut from: TcpStream, mut to: TcpStream, is_cut: &AtomicBool) {
    let mut bytes = [0; 8 << 10];
    while let Ok(length @ 1..) = from.read(&mut bytes) {
        // Bytes sent into a cut network are lost.
        if is_cut.load(Ordering::Relaxed) {
            continue;
        }
        if io::Write::write_all(&mut to, &bytes[..length]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}
