# try NAME USER COMMAND...
try() {
    name=$1 user=$2
    shift 2
    set -- timeout -s KILL 300 "$@"
    if [ "$user" = user ]; then
        set -- setpriv --reuid 1000 --regid 1000 --clear-groups env HOME=/home/user "$@"
    fi
    read -r before _ </proc/uptime
    "$@" >/tmp/output 2>/tmp/errors
    code=$?
    read -r after _ </proc/uptime
    echo "@@ran $name $code $before $after"
    cat /tmp/output
    echo "@@errors"
    cat /tmp/errors
    echo "@@end"
}

