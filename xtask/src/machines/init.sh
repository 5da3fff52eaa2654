#!/bin/sh
# The first process of an emulated machine: runs the lines of /cases and prints what each came to.
export PATH=/usr/bin:/usr/sbin:/bin:/sbin BOUT_CACHE_DIR=/bots

# The first file system of a kernel cannot be left by pivot_root, which bout's walls are made with. On a real machine
# another lies over it; so here.
if [ ! -e /is-root ]; then
    mount -t tmpfs -o mode=755 tmpfs /new
    for entry in /*; do
        case $entry in
            /new | /proc | /sys | /dev) ;;
            *) cp -a "$entry" /new/ ;;
        esac
    done
    mkdir /new/proc /new/sys /new/dev
    : >/new/is-root
    exec switch_root /new /init
fi

mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
mount -t cgroup2 cgroup2 /sys/fs/cgroup
echo "+memory +pids" >/sys/fs/cgroup/cgroup.subtree_control
mkdir -p /dev/shm /home/user
mount -t tmpfs tmpfs /dev/shm
chmod 1777 /dev/shm
chmod 777 /home/user

# The second serial line is for what is read by a program; the kernel writes to the first.
exec </dev/null >/dev/ttyS1 2>&1

for setting in $(cat /proc/cmdline); do
    case $setting in
        # Debian's own setting, or the kernel's, whichever there is.
        try.namespaces=no)
            sysctl -q -w kernel.unprivileged_userns_clone=0 || sysctl -q -w user.max_user_namespaces=0
            ;;
    esac
done
. /cases
echo o >/proc/sysrq-trigger
# The machine takes a moment to go off; without its first process it would panic.
while :; do :; done
