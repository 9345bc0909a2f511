#!/bin/bash
# A real mail server for the mail tests: Postfix takes mail, Dovecot checks passwords.
#
#   tests/mail-server.sh start DIR      needs root and the Debian packages postfix, dovecot-imapd, openssl
#   tests/mail-server.sh stop DIR
#
# Everything lives in DIR and on loopback; neither /etc nor the machine's own mail is touched.
# Users gm, england, france, austria, germany, italy, spain, sweden and turkey, password `secret`, at
# pbem.test; what arrives lies in DIR/vmail/USER/new.
#
#   2525  in the open, no login        1143  IMAP
#   2587  STARTTLS and login           1993  IMAP over TLS
#   2465  TLS and login
set -euo pipefail

readonly users=(gm england france austria germany italy spain sweden turkey)
readonly domain=pbem.test
readonly ports=(2525 2587 2465 1143 1993)

usage() {
    echo "usage: $0 start|stop DIR" >&2
    exit 2
}

# A certificate that names itself as its issuer. CA:FALSE, for a server may not show a CA's own certificate.
certificate() {
    openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=localhost \
        -addext 'subjectAltName=DNS:localhost,IP:127.0.0.1' \
        -addext 'basicConstraints=critical,CA:FALSE' \
        -keyout "$dir/key.pem" -out "$dir/cert.pem" 2>/dev/null
}

postfix_config() {
    local mailboxes=
    for user in "${users[@]}"; do
        mailboxes+="{ $user@$domain = $user/ } "
    done
    cat >"$dir/etc/main.cf" <<END
compatibility_level = 3.6
queue_directory = $dir/queue
data_directory = $dir/data
mail_owner = postfix
setgid_group = postdrop
maillog_file_prefixes = /
maillog_file = $dir/postfix.log
message_size_limit = 1048576

# Loopback only, and nothing ever leaves.
myhostname = mail.$domain
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
default_transport = error:the test server sends nothing out
relay_transport = error:the test server relays nothing

virtual_mailbox_domains = $domain
virtual_mailbox_base = $dir/vmail
virtual_mailbox_maps = inline:{ $mailboxes}
virtual_minimum_uid = 1
virtual_uid_maps = static:$(id -u vmail)
virtual_gid_maps = static:$(id -g vmail)
recipient_delimiter = +

smtpd_tls_cert_file = $dir/cert.pem
smtpd_tls_key_file = $dir/key.pem
smtpd_tls_security_level = may
smtpd_sasl_type = dovecot
smtpd_sasl_path = $dir/run/auth-postfix
smtpd_relay_restrictions = permit_mynetworks, permit_sasl_authenticated, reject_unauth_destination
smtpd_recipient_restrictions = permit
END

    local login='{ smtpd_client_restrictions=permit_sasl_authenticated, reject }'
    {
        echo "127.0.0.1:2525 inet n - n - - smtpd"
        echo "127.0.0.1:2587 inet n - n - - smtpd"
        echo "  -o smtpd_tls_security_level=encrypt -o smtpd_sasl_auth_enable=yes -o $login"
        echo "127.0.0.1:2465 inet n - n - - smtpd"
        echo "  -o smtpd_tls_wrappermode=yes -o smtpd_sasl_auth_enable=yes -o $login"
        echo "pickup unix n - n 60 1 pickup"
        echo "qmgr unix n - n 300 1 qmgr"
        echo "cleanup unix n - n - 0 cleanup"
        echo "tlsmgr unix - - n 1000? 1 tlsmgr"
        echo "rewrite unix - - n - - trivial-rewrite"
        echo "flush unix n - n 1000? 0 flush"
        echo "postlog unix-dgram n - n - 1 postlogd"
        echo "virtual unix - n n - - virtual"
        for name in bounce defer trace; do
            echo "$name unix - - n - 0 bounce"
        done
        for name in error retry; do
            echo "$name unix - - n - - error"
        done
        for name in proxymap showq discard anvil scache verify; do
            echo "$name unix - - n - - $name"
        done
    } >"$dir/etc/master.cf"
}

dovecot_config() {
    local uid gid
    uid=$(id -u vmail) gid=$(id -g vmail)
    for user in "${users[@]}"; do
        echo "$user:{PLAIN}secret:$uid:$gid::$dir/vmail/$user"
    done >"$dir/passwd"
    cat >"$dir/dovecot.conf" <<END
base_dir = $dir/run
state_dir = $dir/run
log_path = $dir/dovecot.log
listen = 127.0.0.1
protocols = imap
ssl = yes
ssl_cert = <$dir/cert.pem
ssl_key = <$dir/key.pem
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:$dir/vmail/%n
auth_username_format = %Ln
passdb {
  driver = passwd-file
  args = $dir/passwd
}
userdb {
  driver = passwd-file
  args = $dir/passwd
}
service imap-login {
  inet_listener imap {
    port = 1143
  }
  inet_listener imaps {
    port = 1993
  }
}
service auth {
  unix_listener $dir/run/auth-postfix {
    mode = 0660
    user = postfix
    group = postfix
  }
}
END
}

listens() {
    (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

wait_for_ports() {
    local port attempt
    for port in "${ports[@]}"; do
        for attempt in {1..100}; do
            listens "$port" && continue 2
            sleep 0.1
        done
        echo "nothing listens on port $port; see $dir/*.log" >&2
        return 1
    done
}

start() {
    for program in postfix dovecot openssl; do
        command -v "$program" >/dev/null || {
            echo "$program is missing: apt-get install -y --no-install-recommends postfix dovecot-imapd openssl" >&2
            exit 1
        }
    done
    for port in "${ports[@]}"; do
        if listens "$port"; then
            echo "port $port is taken" >&2
            exit 1
        fi
    done
    id vmail >/dev/null 2>&1 || useradd -r -M -s /usr/sbin/nologin vmail
    mkdir -p "$dir"/{etc,queue,data,vmail}
    chmod 755 "$dir"
    chown root "$dir/queue"
    chown postfix "$dir/data"
    chown vmail: "$dir/vmail"
    certificate
    postfix_config
    dovecot_config
    # In the foreground, so that its number is the one to stop; setsid keeps Ctrl-C from it.
    setsid dovecot -F -c "$dir/dovecot.conf" >"$dir/dovecot.out" 2>&1 &
    echo $! >"$dir/dovecot.pid"
    postfix -c "$dir/etc" start 2>>"$dir/postfix.log"
    if ! wait_for_ports; then
        stop
        exit 1
    fi
    echo "mail server up in $dir"
}

stop() {
    postfix -c "$dir/etc" stop 2>>"$dir/postfix.log" || true
    if [[ -f $dir/dovecot.pid ]]; then
        kill "$(<"$dir/dovecot.pid")" 2>/dev/null || true
        rm "$dir/dovecot.pid"
    fi
    echo "mail server down"
}

[[ $# -eq 2 ]] || usage
dir=$(realpath -m "$2")
case $1 in
    start) start ;;
    stop) stop ;;
    *) usage ;;
esac
