//! The perl of this machine.

use std::path::PathBuf;
use std::sync::OnceLock;

use game::Digest;
use sandbox::snapshot::{AgentImage, Interpreter};

use super::operations;
use crate::tools::{ToolOutput, asked, in_path};

/// The program that perl runs between the host and a snippet.
const DRIVER: &str = include_str!("driver.pl");
/// The agent's code. Empty if there is none for this kind of machine.
const AGENT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/agent.bin"));

/// A program with which perl describes itself: its version, its Opcode, its operations, which of them the arguments
/// allow, and where it looks for modules.
const LOOK_UP: &str = r#"
    use Opcode qw(full_opset opdesc opset opset_to_ops);
    use Config;
    my @names = opset_to_ops(full_opset());
    # Perls differ in the operations that they have.
    my %known = map { ("!$_" => 1) } @names;
    my %allowed = map { ($_ => 1) } opset_to_ops(opset(grep { !/^!/ || $known{$_} } @ARGV));
    my ($object) = grep m{/Opcode\.so\z}, @DynaLoader::dl_shared_objects;
    print "$^V $Config{archname}\n$Config{ivsize}\n$Opcode::VERSION\n$object\n", scalar(@names), "\n";
    print "$_\n", opdesc($_), "\n", $allowed{$_} ? "allowed\n" : "\n" for @names;
    print "$_\n" for @INC;
"#;

/// There is no perl, or none that can run snippets.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}{remedy}")]
pub struct NoPerl {
    what: String,
    /// The remedy, after a separator, if there is one.
    remedy: &'static str,
}

/// An operation of a perl.
#[derive(Debug)]
struct Operation {
    name: String,
    /// Its name in perl's messages.
    description: String,
    is_allowed: bool,
}

/// A perl that can run snippets.
#[derive(Debug)]
pub struct Perl {
    version: String,
    /// Its operations.
    operations: Vec<Operation>,
    /// The version of its module Opcode, and the file of that module's compiled part. The file is empty if perl itself
    /// contains that part.
    opcode: [String; 2],
    /// The linker's name for the pointer to all of perl's variables. If a perl lacks it, the driver finds the value
    /// that it reads there in a slower way.
    variables: &'static str,
    interpreter: Interpreter,
    pub(super) agent: AgentImage,
}

impl Perl {
    /// The perl in the search path. The search runs once.
    ///
    /// # Errors
    /// Says what is missing.
    pub fn find() -> Result<&'static Self, NoPerl> {
        static FOUND: OnceLock<Result<Perl, NoPerl>> = OnceLock::new();
        FOUND.get_or_init(Self::look_up).as_ref().map_err(Clone::clone)
    }

    fn look_up() -> Result<Self, NoPerl> {
        let none = |what: &str| NoPerl { what: what.into(), remedy: "; install it: apt-get install perl" };
        if AGENT.is_empty() {
            return Err(none("snippets of Perl can be run on x86-64 Linux only, whatever is installed"));
        }
        let path = in_path("perl").ok_or_else(|| none("there is no perl in the search path"))?;
        let listed = operations::operation_arguments();
        let arguments: Vec<&str> =
            ["-e", LOOK_UP, "--"].into_iter().chain(listed.iter().map(String::as_str)).collect();
        let told = asked(&path, &arguments);
        let ToolOutput { output, .. } =
            told.ok_or_else(|| none("perl does not run, or lacks its module Opcode"))?;
        let mut lines = output.lines();
        let version = lines.next().unwrap_or_default().trim_start_matches('v').to_owned();
        if !version.contains("x86_64") || lines.next() != Some("8") {
            return Err(none(&format!("perl {version} is not for x86-64")));
        }
        let [opcode_version, opcode_file] = [(); 2].map(|()| lines.next().unwrap_or_default().to_owned());
        let count = lines.next().and_then(|count| count.parse().ok()).unwrap_or(0);
        let operation = |_| {
            let [name, description, allowed] = [lines.next()?, lines.next()?, lines.next()?];
            Some(Operation {
                name: name.into(),
                description: description.into(),
                is_allowed: !allowed.is_empty(),
            })
        };
        let operations = (0..count).filter_map(operation).collect();
        // Perl reads `/dev/null` if its program stands on the command line.
        let libraries = ["/dev/null", "/usr/lib", "/lib", "/lib64", "/usr/local/lib", "/etc/ld.so.cache"];
        let readable = libraries.into_iter().chain(lines).map(PathBuf::from);
        let readable = readable.filter(|path| path.is_absolute()).chain([path.clone()]).collect();
        let environment = [
            // These settings make the order of hashes the same in every run, and make perl take memory only at the end
            // of the heap. They also switch off the shadow stack, which would have to be restored, too.
            ("PERL_HASH_SEED", "0"),
            ("PERL_PERTURB_KEYS", "0"),
            ("LC_ALL", "C"),
            (
                "GLIBC_TUNABLES",
                "glibc.malloc.mmap_max=0:glibc.malloc.trim_threshold=1099511627776:glibc.malloc.top_pad=1048576:glibc.pthread.rseq=0:glibc.cpu.x86_shstk=off",
            ),
        ];
        let interpreter = Interpreter {
            path,
            arguments: Vec::new(),
            environment: environment.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec(),
            readable,
        };
        let agent = AgentImage::new(AGENT).map_err(|error| NoPerl { what: error.to_string(), remedy: "" })?;
        let opcode = [opcode_version, opcode_file];
        Ok(Self { version, operations, opcode, variables: "PL_curinterp", interpreter, agent })
    }

    /// Its version and the machine that it was built for.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The names of all its operations.
    pub fn operation_names(&self) -> impl Iterator<Item = &str> {
        self.operations.iter().map(|operation| operation.name.as_str())
    }

    /// The name of the operation that has this description in perl's messages.
    pub(super) fn operation(&self, description: &str) -> Option<&str> {
        let mut operations = self.operations.iter();
        operations.find(|known| known.description == description).map(|operation| operation.name.as_str())
    }

    /// A digest of all parts of bout's perl setup on which a snippet's behaviour may depend.
    #[must_use]
    pub fn setting() -> Digest {
        let lists = operations::operation_arguments().into_iter().chain(operations::function_arguments());
        Digest::of([DRIVER, &lists.collect::<Vec<_>>().join(" ")].join("\n").as_bytes())
    }

    /// The interpreter to start for runs with this much mail.
    pub(super) fn interpreter(&self, mail_bytes: usize) -> Interpreter {
        let mut interpreter = self.interpreter.clone();
        interpreter.arguments = ["-e", DRIVER, "--"].map(String::from).to_vec();
        interpreter.arguments.push(mail_bytes.to_string());
        interpreter.arguments.extend_from_slice(&self.opcode);
        interpreter.arguments.push(self.variables.to_owned());
        let allowed = self.operations.iter().filter(|operation| operation.is_allowed);
        interpreter.arguments.extend(allowed.map(|operation| operation.name.clone()));
        interpreter.arguments.extend(operations::function_arguments());
        interpreter
    }
}

#[cfg(test)]
mod tests {
    use sandbox::{Isolation, IsolationFeatures};

    use super::super::runner::{Limits, RunOutcome, RunRequest, Runner};
    use super::*;
    use crate::{IsolationSettings, WarnOnce};

    /// The outcomes of snippets that run alone, each in a process of its own.
    fn run_all<const N: usize>(perl: Perl, codes: [&str; N]) -> [RunOutcome; N] {
        let settings =
            IsolationSettings { isolation: Isolation::Fork, features: IsolationFeatures::available() };
        let limits = Limits::of_own_runs();
        let mut runner = Runner::new(Box::leak(Box::new(perl)), limits, settings, None, &WarnOnce::silent());
        let request = RunRequest { rand_seed: 1, max_len: 100, rounds: 100, round: 1, size: 10 };
        codes.map(|code| runner.run(&request.alone(code)).expect("the machinery works"))
    }

    fn ended(own: &str, returned: &str) -> RunOutcome {
        RunOutcome::Ended { own: own.into(), cell: None, returned: returned.into() }
    }

    #[test]
    fn a_perl_that_has_opcode_in_itself_loads_the_module() {
        let mut perl = Perl::look_up().expect("perl is installed");
        assert!(perl.opcode[1].ends_with("Opcode.so"), "{:?}", perl.opcode);
        perl.opcode[1].clear();
        let [calculates, calls] = run_all(perl, ["':' . 2", "system 'true'"]);
        assert_eq!(calculates, ended("':' . 2", ":2"));
        assert!(matches!(calls, RunOutcome::Died { .. }), "the mask holds");
    }

    /// A snippet can build a regular expression with code while it runs. The driver detects this by the number of texts
    /// that perl has compiled. It either reads this number from perl's variables, or has to ask perl for it.
    #[test]
    fn what_perl_compiles_is_counted_wherever_its_variables_are() {
        let hinted = r#"BEGIN { $^H |= 0x200000 } $x = "(?" . "{\$y = 7})"; "" =~ $x; ":$y""#;
        let plain = hinted.replace("0x200000", "0");
        for variables in ["PL_curinterp", "PL_no_perl_has_this"] {
            let mut perl = Perl::look_up().expect("perl is installed");
            perl.variables = variables;
            let [compiles, is_refused, returns] = run_all(perl, [hinted, &plain, "\":1\""]);
            assert_eq!(
                compiles,
                RunOutcome::Died { while_compiling: false, message: Vec::new() },
                "{variables}"
            );
            let RunOutcome::Died { message, .. } = is_refused else {
                panic!("{is_refused:?} with {variables}")
            };
            assert!(!message.is_empty(), "perl itself refuses it without the hint");
            assert_eq!(returns, ended("\":1\"", ":1"), "{variables}");
        }
    }
}
