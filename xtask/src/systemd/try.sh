#!/bin/sh
# Run by systemd in a machine of its own, as root, once it is up. Tries the units of bout, and writes a line for each check:
# `yes` or `no`, and what was checked.
exec 2>/try/log
set -x
cd /
page() { curl --silent --show-error --max-time 120 --output /dev/null --write-out '%{http_code}' "http://127.0.0.1:8080$1"; }
of() { systemctl show --property "$1" --value "${2:-bout.service}"; }
check() {
    what=$1; shift
    if "$@" >&2; then echo "yes $what"; else echo "no $what"; fi >> /try/results
}
is() { [ "$1" = "$2" ]; }
differs() { [ "$1" != "$2" ] && [ "$1" != 0 ]; }
# Waits for a command to succeed, for at most this many seconds.
within() { left=$1; shift; until "$@" >&2; do left=$((left - 1)); [ $left -gt 0 ] || return 1; sleep 1; done; }

systemd-sysusers && systemctl daemon-reload && systemctl start bout.socket
check 'only the socket is there at first' is "$(systemctl is-active bout.service)" inactive
check 'the first visitor starts the site and gets a page' is "$(page /)" 200
check 'the site runs as the user bout' is "$(ps -o user= -p "$(of MainPID)")" bout
check 'systemctl status says what the site does' test -n "$(of StatusText)"
journalctl --unit bout.service --output cat > /try/journal
check 'workers are isolated' grep -q 'Isolation of workers: files, network, user, processes, programs' /try/journal

# The hills of a new site play in all four games, so bots in C and Perl run in the unit.
plays() { curl --silent http://127.0.0.1:8080/api/v1/hills | grep -o '"programs":\["[^]]*' | grep -c "\.$1\""; }
played() { [ "$(plays "$1")" -gt 0 ]; }
for ending in esowar crash c pl; do
    check "programs of the kind .$ending play in the unit" within 240 played $ending
done
check 'the site is ready' is "$(page /readyz)" 200

# Visitors, one after the other, all the time.
visitors() {
    : > /try/visits
    while [ ! -e /try/enough ]; do page /healthz >> /try/visits; echo >> /try/visits; done
}
all_were_served() { [ "$(sort -u /try/visits)" = 200 ] && [ "$(wc -l < /try/visits)" -gt 5 ]; }
rm -f /try/enough; visitors & crowd=$!
before=$(of MainPID)
systemctl restart bout.service
check 'a restart makes another process' differs "$(of MainPID)" "$before"
page / >&2
touch /try/enough; wait $crowd
check 'no visitor is turned away during a restart' all_were_served

before=$(of MainPID)
kill -KILL "$before"
check 'after a kill, visitors wait and are served' is "$(page /healthz)" 200
check 'systemd has started another process' differs "$(of MainPID)" "$before"

# A site that hangs; less patience than in the unit, or this would take minutes.
mkdir -p /run/systemd/system/bout.service.d
printf '[Service]\nWatchdogSec=5\nTimeoutStopSec=5\nTimeoutAbortSec=2\n' > /run/systemd/system/bout.service.d/patience.conf
systemctl daemon-reload && systemctl restart bout.service
before=$(of MainPID)
kill -STOP "$before"
is_another() { differs "$(of MainPID)" "$before"; }
check 'a site that hangs is started again' within 60 is_another
rm -r /run/systemd/system/bout.service.d
systemctl daemon-reload && systemctl restart bout.service

priorities() { journalctl --unit bout.service --output json | grep -o '"PRIORITY":"[0-9]"' | sort -u; }
page /no-such-page >&2
check 'lines of the journal have priorities' is "$(priorities | grep -c '"6"')" 1
check 'text in the journal has no time of its own' \
    sh -c '! journalctl --unit bout.service --output cat | grep -q "^20[0-9][0-9]-"'

systemctl stop bout.service bout.socket
check 'a stop ends with success' is "$(of Result) $(of ExecMainStatus)" 'success 0'

# The isolation features that are left in the unit.
sed -e 's/^Type=.*/Type=oneshot/' -e 's,^ExecStart=.*,ExecStart=/usr/bin/bout doctor,' -e '/^Requires=/d' -e '/^After=/d' \
    -e '/^Restart/d' -e '/^Watchdog/d' -e '/^NotifyAccess/d' /usr/lib/systemd/system/bout.service > /run/systemd/system/doctor.service
systemctl daemon-reload
check 'in the unit, bout doctor finds that all games can be played' systemctl start doctor.service
journalctl --unit doctor.service --output cat > /try/doctor
systemd-analyze security bout.service --no-pager | tail -1 > /try/exposure

check 'the backup of the manual works' runuser -u bout -- /usr/bin/bout admin backup /tmp/backup.tar.zst --site /var/lib/bout
systemctl poweroff
