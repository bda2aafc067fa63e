#!/bin/bash
# Builds or fetches the parts below into $BIN/PART-KEY, where KEY is a hash of what the part is made from. Called by lab.
# A part that is there is not touched; a part appears whole or not at all.
set -euo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
BIN=${REEVE_LAB_BIN:?set by lab}

KUBERNETES=1.36.3   # etcd comes with it, in the version that its go.mod asks for
CONTAINERD=v2.4.2
COREDNS=v1.15.0
DEBIAN="runc containernetworking-plugins busybox-static"
PARTS="tools debian kube containerd coredns"

inputs() {
  uname -m
  case $1 in
    kube) echo "kubernetes $KUBERNETES"; cat "$HERE"/src/kube/main.go ;;
    containerd) echo "containerd $CONTAINERD" ;;
    coredns) echo "coredns $COREDNS"; cat "$HERE"/src/coredns/main.go ;;
    debian) echo "$DEBIAN" ;;
    tools) cat "$HERE"/src/{labnet,pause}/main.go ;;
    *) echo "lab build: no part $1; the parts are: $PARTS" >&2; exit 2 ;;
  esac
  declare -f "part_$1"
}

part_kube() {
  cp "$HERE"/src/kube/main.go .
  local mod
  mod=$(go mod download -json "k8s.io/kubernetes@v$KUBERNETES" | sed -n 's/.*"GoMod": "\(.*\)".*/\1/p')
  # k8s.io/kubernetes replaces its libraries by its own folders, which a module of ours has to replace by their releases.
  { echo 'module lab.local/kube'; grep '^go ' "$mod"; echo "require k8s.io/kubernetes v$KUBERNETES"
    sed -n "s#^\t\(k8s.io/[a-z-]*\) => ./staging/src/.*#replace \1 => \1 v0.${KUBERNETES#1.}#p" "$mod"; } > go.mod
  go mod tidy
  local version="-X k8s.io/component-base/version.git" minor=${KUBERNETES#1.}
  go build -trimpath -tags 'selinux notest' -o "$1/kube" \
    -ldflags "-s -w ${version}Version=v$KUBERNETES ${version}Major=1 ${version}Minor=${minor%.*} -X k8s.io/client-go/pkg/version.gitVersion=v$KUBERNETES" .
  cp go.mod go.sum "$1/"
}

part_containerd() {
  local m=github.com/containerd/containerd/v2
  GOBIN=$1 go install -trimpath -tags 'no_btrfs no_devmapper no_zfs no_aufs' -ldflags "-s -w -X $m/version.Version=$CONTAINERD" $m/cmd/{containerd,containerd-shim-runc-v2,ctr}@$CONTAINERD
}

part_coredns() {
  cp "$HERE"/src/coredns/main.go .
  go mod init lab.local/coredns
  go mod edit -require "github.com/coredns/coredns@$COREDNS"
  go mod tidy
  go build -trimpath -ldflags '-s -w' -o "$1/coredns" .
}

part_tools() {
  local t
  for t in labnet pause; do go build -trimpath -ldflags '-s -w' -o "$1/$t" "$HERE/src/$t/main.go"; done
  mkdir -p pause; cp "$1/pause" pause/
  node "$HERE/image.ts" pause lab.local/pause:1 "$1/pause.tar" '{"Entrypoint":["/pause"]}' > /dev/null
}

# Unpacked, not installed: the machine stays as it is.
part_debian() {
  apt-get download $DEBIAN || { apt-get update && apt-get download $DEBIAN; }
  local d
  for d in *.deb; do dpkg-deb -x "$d" .; done
  ls *.deb > "$1/versions"
  mkdir "$1/cni"
  cp usr/sbin/runc bin/busybox "$1/"
  cp usr/lib/cni/{bridge,host-local,loopback} "$1/cni/"
}

key() { echo "$1-$(inputs "$1" | sha256sum | cut -c1-12)"; }

if [ "${1:-}" = where ]; then for p in "${@:2}"; do echo "$BIN/$(key "$p")"; done; exit; fi

[ $# -gt 0 ] || set -- $PARTS
missing=()
for p; do
  [ -d "$BIN/$(key "$p")" ] && continue
  case $p in debian) need="apt-get dpkg-deb" ;; tools) need="go node" ;; *) need="go" ;; esac
  for c in $need; do command -v "$c" > /dev/null || missing+=("$c (for $p)"); done
  case $need in *node) node -e 'process.exit(process.features.typescript ? 0 : 1)' || missing+=("a Node.js that runs TypeScript, 22.18 or newer (for $p)") ;; esac
done
[ ${#missing[@]} = 0 ] || { printf 'lab build: not on this machine: %s\n' "${missing[@]}" >&2; exit 3; }

mkdir -p "$BIN"
exec 8> "$BIN/lock"
flock -n 8 || { echo "lab build: another build is running; waiting for it" >&2; flock 8; }
WORK=$BIN/work
GO=${REEVE_LAB_GO:-$WORK/go}
export GOMODCACHE=$GO/mod GOCACHE=$GO/build GOFLAGS='-buildvcs=false -modcacherw' GOWORK=off CGO_ENABLED=0
for p; do
  to=$BIN/$(key "$p")
  [ -d "$to" ] && continue
  rm -rf "$WORK/$p" "$WORK/$p.src"; mkdir -p "$WORK/$p" "$WORK/$p.src"
  s=$(date +%s) log=$WORK/$p.log
  echo "building $p …"
  set +e # a condition around the subshell would switch off its set -e
  (set -e; cd "$WORK/$p.src"; "part_$p" "$WORK/$p"; times > "$WORK/$p.time") > "$log" 2>&1 8>&-
  rc=$?
  set -e
  [ $rc = 0 ] || { tail -20 "$log" >&2; echo "lab build: $p failed; the whole log: $log" >&2; exit 1; }
  mv "$WORK/$p" "$to"; rm -rf "$WORK/$p.src"
  echo "built $p: $(($(date +%s) - s)) s, $(awk -F'[ms ]+' 'NR == 2 {printf "%d", $1 * 60 + $2 + $3 * 60 + $4}' "$WORK/$p.time") CPU s, $(du -sm "$to" | cut -f1) MB"
done
rm -rf "$WORK" # the Go caches are 5 GB by then
