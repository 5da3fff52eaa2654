# The driver: the program that perl runs between the host and a snippet.
#
# No lexical variable may be in scope where a snippet is evaluated. So all variables belong to the package `bout`, which
# is hidden before the first snippet runs. There is also no loop around the snippet, which a `last` could leave.
#
# Arguments: the size of the mail in bytes; the version of the module Opcode, and the file of its compiled part, if it
# has one; the linker's name for the place where perl keeps the address of its variables; and the names of the
# operations that snippets may use and, with a `&` before them, of the functions that they may use.

# The agent's code, the agent's memory, the mail (see agent.h).
{
    my ($bytes, $version, $object, $variables) = splice @ARGV, 0, 4;
    for my $map ([0x10000000000, 0x4000, 3, 0x100022, -1], [0x10000100000, 0x60000, 3, 0x100022, -1],
        [0x11000000000, $bytes + 0, 1, 0x100001, 4]) {
        syscall(9, @$map, 0) == $map->[0] or die "no memory: $!";
    }
    # The agent's code lies in private memory like perl's own, because every fork would have to look up pages of a
    # mapped file again.
    syscall(17, 3, 0x10000000000, 0x4000, 0) == 0x4000 or die "no agent: $!";
    syscall(10, 0x10000000000, 0x4000, 5) == 0 or die "no agent: $!";
    DynaLoader::boot_DynaLoader('DynaLoader') unless defined &DynaLoader::dl_install_xsub;
    DynaLoader::dl_install_xsub('bout::agent', 0x10000000000);

    # Load only the compiled part. The module's other part would load six more modules, whose memory every fork would
    # have to copy.
    if (length $object) {
        my $library = DynaLoader::dl_load_file($object, 0) or die DynaLoader::dl_error();
        my $start = DynaLoader::dl_find_symbol($library, 'boot_Opcode') or die DynaLoader::dl_error();
        DynaLoader::dl_install_xsub('Opcode::bootstrap', $start, $object)->('Opcode', $version);
    }
    else {
        require Opcode;
    }

    # Perl numbers the texts that it compiles. The last number is among its variables, at the only place whose value
    # changes with it. Reading it there takes a tenth of the time of having perl compile code that returns it.
    my $perl = DynaLoader::dl_load_file('') || 0;
    my ($pointer, $size) = map { DynaLoader::dl_find_symbol($perl, $_) } $variables, 'PL_interp_size';
    if ($pointer && $size) {
        my $start = unpack 'Q', unpack 'P8', pack 'Q', $pointer;
        my $count = int unpack('S', unpack 'P2', pack 'Q', $size) / 4;
        my @places = 0 .. $count - 1;
        for my $texts (1, 2, 1) {
            my $last;
            $last = substr eval 'CORE::__FILE__', 6 for 1 .. $texts;
            my @numbers = unpack "V$count", unpack 'P' . 4 * $count, pack 'Q', $start;
            @places = grep { $numbers[$_] == $last } @places;
        }
        $bout::place = pack 'Q', $start + 4 * $places[0] if @places == 1;
    }
}

# Functions that snippets may call.
$bout::keeps{$_} = 1 for map { /^&(.*)/s } @ARGV;
@ARGV = grep { !/^&/ } @ARGV;

# The mask applies to all code that is compiled from here on.
Opcode::opmask_add(Opcode::invert_opset(Opcode::opset(@ARGV)));

# Leave no trace of this code, of the machine, or of the time.
@ARGV = @INC = %INC = %ENV = ();
($0, $^X, $^T) = ('-', 'perl', 0);
delete @main::{qw(Opcode:: DynaLoader:: XSLoader:: Exporter:: Carp:: strict:: warnings:: subs:: overloading::)};

# This ties `%+` and `%-`, with functions that nobody else may call. Their class stays, but nothing names it any more.
# `$^V` is an object of a class whose functions are removed.
$bout::taken = keys(%+) + keys(%-);
delete $Tie::Hash::{'NamedCapture::'};
*{"\cV"} = \sprintf 'v%vd', $^V;

# The mask does not see functions that can be called without an operation. So only the named functions stay, out of all
# functions in all packages. This searches twice: the second search must not find the functions that were deleted after
# the first one.
sub bout::functions {
    my ($stash, $name, $is_seen) = @_;
    return if $is_seen->{$stash}++;
    return map {
        my ($key, $place) = ($_, \$stash->{$_});
        /::\z/ ? ref $place eq 'GLOB' && *$place{HASH} ? bout::functions(*$place{HASH}, "$name$key", $is_seen) : ()
            : $bout::keeps{"$name$key"} || ref $place eq 'GLOB' && !*$place{CODE} ? ()
            : [$stash, $key, "$name$key"];
    } sort keys %$stash;
}
{
    my ($main, $ours) = (\%main::, \%bout::);
    delete $$_[0]{$$_[1]} for bout::functions($main, '', {$ours => 1});
    my @left = map { $$_[2] } bout::functions($main, '', {$ours => 1});
    die "functions that stay: @left" if @left;
}
delete $main::{'bout::'};

# Take all gaps of free memory now, since nothing else is freed before the first run. Then all memory that a run writes
# to lies close together, and few pages have to be restored after it.
#
# First take the free values of each kind that perl keeps.
for my $nth (1 .. 1000) {
    push @bout::taken, 'a text', [1], \my $scalar, $nth + 0.5;
    push @bout::taken, {1 => 1}, sub { $nth }, qr/-/ if $nth % 10 == 0;
}
# Then take memory: pieces of every size, until a piece of that size comes from the end of the heap. The last of some
# large pieces shows where the end is.
{
    my $address = sub { unpack 'Q', pack 'P', ${$_[0]} };
    my $piece = sub { my $text = '-' x ($_[0] - 18); \$text };
    my @large = map { $piece->(1 << 15) } 1 .. 6;
    my $end = $address->($large[-1]);
    for my $nth (reverse 0 .. $#large - 1) {
        my $before = $address->($large[$nth]);
        push(@bout::taken, @large[0 .. $nth]), last if $before > $end || $end - $before > 1.5 * (1 << 15);
        $end = $before;
    }
    pop @large while @large;
    for my $bytes (map({ 1 << $_ } reverse 11 .. 15), map { 16 * $_ } reverse 2 .. 64) {
        my $taken = $piece->($bytes);
        while ($address->($taken) < $end) {
            push @bout::taken, $taken;
            $taken = $piece->($bytes);
        }
    }
}
# Put free memory in order, so that no run has to do it.
{
    my $large = '-' x 100_000;
}

# The snippet is the next text that perl compiles. The only other text could be code in a regular expression that the
# snippet builds while it runs. So after every run the last number must be the snippet's. If the place of this number is
# unknown, one more text must get the number after it.
$bout::last = substr(eval 'CORE::__FILE__', 6) + 1;
$bout::next = '(eval ' . ($bout::last + 1) . ')';

# Every run begins here. Flags: 1 means that some code is not ASCII; 2 asks whether a snippet died while it was
# compiled, and what it returned.
bout::agent();
($bout::seed, $W, $R, $r, $bout::size, $bout::flags, $bout::count, $bout::length) = unpack 'V8', unpack 'P32', pack 'Q',
    0x11000200004;
# If no cell is empty, the positions are not needed.
if ($bout::count == $bout::size) {
    @_ = split /\xff/, unpack("P$bout::length", pack 'Q', 0x11000200024), -1;
}
else {
    $#_ = $bout::size - 1;
    @_[unpack "V$bout::count", unpack 'P' . 4 * $bout::count, pack 'Q', 0x11000200024 + $bout::length]
        = split /\xff/, unpack("P$bout::length", pack 'Q', 0x11000200024), -1;
}
if ($bout::flags & 1) {
    defined and utf8::decode($_) for @_;
}
# P3: `$_` and `$_[0]` are one scalar.
*_ = \$_[0];
srand $bout::seed;
$bout::value = eval($bout::flags & 2 ? "\${^BOUT_RUNS} = 1;\n#line 1\n$_" : $_);

# From here on any name, even a special one, may have a new meaning. So use only operations, and variables that nobody
# can name.
if (ref $@ || length $@) {
    $bout::answer = ($bout::flags & 2 && !${^BOUT_RUNS} ? 'C' : 'D') . unpack 'U0a*', substr "$@", 0, 2000;
}
elsif (defined $bout::place ? unpack('V', unpack 'P4', $bout::place) != $bout::last
    : substr(eval 'CORE::__FILE__', 0, length $bout::next) ne $bout::next) {
    $bout::answer = 'D';
}
else {
    # Look up the cell of `@_` that the instruction is about. The host reads everything else.
    $bout::own = defined $_ ? "$_" : '';
    $bout::value = defined $bout::value ? "$bout::value" : '';
    if (($bout::from, $bout::to, $bout::sign, $bout::number)
        = $bout::value =~ /\A(?:([0-9]*):([0-9]*)|([!~^])(-?[0-9]+)?)\n?\z/) {
        $bout::from = $bout::number if defined $bout::sign;
        if (length $bout::value > 60) {
            $bout::value = defined $bout::sign ? $bout::sign . ($bout::from + 0) : ($bout::from + 0) . ':' . ($bout::to + 0);
        }
        $bout::from = ($bout::from || 0) + 0;
        $bout::from += $bout::size if $bout::from < 0;
        if ((!defined $bout::sign || $bout::sign eq '~') && $bout::from > 0 && $bout::from < $bout::size) {
            $bout::cell = defined $_[$bout::from] ? "$_[$bout::from]" : '';
        }
    }
    else {
        $bout::value = $bout::flags & 2 ? substr $bout::value, 0, 100 : '';
    }
    # P8.
    if (length $bout::own > 65536 || defined $bout::cell && length $bout::cell > 65536) {
        $bout::answer = 'D';
    }
    elsif (defined $bout::cell) {
        $bout::answer = pack 'a V/a* C V V/a* a*', 'R', unpack('U0a*', $bout::own), 1, $bout::from,
            unpack('U0a*', $bout::cell), unpack 'U0a*', $bout::value;
    }
    else {
        $bout::answer = pack 'a V/a* x a*', 'R', unpack('U0a*', $bout::own), unpack 'U0a*', $bout::value;
    }
}
$bout::answer = pack 'V/a*', $bout::answer;
syscall 18, 4, $bout::answer, length $bout::answer, 0x30000;
bout::agent();
