#!/bin/bash
# The real node: kubelet, containerd and DNS, in namespaces of their own. Started by `lab node`, which sets the variables.
# Everything in it ends with its first process (the pid namespace), and mounts and interfaces with that.
set -euo pipefail
cd "$RUN"
if [ "${1:-}" != inside ]; then
  while read -r d; do echo $$ > "$d/cgroup.procs"; done < cgroups
  exec unshare --net --mount --cgroup --pid --ipc --uts --fork --kill-child --mount-proc "$0" inside
fi

# ---- a machine of its own: name, file systems, cgroups, kernel settings, addresses
hostname "$NODE"
mount --make-rprivate /
mkdir -p node/lib node/log
mount --bind node/lib /var/lib
mount --bind node/log /var/log
mount -t tmpfs -o mode=755 tmpfs /run
umount -l -R /sys && mount -t sysfs sysfs /sys # also of the new network, and without the old cgroups
mount -t tmpfs -o mode=755 tmpfs /sys/fs/cgroup
while IFS=: read -r _ h _; do
  [ -n "$h" ] || continue
  d=/sys/fs/cgroup/${h#name=}; mkdir "$d"
  case $h in name=*) mount -t cgroup -o "none,$h" cgroup "$d" ;; *) mount -t cgroup -o "$h" cgroup "$d" ;; esac
  case $h in *,*) for c in ${h//,/ }; do ln -s "$h" "/sys/fs/cgroup/$c"; done ;; esac
done < /proc/self/cgroup
# The kubelet sets these for the whole machine; here it writes into copies.
for s in vm/overcommit_memory vm/panic_on_oom kernel/panic kernel/panic_on_oops kernel/keys/root_maxkeys kernel/keys/root_maxbytes; do
  f=/run/sysctl-${s//\//-}; cat "/proc/sys/$s" > "$f"; mount --bind "$f" "/proc/sys/$s"
done
mount --make-rshared /
ip link set lo up
for a in "$NODE_IP" "$API_IP" "$DNS_IP"; do ip addr add "$a/32" dev lo; done
mkdir -p /run/cni /run/lab
cat > /run/cni/lab.conflist <<C
{"cniVersion": "1.0.0", "name": "lab", "plugins": [{"type": "bridge", "bridge": "cni0", "isGateway": true, "hairpinMode": true,
  "ipam": {"type": "host-local", "ranges": [[{"subnet": "10.88.0.0/16"}]], "routes": [{"dst": "0.0.0.0/0"}]}}]}
C

# ---- the API server at its own address in here, and at the cluster's for pods; the API server's way in
"$TOOLS/labnet" forward "tcp:127.0.0.1:$PORT" unix:api.sock &
"$TOOLS/labnet" forward "tcp:$API_IP:443" unix:api.sock &
"$TOOLS/labnet" proxy unix:net.sock &

cat > /run/lab/Corefile <<C
cluster.local in-addr.arpa {
  bind $DNS_IP
  errors
  kubernetes {
    kubeconfig "$RUN/admin.kubeconfig"
    pods insecure
    ttl 1
  }
}
. {
  bind $DNS_IP
  template IN ANY {
    rcode NXDOMAIN
  }
}
C
"$COREDNS/coredns" -conf /run/lab/Corefile > coredns.log 2>&1 &

# ---- containerd
snapshotter=overlayfs # which cannot lie upon itself, as it would in most containers
mkdir -p node/try/{l,u,w,m}
if mount -t overlay overlay -o "lowerdir=node/try/l,upperdir=node/try/u,workdir=node/try/w" node/try/m 2> /dev/null; then umount node/try/m; else snapshotter=native; fi
cat > /run/lab/containerd.toml <<C
version = 3
disabled_plugins = ["io.containerd.internal.v1.opt"] # which makes folders in the machine's /opt
[plugins.'io.containerd.cri.v1.images']
  snapshotter = "$snapshotter"
  [plugins.'io.containerd.cri.v1.images'.pinned_images]
    sandbox = "lab.local/pause:1"
[plugins.'io.containerd.cri.v1.runtime']
  restrict_oom_score_adj = true # root without CAP_SYS_RESOURCE cannot lower it, and runc then fails
  [plugins.'io.containerd.cri.v1.runtime'.cni]
    conf_dir = "/run/cni"
    bin_dirs = ["$DEBIAN/cni"]
  [plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
    [plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runc.options]
      BinaryName = "$DEBIAN/runc"
      SystemdCgroup = false
C
export PATH=$CONTAINERD:$PATH CONTAINERD_SUPPRESS_DEPRECATION_WARNINGS=1
keep() { # NAME COMMAND…: run again whenever it ends
  (while :; do
    echo "--- $(date -u +%FT%TZ)" >> "$1.log"
    "${@:2}" >> "$1.log" 2>&1 & echo $! > "/run/$1.pid"
    wait $! || true
    sleep 1
  done) &
}
keep containerd containerd -c /run/lab/containerd.toml
for _ in {1..300}; do ctr version > /dev/null 2>&1 && break; sleep 0.1; done
ctr -n k8s.io images import "$TOOLS/pause.tar" > /dev/null
[ ! -d images ] || find images -name '*.tar' -exec ctr -n k8s.io images import {} \; > /dev/null

# ---- kubelet
cat > /run/lab/kubelet.yaml <<C
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
failCgroupV1: false
cgroupDriver: cgroupfs
failSwapOn: false
containerRuntimeEndpoint: unix:///run/containerd/containerd.sock
volumePluginDir: /run/lab/plugins
authentication: {anonymous: {enabled: false}, webhook: {enabled: false}, x509: {clientCAFile: "$RUN/pki/ca.crt"}}
authorization: {mode: AlwaysAllow}
clusterDNS: ["$DNS_IP"]
clusterDomain: cluster.local
resolvConf: ""
evictionHard: {memory.available: 100Mi, nodefs.available: "1%", imagefs.available: "1%"}
imageGCHighThresholdPercent: 100
makeIPTablesUtilChains: false
syncFrequency: 5s
C
keep kubelet "$KUBE/kube" kubelet --config /run/lab/kubelet.yaml --kubeconfig "$RUN/kubelet.kubeconfig" --hostname-override "$NODE" \
  --node-ip "$NODE_IP" --cert-dir /var/lib/kubelet-pki
trap 'exit 0' TERM
wait
