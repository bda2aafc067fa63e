// Written by release/pin.ts.

/** The core-site settings of the pinned release. */
export const KNOWN_CORE_SETTINGS = `adl.feature.ownerandgroup.enableupn boolean
adl.http.timeout number
adl.ssl.channel.mode
dfs.client.ignore.namenode.default.kms.uri boolean
dfs.ha.fencing.methods
dfs.ha.fencing.ssh.connect-timeout number
dfs.ha.fencing.ssh.private-key-files
file.blocksize number
file.bytes-per-checksum number
file.client-write-packet-size number
file.replication number
file.stream-buffer-size number
fs.AbstractFileSystem.abfs.impl
fs.AbstractFileSystem.abfss.impl
fs.AbstractFileSystem.adl.impl
fs.AbstractFileSystem.file.impl
fs.AbstractFileSystem.ftp.impl
fs.AbstractFileSystem.gs.impl
fs.AbstractFileSystem.har.impl
fs.AbstractFileSystem.hdfs.impl
fs.AbstractFileSystem.o3fs.impl
fs.AbstractFileSystem.ofs.impl
fs.AbstractFileSystem.s3a.impl
fs.AbstractFileSystem.swebhdfs.impl
fs.AbstractFileSystem.viewfs.impl
fs.AbstractFileSystem.wasb.impl
fs.AbstractFileSystem.wasbs.impl
fs.AbstractFileSystem.webhdfs.impl
fs.abfs.impl
fs.abfss.impl
fs.adl.impl
fs.adl.oauth2.access.token.provider
fs.adl.oauth2.access.token.provider.type
fs.adl.oauth2.client.id
fs.adl.oauth2.credential
fs.adl.oauth2.devicecode.clientapp.id
fs.adl.oauth2.msi.port
fs.adl.oauth2.refresh.token
fs.adl.oauth2.refresh.url
fs.automatic.close boolean
fs.azure.authorization boolean
fs.azure.authorization.caching.enable boolean
fs.azure.buffer.dir
fs.azure.enable.readahead boolean
fs.azure.local.sas.key.mode boolean
fs.azure.sas.expiry.period
fs.azure.saskey.usecontainersaskeyforallaccess boolean
fs.azure.secure.mode boolean
fs.azure.user.agent.prefix
fs.client.htrace.sampler.classes
fs.client.resolve.remote.symlinks boolean
fs.client.resolve.topology.enabled boolean
fs.creation.parallel.count number
fs.defaultFS
fs.df.interval number
fs.du.interval number
fs.file.checksum.verify boolean
fs.file.impl
fs.ftp.data.connection.mode
fs.ftp.host
fs.ftp.host.port number
fs.ftp.impl
fs.ftp.timeout number
fs.ftp.transfer.mode
fs.getspaceused.classname
fs.getspaceused.jitterMillis number
fs.gs.auth.client.id
fs.gs.auth.client.secret
fs.gs.auth.refresh.token
fs.gs.auth.service.account.json.keyfile
fs.gs.auth.type
fs.gs.block.size
fs.gs.bucket.delete.enable boolean
fs.gs.create.items.conflict.check.enable boolean
fs.gs.fadvise.request.track.count number
fs.gs.impl
fs.gs.inputstream.fadvise
fs.gs.inputstream.inplace.seek.limit
fs.gs.inputstream.min.range.request.size
fs.gs.inputstream.support.gzip.encoding.enable boolean
fs.gs.marker.file.pattern
fs.gs.outputstream.buffer.size
fs.gs.outputstream.sync.min.interval number
fs.gs.project.id
fs.gs.rewrite.max.chunk.size
fs.gs.working.dir
fs.har.impl.disable.cache boolean
fs.hdfs.impl.disable.cache boolean
fs.iostatistics.logging.level
fs.iostatistics.thread.level.enabled boolean
fs.obs.impl
fs.permissions.umask-mode number
fs.protected.directories
fs.s3a.access.key
fs.s3a.accesspoint.required boolean
fs.s3a.acl.default
fs.s3a.assumed.role.arn
fs.s3a.assumed.role.credentials.provider
fs.s3a.assumed.role.policy
fs.s3a.assumed.role.session.duration
fs.s3a.assumed.role.session.name
fs.s3a.assumed.role.sts.endpoint
fs.s3a.assumed.role.sts.endpoint.region
fs.s3a.attempts.maximum number
fs.s3a.audit.enabled boolean
fs.s3a.aws.credentials.provider
fs.s3a.block.size
fs.s3a.buffer.dir
fs.s3a.change.detection.mode
fs.s3a.change.detection.source
fs.s3a.change.detection.version.required boolean
fs.s3a.committer.abort.pending.uploads boolean
fs.s3a.committer.magic.enabled boolean
fs.s3a.committer.name
fs.s3a.committer.staging.conflict-mode
fs.s3a.committer.staging.tmp.path
fs.s3a.committer.staging.unique-filenames boolean
fs.s3a.committer.threads number
fs.s3a.connection.establish.timeout
fs.s3a.connection.maximum number
fs.s3a.connection.ssl.enabled boolean
fs.s3a.connection.timeout
fs.s3a.connection.ttl
fs.s3a.delegation.token.binding
fs.s3a.downgrade.syncable.exceptions boolean
fs.s3a.encryption.algorithm
fs.s3a.encryption.context
fs.s3a.encryption.key
fs.s3a.endpoint
fs.s3a.etag.checksum.enabled boolean
fs.s3a.executor.capacity number
fs.s3a.fast.upload.active.blocks number
fs.s3a.fast.upload.buffer
fs.s3a.impl
fs.s3a.list.version number
fs.s3a.max.total.tasks number
fs.s3a.multiobjectdelete.enable boolean
fs.s3a.multipart.purge boolean
fs.s3a.multipart.purge.age
fs.s3a.multipart.size
fs.s3a.multipart.threshold
fs.s3a.paging.maximum number
fs.s3a.path.style.access boolean
fs.s3a.proxy.domain
fs.s3a.proxy.host
fs.s3a.proxy.password
fs.s3a.proxy.port
fs.s3a.proxy.username
fs.s3a.proxy.workstation
fs.s3a.readahead.range
fs.s3a.retry.interval
fs.s3a.retry.limit number
fs.s3a.retry.throttle.interval
fs.s3a.retry.throttle.limit number
fs.s3a.secret.key
fs.s3a.security.credential.provider.path
fs.s3a.select.enabled boolean
fs.s3a.select.errors.include.sql boolean
fs.s3a.select.input.compression
fs.s3a.select.input.csv.comment.marker
fs.s3a.select.input.csv.field.delimiter
fs.s3a.select.input.csv.header
fs.s3a.select.input.csv.quote.character
fs.s3a.select.input.csv.quote.escape.character
fs.s3a.select.input.csv.record.delimiter
fs.s3a.select.output.csv.field.delimiter
fs.s3a.select.output.csv.quote.character
fs.s3a.select.output.csv.quote.escape.character
fs.s3a.select.output.csv.quote.fields
fs.s3a.select.output.csv.record.delimiter
fs.s3a.session.token
fs.s3a.signing-algorithm
fs.s3a.socket.recv.buffer number
fs.s3a.socket.send.buffer number
fs.s3a.ssl.channel.mode
fs.s3a.threads.keepalivetime
fs.s3a.threads.max number
fs.s3a.user.agent.prefix
fs.trash.checkpoint.interval number
fs.trash.clean.trashroot.enable boolean
fs.trash.interval number
fs.viewfs.overload.scheme.target.abfs.impl
fs.viewfs.overload.scheme.target.abfss.impl
fs.viewfs.overload.scheme.target.file.impl
fs.viewfs.overload.scheme.target.ftp.impl
fs.viewfs.overload.scheme.target.gs.impl
fs.viewfs.overload.scheme.target.hdfs.impl
fs.viewfs.overload.scheme.target.http.impl
fs.viewfs.overload.scheme.target.https.impl
fs.viewfs.overload.scheme.target.o3fs.impl
fs.viewfs.overload.scheme.target.ofs.impl
fs.viewfs.overload.scheme.target.oss.impl
fs.viewfs.overload.scheme.target.s3a.impl
fs.viewfs.overload.scheme.target.swebhdfs.impl
fs.viewfs.overload.scheme.target.wasb.impl
fs.viewfs.overload.scheme.target.webhdfs.impl
fs.viewfs.rename.strategy
fs.wasb.impl
fs.wasbs.impl
ftp.blocksize number
ftp.bytes-per-checksum number
ftp.client-write-packet-size number
ftp.replication number
ftp.stream-buffer-size number
ha.failover-controller.active-standby-elector.zk.op.retries number
ha.failover-controller.cli-check.rpc-timeout.ms number
ha.failover-controller.graceful-fence.connection.retries number
ha.failover-controller.graceful-fence.rpc-timeout.ms number
ha.failover-controller.new-active.rpc-timeout.ms number
ha.health-monitor.check-interval.ms number
ha.health-monitor.connect-retry-interval.ms number
ha.health-monitor.rpc-timeout.ms number
ha.health-monitor.rpc.connect.max.retries number
ha.health-monitor.sleep-after-disconnect.ms number
ha.zookeeper.acl
ha.zookeeper.auth
ha.zookeeper.parent-znode
ha.zookeeper.quorum
ha.zookeeper.session-timeout.ms number
hadoop.caller.context.enabled boolean
hadoop.caller.context.max.size number
hadoop.caller.context.separator
hadoop.caller.context.signature.max.size number
hadoop.common.configuration.version
hadoop.domainname.resolver.impl
hadoop.htrace.span.receiver.classes
hadoop.http.authentication.cookie.domain
hadoop.http.authentication.kerberos.endpoint.whitelist
hadoop.http.authentication.kerberos.keytab
hadoop.http.authentication.kerberos.principal
hadoop.http.authentication.signature.secret.file
hadoop.http.authentication.simple.anonymous.allowed boolean
hadoop.http.authentication.token.validity number
hadoop.http.authentication.type
hadoop.http.cross-origin.allowed-headers
hadoop.http.cross-origin.allowed-methods
hadoop.http.cross-origin.allowed-origins
hadoop.http.cross-origin.enabled boolean
hadoop.http.cross-origin.max-age number
hadoop.http.filter.initializers
hadoop.http.idle_timeout.ms number
hadoop.http.jmx.nan-filter.enabled boolean
hadoop.http.logs.enabled boolean
hadoop.http.metrics.enabled boolean
hadoop.http.sni.host.check.enabled boolean
hadoop.http.staticuser.user
hadoop.jetty.logs.serve.aliases boolean
hadoop.kerberos.keytab.login.autorenewal.enabled boolean
hadoop.kerberos.kinit.command
hadoop.kerberos.min.seconds.before.relogin number
hadoop.metrics.jvm.use-thread-mxbean boolean
hadoop.prometheus.endpoint.enabled boolean
hadoop.registry.jaas.context
hadoop.registry.kerberos.realm
hadoop.registry.secure boolean
hadoop.registry.system.acls
hadoop.registry.zk.connection.timeout.ms number
hadoop.registry.zk.quorum
hadoop.registry.zk.retry.ceiling.ms number
hadoop.registry.zk.retry.interval.ms number
hadoop.registry.zk.retry.times number
hadoop.registry.zk.root
hadoop.registry.zk.session.timeout.ms number
hadoop.rpc.protection
hadoop.rpc.socket.factory.class.ClientProtocol
hadoop.rpc.socket.factory.class.default
hadoop.security.auth_to_local
hadoop.security.auth_to_local.mechanism
hadoop.security.authentication
hadoop.security.authorization boolean
hadoop.security.credential.clear-text-fallback boolean
hadoop.security.credential.provider.path
hadoop.security.credstore.java-keystore-provider.password-file
hadoop.security.crypto.buffer.size number
hadoop.security.crypto.cipher.suite
hadoop.security.crypto.codec.classes.EXAMPLECIPHERSUITE
hadoop.security.crypto.codec.classes.aes.ctr.nopadding
hadoop.security.crypto.codec.classes.sm4.ctr.nopadding
hadoop.security.crypto.jce.provider
hadoop.security.crypto.jce.provider.auto-add boolean
hadoop.security.crypto.jceks.key.serialfilter
hadoop.security.dns.interface
hadoop.security.dns.log-slow-lookups.enabled boolean
hadoop.security.dns.log-slow-lookups.threshold.ms number
hadoop.security.dns.nameserver
hadoop.security.group.mapping
hadoop.security.group.mapping.ldap.base
hadoop.security.group.mapping.ldap.bind.password
hadoop.security.group.mapping.ldap.bind.password.alias
hadoop.security.group.mapping.ldap.bind.password.file
hadoop.security.group.mapping.ldap.bind.user
hadoop.security.group.mapping.ldap.bind.users
hadoop.security.group.mapping.ldap.connection.timeout.ms number
hadoop.security.group.mapping.ldap.conversion.rule
hadoop.security.group.mapping.ldap.ctx.factory.class
hadoop.security.group.mapping.ldap.directory.search.timeout number
hadoop.security.group.mapping.ldap.group.search.filter.pattern
hadoop.security.group.mapping.ldap.groupbase
hadoop.security.group.mapping.ldap.num.attempts number
hadoop.security.group.mapping.ldap.num.attempts.before.failover number
hadoop.security.group.mapping.ldap.posix.attr.gid.name
hadoop.security.group.mapping.ldap.posix.attr.uid.name
hadoop.security.group.mapping.ldap.read.timeout.ms number
hadoop.security.group.mapping.ldap.search.attr.group.name
hadoop.security.group.mapping.ldap.search.attr.member
hadoop.security.group.mapping.ldap.search.attr.memberof
hadoop.security.group.mapping.ldap.search.filter.group
hadoop.security.group.mapping.ldap.search.filter.user
hadoop.security.group.mapping.ldap.search.group.hierarchy.levels number
hadoop.security.group.mapping.ldap.ssl boolean
hadoop.security.group.mapping.ldap.ssl.keystore
hadoop.security.group.mapping.ldap.ssl.keystore.password
hadoop.security.group.mapping.ldap.ssl.keystore.password.file
hadoop.security.group.mapping.ldap.ssl.truststore
hadoop.security.group.mapping.ldap.ssl.truststore.password.file
hadoop.security.group.mapping.ldap.url
hadoop.security.group.mapping.ldap.userbase
hadoop.security.group.mapping.providers
hadoop.security.group.mapping.providers.combined boolean
hadoop.security.groups.cache.background.reload boolean
hadoop.security.groups.cache.background.reload.threads number
hadoop.security.groups.cache.secs number
hadoop.security.groups.cache.warn.after.ms number
hadoop.security.groups.negative-cache.secs number
hadoop.security.groups.shell.command.timeout
hadoop.security.hostname.cache.expire-interval.seconds number
hadoop.security.impersonation.provider.class
hadoop.security.instrumentation.requires.admin boolean
hadoop.security.java.secure.random.algorithm
hadoop.security.kerberos.ticket.cache.path
hadoop.security.key.default.bitlength number
hadoop.security.key.default.cipher
hadoop.security.key.provider.path
hadoop.security.kms.client.authentication.retry-count number
hadoop.security.kms.client.encrypted.key.cache.expiry number
hadoop.security.kms.client.encrypted.key.cache.low-watermark number
hadoop.security.kms.client.encrypted.key.cache.num.refill.threads number
hadoop.security.kms.client.encrypted.key.cache.size number
hadoop.security.kms.client.failover.max.retries
hadoop.security.kms.client.failover.sleep.base.millis number
hadoop.security.kms.client.failover.sleep.max.millis number
hadoop.security.kms.client.timeout number
hadoop.security.openssl.engine.id
hadoop.security.random.device.file.path
hadoop.security.resolver.impl
hadoop.security.sasl.CustomizedCallbackHandler.class
hadoop.security.sasl.mechanism
hadoop.security.saslproperties.resolver.class
hadoop.security.secret-manager.key-generator.algorithm
hadoop.security.secret-manager.key-length number
hadoop.security.secure.random.impl
hadoop.security.sensitive-config-keys
hadoop.security.service.user.name.key
hadoop.security.token.service.use_ip boolean
hadoop.security.uid.cache.secs number
hadoop.service.shutdown.timeout
hadoop.shell.missing.defaultFs.warning boolean
hadoop.shell.safely.delete.limit.num.files number
hadoop.socks.server
hadoop.ssl.client.conf
hadoop.ssl.enabled.protocols
hadoop.ssl.hostname.verifier
hadoop.ssl.keystores.factory.class
hadoop.ssl.require.client.cert boolean
hadoop.ssl.server.conf
hadoop.system.tags
hadoop.tags.custom
hadoop.tags.system
hadoop.tmp.dir
hadoop.token.files
hadoop.tokens
hadoop.user.group.metrics.percentiles.intervals
hadoop.user.group.static.mapping.overrides
hadoop.util.hash.type
hadoop.workaround.non.threadsafe.getpwuid boolean
hadoop.zk.acl
hadoop.zk.address
hadoop.zk.auth
hadoop.zk.kerberos.keytab
hadoop.zk.kerberos.principal
hadoop.zk.num-retries number
hadoop.zk.retry-interval-ms number
hadoop.zk.server.principal
hadoop.zk.ssl.enabled
hadoop.zk.ssl.keystore.location
hadoop.zk.ssl.keystore.password
hadoop.zk.ssl.truststore.location
hadoop.zk.ssl.truststore.password
hadoop.zk.timeout-ms number
io.compression.codec.bzip2.library
io.compression.codec.lz4.buffersize number
io.compression.codec.lz4.use.lz4hc boolean
io.compression.codec.lzo.buffersize number
io.compression.codec.lzo.class
io.compression.codec.snappy.buffersize number
io.compression.codec.zstd.buffersize number
io.compression.codec.zstd.level number
io.compression.codecs
io.erasurecode.codec.native.enabled boolean
io.erasurecode.codec.rs-legacy.rawcoders
io.erasurecode.codec.rs.rawcoders
io.erasurecode.codec.xor.rawcoders
io.file.buffer.size number
io.map.index.interval number
io.map.index.skip number
io.mapfile.bloom.error.rate number
io.mapfile.bloom.size number
io.seqfile.compress.blocksize number
io.seqfile.local.dir
io.serializations
io.skip.checksum.errors boolean
ipc.[port_number].backoff.enable boolean
ipc.[port_number].callqueue.capacity.weights
ipc.[port_number].callqueue.impl
ipc.[port_number].callqueue.overflow.trigger.failover boolean
ipc.[port_number].cost-provider.impl
ipc.[port_number].decay-scheduler.backoff.responsetime.enable boolean
ipc.[port_number].decay-scheduler.backoff.responsetime.thresholds
ipc.[port_number].decay-scheduler.decay-factor number
ipc.[port_number].decay-scheduler.metrics.top.user.count number
ipc.[port_number].decay-scheduler.period-ms number
ipc.[port_number].decay-scheduler.service-users
ipc.[port_number].decay-scheduler.thresholds
ipc.[port_number].faircallqueue.multiplexer.weights
ipc.[port_number].identity-provider.impl
ipc.[port_number].scheduler.impl
ipc.[port_number].scheduler.priority.levels number
ipc.[port_number].weighted-cost.handler number
ipc.[port_number].weighted-cost.lockexclusive number
ipc.[port_number].weighted-cost.lockfree number
ipc.[port_number].weighted-cost.lockshared number
ipc.[port_number].weighted-cost.response number
ipc.backoff.enable boolean
ipc.callqueue.impl
ipc.callqueue.overflow.trigger.failover boolean
ipc.client.async.calls.max number
ipc.client.bind.wildcard.addr boolean
ipc.client.connect.max.retries number
ipc.client.connect.max.retries.on.sasl number
ipc.client.connect.max.retries.on.timeouts number
ipc.client.connect.retry.interval number
ipc.client.connect.timeout number
ipc.client.connection.idle-scan-interval.ms number
ipc.client.connection.maxidletime number
ipc.client.fallback-to-simple-auth-allowed boolean
ipc.client.idlethreshold number
ipc.client.kill.max number
ipc.client.low-latency boolean
ipc.client.ping boolean
ipc.client.rpc-timeout.ms number
ipc.client.tcpnodelay boolean
ipc.cost-provider.impl
ipc.identity-provider.impl
ipc.maximum.data.length number
ipc.maximum.response.length number
ipc.ping.interval number
ipc.scheduler.impl
ipc.server.handler.queue.size number
ipc.server.listen.queue.size number
ipc.server.log.slow.rpc boolean
ipc.server.log.slow.rpc.threshold.ms number
ipc.server.max.connections number
ipc.server.max.response.size number
ipc.server.metrics.update.runner.interval number
ipc.server.purge.interval number
ipc.server.read.connection-queue.size number
ipc.server.read.threadpool.size number
ipc.server.reuseaddr boolean
ipc.server.tcpnodelay boolean
net.topology.configured.node.mapping
net.topology.dependency.script.file.name
net.topology.impl
net.topology.node.switch.mapping.impl
net.topology.script.file.name
net.topology.script.number.args number
net.topology.table.file.name
nfs.exports.allowed.hosts
rpc.metrics.percentiles.intervals
rpc.metrics.quantile.enable boolean
rpc.metrics.timeunit
security.service.authorization.default.acl
security.service.authorization.default.acl.blocked
seq.io.sort.factor number
seq.io.sort.mb number
tfile.fs.input.buffer.size number
tfile.fs.output.buffer.size number
tfile.io.chunk.size number`;

/** The hdfs-site settings of the pinned release. */
export const KNOWN_HDFS_SETTINGS = `datanode.https.port number
dfs.balancer.address
dfs.balancer.block-move.timeout number
dfs.balancer.dispatcherThreads number
dfs.balancer.getBlocks.hot-time-interval number
dfs.balancer.getBlocks.min-block-size number
dfs.balancer.getBlocks.size number
dfs.balancer.http-address
dfs.balancer.http-bind-host
dfs.balancer.https-address
dfs.balancer.https-bind-host
dfs.balancer.httpserver.enabled boolean
dfs.balancer.kerberos.internal.spnego.principal
dfs.balancer.kerberos.principal
dfs.balancer.keytab.enabled boolean
dfs.balancer.keytab.file
dfs.balancer.max-iteration-time number
dfs.balancer.max-no-move-interval number
dfs.balancer.max-size-to-move number
dfs.balancer.movedWinWidth number
dfs.balancer.moverThreads number
dfs.balancer.service.interval
dfs.balancer.service.retries.on.exception number
dfs.batched.ls.limit number
dfs.block.access.key.update.interval number
dfs.block.access.token.enable boolean
dfs.block.access.token.lifetime number
dfs.block.access.token.protobuf.enable boolean
dfs.block.invalidate.limit number
dfs.block.local-path-access.user
dfs.block.misreplication.processing.limit number
dfs.block.placement.ec.classname
dfs.block.replicator.classname
dfs.block.scanner.skip.recent.accessed boolean
dfs.block.scanner.volume.bytes.per.second number
dfs.block.scanner.volume.join.timeout.ms number
dfs.blockreport.incremental.intervalMsec number
dfs.blockreport.initialDelay number
dfs.blockreport.intervalMsec number
dfs.blockreport.split.threshold number
dfs.blocksize number
dfs.bytes-per-checksum number
dfs.cachereport.intervalMsec number
dfs.checksum.combine.mode
dfs.checksum.ec.socket-timeout number
dfs.checksum.type
dfs.client-write-packet-size number
dfs.client.block.reader.remote.buffer.size number
dfs.client.block.write.locateFollowingBlock.initial.delay.ms number
dfs.client.block.write.locateFollowingBlock.max.delay.ms number
dfs.client.block.write.locateFollowingBlock.retries number
dfs.client.block.write.replace-datanode-on-failure.best-effort boolean
dfs.client.block.write.replace-datanode-on-failure.enable boolean
dfs.client.block.write.replace-datanode-on-failure.min-replication number
dfs.client.block.write.replace-datanode-on-failure.policy
dfs.client.block.write.retries number
dfs.client.cache.drop.behind.reads
dfs.client.cache.drop.behind.writes
dfs.client.cache.readahead
dfs.client.cached.conn.retry number
dfs.client.congestion.backoff.max.time number
dfs.client.congestion.backoff.mean.time number
dfs.client.context
dfs.client.datanode-restart.timeout number
dfs.client.deadnode.detection.enabled boolean
dfs.client.deadnode.detection.idle.sleep.ms number
dfs.client.deadnode.detection.probe.connection.timeout.ms number
dfs.client.deadnode.detection.probe.deadnode.interval.ms number
dfs.client.deadnode.detection.probe.deadnode.threads number
dfs.client.deadnode.detection.probe.suspectnode.interval.ms number
dfs.client.deadnode.detection.probe.suspectnode.threads number
dfs.client.deadnode.detection.rpc.threads number
dfs.client.domain.socket.data.traffic boolean
dfs.client.ec.write.failed.blocks.tolerated number
dfs.client.failover.connection.retries number
dfs.client.failover.connection.retries.on.timeouts number
dfs.client.failover.lazy.resolved boolean
dfs.client.failover.max.attempts number
dfs.client.failover.proxy.provider
dfs.client.failover.random.order boolean
dfs.client.failover.resolve-needed boolean
dfs.client.failover.resolver.impl
dfs.client.failover.resolver.useFQDN boolean
dfs.client.failover.sleep.base.millis number
dfs.client.failover.sleep.max.millis number
dfs.client.fsck.connect.timeout
dfs.client.fsck.read.timeout
dfs.client.hedged.read.threadpool.size number
dfs.client.hedged.read.threshold.millis number
dfs.client.https.keystore.resource
dfs.client.https.need-auth boolean
dfs.client.key.provider.cache.expiry number
dfs.client.local.interfaces
dfs.client.mark.slownode.as.badnode.threshold number
dfs.client.max.block.acquire.failures number
dfs.client.mmap.cache.size number
dfs.client.mmap.cache.timeout.ms number
dfs.client.mmap.enabled boolean
dfs.client.mmap.retry.timeout.ms number
dfs.client.output.stream.uniq.default.key
dfs.client.pipeline.recovery.max-retries number
dfs.client.rbf.observer.read.enable boolean
dfs.client.read.prefetch.size
dfs.client.read.short.circuit.replica.stale.threshold.ms number
dfs.client.read.shortcircuit boolean
dfs.client.read.shortcircuit.buffer.size number
dfs.client.read.shortcircuit.skip.checksum boolean
dfs.client.read.shortcircuit.streams.cache.expiry.ms number
dfs.client.read.shortcircuit.streams.cache.size number
dfs.client.read.striped.threadpool.size number
dfs.client.read.uri.cache.enabled boolean
dfs.client.read.use.cache.priority boolean
dfs.client.refresh.read-block-locations.ms number
dfs.client.refresh.read-block-locations.register-automatically boolean
dfs.client.refresh.read-block-locations.threads number
dfs.client.replica.accessor.builder.classes
dfs.client.retry.interval-ms.get-last-block-length number
dfs.client.retry.max.attempts number
dfs.client.retry.policy.enabled boolean
dfs.client.retry.policy.spec
dfs.client.retry.times.get-last-block-length number
dfs.client.retry.window.base number
dfs.client.server-defaults.validity.period.ms number
dfs.client.short.circuit.num number
dfs.client.short.circuit.replica.stale.threshold.ms number
dfs.client.slow.io.warning.threshold.ms number
dfs.client.socket-timeout number
dfs.client.socket.send.buffer.size number
dfs.client.socketcache.capacity number
dfs.client.socketcache.expiryMsec number
dfs.client.test.drop.namenode.response.number number
dfs.client.use.datanode.hostname boolean
dfs.client.use.legacy.blockreader.local boolean
dfs.client.write.byte-array-manager.count-limit number
dfs.client.write.byte-array-manager.count-reset-time-period-ms number
dfs.client.write.byte-array-manager.count-threshold number
dfs.client.write.byte-array-manager.enabled boolean
dfs.client.write.exclude.nodes.cache.expiry.interval.millis number
dfs.client.write.max-packets-in-flight number
dfs.client.write.recover.lease.on.close.exception boolean
dfs.cluster.administrators
dfs.content-summary.limit number
dfs.content-summary.sleep-microsec number
dfs.data.transfer.client.tcpnodelay boolean
dfs.data.transfer.max.packet.size number
dfs.data.transfer.protection
dfs.data.transfer.saslproperties.resolver.class
dfs.data.transfer.server.tcpnodelay boolean
dfs.datanode.address
dfs.datanode.available-space-volume-choosing-policy.balanced-space-preference-fraction number
dfs.datanode.available-space-volume-choosing-policy.balanced-space-threshold number
dfs.datanode.balance.bandwidthPerSec
dfs.datanode.balance.max.concurrent.moves number
dfs.datanode.block-pinning.enabled boolean
dfs.datanode.block.id.layout.upgrade.threads number
dfs.datanode.bp-ready.timeout number
dfs.datanode.cache.revocation.polling.ms number
dfs.datanode.cache.revocation.timeout.ms number
dfs.datanode.cached-dfsused.check.interval.ms number
dfs.datanode.data.dir
dfs.datanode.data.dir.perm number
dfs.datanode.data.read.bandwidthPerSec number
dfs.datanode.data.transfer.bandwidthPerSec number
dfs.datanode.data.write.bandwidthPerSec number
dfs.datanode.directoryscan.interval number
dfs.datanode.directoryscan.max.notify.count number
dfs.datanode.directoryscan.threads number
dfs.datanode.directoryscan.throttle.limit.ms.per.sec number
dfs.datanode.disk.check.min.gap
dfs.datanode.disk.check.timeout
dfs.datanode.dns.interface
dfs.datanode.dns.nameserver
dfs.datanode.drop.cache.behind.reads boolean
dfs.datanode.drop.cache.behind.writes boolean
dfs.datanode.du.reserved number
dfs.datanode.du.reserved.calculator
dfs.datanode.du.reserved.pct number
dfs.datanode.ec.reconstruct.read.bandwidthPerSec number
dfs.datanode.ec.reconstruct.write.bandwidthPerSec number
dfs.datanode.ec.reconstruction.stripedread.buffer.size number
dfs.datanode.ec.reconstruction.stripedread.timeout.millis number
dfs.datanode.ec.reconstruction.threads number
dfs.datanode.ec.reconstruction.validation boolean
dfs.datanode.ec.reconstruction.xmits.weight number
dfs.datanode.failed.volumes.tolerated number
dfs.datanode.fileio.profiling.sampling.percentage number
dfs.datanode.fixed.volume.size boolean
dfs.datanode.fsdataset.factory
dfs.datanode.fsdataset.volume.choosing.policy
dfs.datanode.fsdatasetasyncdisk.max.threads.per.volume number
dfs.datanode.fsdatasetcache.max.threads.per.volume number
dfs.datanode.handler.count number
dfs.datanode.hostname
dfs.datanode.http.address
dfs.datanode.http.internal-proxy.port number
dfs.datanode.https.address
dfs.datanode.httpserver.filter.handlers
dfs.datanode.ipc.address
dfs.datanode.kerberos.principal
dfs.datanode.keytab.file
dfs.datanode.lazywriter.interval.sec number
dfs.datanode.lifeline.interval.seconds
dfs.datanode.lock.fair boolean
dfs.datanode.lockmanager.trace boolean
dfs.datanode.max.disks.to.report number
dfs.datanode.max.locked.memory number
dfs.datanode.max.nodes.to.report number
dfs.datanode.max.slowdisks.to.exclude number
dfs.datanode.max.transfer.threads number
dfs.datanode.metrics.logger.period.seconds number
dfs.datanode.min.outlier.detection.disks number
dfs.datanode.min.outlier.detection.nodes number
dfs.datanode.nameservices.resolution-enabled boolean
dfs.datanode.nameservices.resolver.impl
dfs.datanode.network.counts.cache.max.size number
dfs.datanode.oob.timeout-ms
dfs.datanode.outliers.report.interval
dfs.datanode.parallel.volumes.load.threads.num
dfs.datanode.peer.metrics.min.outlier.detection.samples number
dfs.datanode.peer.stats.enabled boolean
dfs.datanode.plugins
dfs.datanode.pmem.cache.dirs
dfs.datanode.pmem.cache.recovery boolean
dfs.datanode.processcommands.threshold
dfs.datanode.ram.disk.replica.tracker
dfs.datanode.readahead.bytes number
dfs.datanode.reconcile.blocks.batch.interval number
dfs.datanode.reconcile.blocks.batch.size number
dfs.datanode.replica.cache.expiry.time
dfs.datanode.replica.cache.root.dir
dfs.datanode.reserve-for-archive.default.percentage number
dfs.datanode.restart.replica.expiration number
dfs.datanode.round-robin-volume-choosing-policy.additional-available-space number
dfs.datanode.same-disk-tiering.capacity-ratio.percentage
dfs.datanode.same-disk-tiering.enabled boolean
dfs.datanode.scan.period.hours number
dfs.datanode.shared.file.descriptor.paths
dfs.datanode.slow.io.warning.threshold.ms number
dfs.datanode.slowdisk.low.threshold.ms number
dfs.datanode.slowpeer.low.threshold.ms number
dfs.datanode.socket.reuse.keepalive number
dfs.datanode.socket.write.timeout number
dfs.datanode.sync.behind.writes boolean
dfs.datanode.sync.behind.writes.in.background boolean
dfs.datanode.transfer.socket.recv.buffer.size number
dfs.datanode.transfer.socket.send.buffer.size number
dfs.datanode.transferTo.allowed boolean
dfs.datanode.use.datanode.hostname boolean
dfs.datanode.volumes.replica-add.threadpool.size
dfs.default.chunk.view.size number
dfs.disk.balancer.block.tolerance.percent number
dfs.disk.balancer.enabled boolean
dfs.disk.balancer.max.disk.errors number
dfs.disk.balancer.max.disk.throughputInMBperSec number
dfs.disk.balancer.plan.threshold.percent number
dfs.disk.balancer.plan.valid.interval
dfs.domain.socket.disable.interval.seconds number
dfs.domain.socket.path
dfs.edit.log.transfer.bandwidthPerSec number
dfs.edit.log.transfer.timeout number
dfs.encrypt.data.overwrite.downstream.derived.qop boolean
dfs.encrypt.data.overwrite.downstream.new.qop
dfs.encrypt.data.transfer boolean
dfs.encrypt.data.transfer.algorithm
dfs.encrypt.data.transfer.cipher.key.bitlength number
dfs.encrypt.data.transfer.cipher.suites
dfs.ha.allow.stale.reads boolean
dfs.ha.automatic-failover.enabled boolean
dfs.ha.fencing.methods
dfs.ha.log-roll.period number
dfs.ha.namenode.id
dfs.ha.namenodes.EXAMPLENAMESERVICE
dfs.ha.nn.not-become-active-in-safemode boolean
dfs.ha.standby.checkpoints boolean
dfs.ha.tail-edits.in-progress boolean
dfs.ha.tail-edits.namenode-retries number
dfs.ha.tail-edits.period number
dfs.ha.tail-edits.period.backoff-max number
dfs.ha.tail-edits.rolledits.timeout number
dfs.ha.zkfc.client.ssl.enabled boolean
dfs.ha.zkfc.nn.http.timeout.ms number
dfs.ha.zkfc.port number
dfs.heartbeat.interval number
dfs.hosts
dfs.hosts.exclude
dfs.hosts.timeout number
dfs.http.client.failover.max.attempts number
dfs.http.client.failover.sleep.base.millis number
dfs.http.client.failover.sleep.max.millis number
dfs.http.client.retry.max.attempts number
dfs.http.client.retry.policy.enabled boolean
dfs.http.client.retry.policy.spec
dfs.http.policy
dfs.https.server.keystore.resource
dfs.image.compress boolean
dfs.image.compression.codec
dfs.image.parallel.inode.threshold number
dfs.image.parallel.load boolean
dfs.image.parallel.target.sections number
dfs.image.parallel.threads number
dfs.image.transfer-bootstrap-standby.bandwidthPerSec number
dfs.image.transfer.bandwidthPerSec number
dfs.image.transfer.chunksize number
dfs.image.transfer.timeout number
dfs.internal.nameservices
dfs.journalnode.edit-cache-size.bytes
dfs.journalnode.edit-cache-size.fraction number
dfs.journalnode.edits.dir
dfs.journalnode.edits.dir.perm number
dfs.journalnode.enable.sync boolean
dfs.journalnode.enable.sync.format boolean
dfs.journalnode.handler.count number
dfs.journalnode.http-address
dfs.journalnode.http-bind-host
dfs.journalnode.https-address
dfs.journalnode.https-bind-host
dfs.journalnode.kerberos.internal.spnego.principal
dfs.journalnode.kerberos.principal
dfs.journalnode.keytab.file
dfs.journalnode.rpc-address
dfs.journalnode.rpc-bind-host
dfs.journalnode.sync.interval number
dfs.lock.suppress.warning.interval
dfs.ls.limit number
dfs.metrics.percentiles.intervals
dfs.mover.address
dfs.mover.kerberos.principal
dfs.mover.keytab.enabled boolean
dfs.mover.keytab.file
dfs.mover.max-no-move-interval number
dfs.mover.movedWinWidth number
dfs.mover.moverThreads number
dfs.mover.retry.max.attempts number
dfs.namenode.access-control-enforcer-reporting-threshold-ms number
dfs.namenode.accesstime.precision number
dfs.namenode.acls.enabled boolean
dfs.namenode.audit.log.debug.cmdlist
dfs.namenode.audit.log.token.tracking.id boolean
dfs.namenode.audit.log.with.remote.port boolean
dfs.namenode.audit.loggers
dfs.namenode.available-space-block-placement-policy.balance-local-node boolean
dfs.namenode.available-space-block-placement-policy.balanced-space-preference-fraction number
dfs.namenode.available-space-block-placement-policy.balanced-space-tolerance number
dfs.namenode.available-space-block-placement-policy.balanced-space-tolerance-limit number
dfs.namenode.available-space-rack-fault-tolerant-block-placement-policy.balanced-space-preference-fraction number
dfs.namenode.available-space-rack-fault-tolerant-block-placement-policy.balanced-space-tolerance number
dfs.namenode.avoid.read.slow.datanode boolean
dfs.namenode.avoid.read.stale.datanode boolean
dfs.namenode.avoid.write.stale.datanode boolean
dfs.namenode.backup.address
dfs.namenode.backup.dnrpc-address
dfs.namenode.backup.http-address
dfs.namenode.block-placement-policy.default.prefer-local-node boolean
dfs.namenode.block-placement-policy.exclude-slow-nodes.enabled boolean
dfs.namenode.block-placement.min-blocks-for.write number
dfs.namenode.block.deletion.lock.threshold.ms number
dfs.namenode.block.deletion.unlock.interval.ms number
dfs.namenode.blockreport.max.lock.hold.time number
dfs.namenode.blockreport.queue.size number
dfs.namenode.blocks.per.postponedblocks.rescan number
dfs.namenode.caching.enabled boolean
dfs.namenode.checkpoint.check.period number
dfs.namenode.checkpoint.check.quiet-multiplier number
dfs.namenode.checkpoint.dir
dfs.namenode.checkpoint.edits.dir
dfs.namenode.checkpoint.max-retries number
dfs.namenode.checkpoint.parallel.upload.enabled boolean
dfs.namenode.checkpoint.period number
dfs.namenode.checkpoint.txns number
dfs.namenode.corrupt.block.delete.immediately.enabled boolean
dfs.namenode.crm.checklocktime.enable boolean
dfs.namenode.crm.maxlocktime.ms number
dfs.namenode.crm.sleeptime.ms number
dfs.namenode.datanode.registration.ip-hostname-check boolean
dfs.namenode.decommission.backoff.monitor.pending.blocks.per.lock number
dfs.namenode.decommission.backoff.monitor.pending.limit number
dfs.namenode.decommission.blocks.per.interval number
dfs.namenode.decommission.interval number
dfs.namenode.decommission.max.concurrent.tracked.nodes number
dfs.namenode.decommission.monitor.class
dfs.namenode.delegation.key.update-interval number
dfs.namenode.delegation.token.always-use boolean
dfs.namenode.delegation.token.max-lifetime number
dfs.namenode.delegation.token.renew-interval number
dfs.namenode.ec.policies.max.cellsize number
dfs.namenode.ec.system.default.policy
dfs.namenode.ec.userdefined.policy.allowed boolean
dfs.namenode.edekcacheloader.initial.delay.ms number
dfs.namenode.edekcacheloader.interval.ms number
dfs.namenode.edekcacheloader.max-retries number
dfs.namenode.edit.log.autoroll.check.interval.ms number
dfs.namenode.edit.log.autoroll.multiplier.threshold number
dfs.namenode.edits.asynclogging boolean
dfs.namenode.edits.asynclogging.pending.queue.size number
dfs.namenode.edits.dir
dfs.namenode.edits.dir.minimum number
dfs.namenode.edits.dir.required
dfs.namenode.edits.journal-plugin
dfs.namenode.edits.journal-plugin.qjournal
dfs.namenode.edits.noeditlogchannelflush boolean
dfs.namenode.edits.qjournals.resolution-enabled boolean
dfs.namenode.edits.qjournals.resolver.impl
dfs.namenode.enable.log.stale.datanode boolean
dfs.namenode.enable.retrycache boolean
dfs.namenode.excess.redundancy.timeout-sec number
dfs.namenode.excess.redundancy.timeout.check.limit number
dfs.namenode.file.close.num-committed-allowed number
dfs.namenode.fs-limits.max-blocks-per-file number
dfs.namenode.fs-limits.max-component-length number
dfs.namenode.fs-limits.max-directory-items number
dfs.namenode.fs-limits.max-xattr-size number
dfs.namenode.fs-limits.max-xattrs-per-inode number
dfs.namenode.fs-limits.min-block-size number
dfs.namenode.fslock.fair boolean
dfs.namenode.full.block.report.lease.length.ms number
dfs.namenode.gc.time.monitor.enable boolean
dfs.namenode.gc.time.monitor.observation.window.ms
dfs.namenode.gc.time.monitor.sleep.interval.ms
dfs.namenode.get-blocks.check.operation boolean
dfs.namenode.get-blocks.max-qps number
dfs.namenode.handler.count number
dfs.namenode.heartbeat.recheck-interval number
dfs.namenode.hosts.provider.classname
dfs.namenode.http-address
dfs.namenode.http-bind-host
dfs.namenode.https-address
dfs.namenode.https-bind-host
dfs.namenode.inode.attributes.provider.bypass.users
dfs.namenode.inode.attributes.provider.class
dfs.namenode.inotify.max.events.per.rpc number
dfs.namenode.invalidate.work.pct.per.iteration number
dfs.namenode.ip-proxy-users
dfs.namenode.kerberos.internal.spnego.principal
dfs.namenode.kerberos.principal
dfs.namenode.kerberos.principal.pattern
dfs.namenode.keytab.file
dfs.namenode.lazypersist.file.scrub.interval.sec number
dfs.namenode.lease-hard-limit-sec number
dfs.namenode.lease-recheck-interval-ms number
dfs.namenode.legacy-oiv-image.dir
dfs.namenode.lifeline.handler.count
dfs.namenode.lifeline.handler.ratio number
dfs.namenode.lifeline.rpc-address
dfs.namenode.lifeline.rpc-bind-host
dfs.namenode.list.cache.directives.num.responses number
dfs.namenode.list.cache.pools.num.responses number
dfs.namenode.list.encryption.zones.num.responses number
dfs.namenode.list.openfiles.num.responses number
dfs.namenode.list.reencryption.status.num.responses number
dfs.namenode.lock.detailed-metrics.enabled boolean
dfs.namenode.lock.model.provider.class
dfs.namenode.maintenance.replication.min number
dfs.namenode.max-corrupt-file-blocks-returned number
dfs.namenode.max-lock-hold-to-release-lease-ms number
dfs.namenode.max-num-blocks-to-log number
dfs.namenode.max.extra.edits.segments.retained number
dfs.namenode.max.full.block.report.leases number
dfs.namenode.max.objects number
dfs.namenode.max.op.size number
dfs.namenode.max.slowpeer.collect.nodes number
dfs.namenode.metrics.logger.period.seconds number
dfs.namenode.missing.checkpoint.periods.before.shutdown number
dfs.namenode.name.cache.threshold number
dfs.namenode.name.dir
dfs.namenode.name.dir.restore boolean
dfs.namenode.num.checkpoints.retained number
dfs.namenode.num.extra.edits.retained number
dfs.namenode.observer.enabled boolean
dfs.namenode.path.based.cache.block.map.allocation.percent number
dfs.namenode.path.based.cache.refresh.interval.ms number
dfs.namenode.path.based.cache.retry.interval.ms number
dfs.namenode.plugins
dfs.namenode.posix.acl.inheritance.enabled boolean
dfs.namenode.provided.enabled boolean
dfs.namenode.quota.init-threads number
dfs.namenode.random.node.order.enabled boolean
dfs.namenode.read-lock-reporting-threshold-ms number
dfs.namenode.read.considerLoad boolean
dfs.namenode.read.considerStorageType boolean
dfs.namenode.reconstruction.pending.timeout-sec number
dfs.namenode.redundancy.considerLoad boolean
dfs.namenode.redundancy.considerLoad.factor number
dfs.namenode.redundancy.considerLoadByStorageType boolean
dfs.namenode.redundancy.considerLoadByVolume boolean
dfs.namenode.redundancy.interval.seconds number
dfs.namenode.redundancy.queue.restart.iterations number
dfs.namenode.reencrypt.batch.size number
dfs.namenode.reencrypt.edek.threads number
dfs.namenode.reencrypt.sleep.interval
dfs.namenode.reencrypt.throttle.limit.handler.ratio number
dfs.namenode.reencrypt.throttle.limit.updater.ratio number
dfs.namenode.reject-unresolved-dn-topology-mapping boolean
dfs.namenode.remove.dead.datanode.batchnum number
dfs.namenode.replication.max-streams number
dfs.namenode.replication.max-streams-hard-limit number
dfs.namenode.replication.min number
dfs.namenode.replication.work.multiplier.per.iteration number
dfs.namenode.resource.check.interval number
dfs.namenode.resource.checked.volumes
dfs.namenode.resource.checked.volumes.minimum number
dfs.namenode.resource.du.reserved number
dfs.namenode.retrycache.expirytime.millis number
dfs.namenode.retrycache.heap.percent number
dfs.namenode.rpc-address
dfs.namenode.rpc-address.auxiliary-ports
dfs.namenode.rpc-bind-host
dfs.namenode.safemode.extension number
dfs.namenode.safemode.min.datanodes number
dfs.namenode.safemode.recheck.interval number
dfs.namenode.safemode.replication.min
dfs.namenode.safemode.threshold-pct number
dfs.namenode.secondary.http-address
dfs.namenode.secondary.https-address
dfs.namenode.send.qop.enabled boolean
dfs.namenode.service.handler.count number
dfs.namenode.servicerpc-address
dfs.namenode.servicerpc-bind-host
dfs.namenode.shared.edits.dir
dfs.namenode.slowpeer.collect.interval
dfs.namenode.snapshot.capture.openfiles boolean
dfs.namenode.snapshot.filesystem.limit number
dfs.namenode.snapshot.max.limit number
dfs.namenode.snapshot.skip.capture.accesstime-only-change boolean
dfs.namenode.snapshot.skiplist.interval number
dfs.namenode.snapshot.skiplist.max.levels number
dfs.namenode.snapshotdiff.allow.snap-root-descendant boolean
dfs.namenode.snapshotdiff.listing.limit number
dfs.namenode.stale.datanode.interval number
dfs.namenode.stale.datanode.minimum.interval number
dfs.namenode.startup.delay.block.deletion.sec number
dfs.namenode.state.context.enabled boolean
dfs.namenode.storage.dir.perm number
dfs.namenode.support.allow.format boolean
dfs.namenode.top.enabled boolean
dfs.namenode.top.num.users number
dfs.namenode.top.window.num.buckets number
dfs.namenode.top.windows.minutes
dfs.namenode.upgrade.domain.factor
dfs.namenode.write-lock-reporting-threshold-ms number
dfs.namenode.write.stale.datanode.ratio number
dfs.namenode.xattrs.enabled boolean
dfs.nameservice.id
dfs.nameservices
dfs.net.topology.impl
dfs.nodeplan.steps.supported.packages
dfs.permissions.ContentSummary.subAccess boolean
dfs.permissions.allow.owner.set.quota boolean
dfs.permissions.enabled boolean
dfs.permissions.superusergroup
dfs.pipeline.congestion.ratio number
dfs.pipeline.ecn boolean
dfs.pipeline.slownode boolean
dfs.protected.subdirectories.enable boolean
dfs.provided.acls.import.enabled boolean
dfs.provided.aliasmap.class
dfs.provided.aliasmap.inmemory.batch-size number
dfs.provided.aliasmap.inmemory.dnrpc-address
dfs.provided.aliasmap.inmemory.enabled boolean
dfs.provided.aliasmap.inmemory.leveldb.dir
dfs.provided.aliasmap.inmemory.rpc.bind-host
dfs.provided.aliasmap.inmemory.server.log boolean
dfs.provided.aliasmap.leveldb.path
dfs.provided.aliasmap.load.retries number
dfs.provided.aliasmap.text.codec
dfs.provided.aliasmap.text.delimiter
dfs.provided.aliasmap.text.read.file
dfs.provided.aliasmap.text.write.dir
dfs.provided.storage.id
dfs.qjm.operations.timeout
dfs.qjournal.accept-recovery.timeout.ms number
dfs.qjournal.finalize-segment.timeout.ms number
dfs.qjournal.get-journal-state.timeout.ms number
dfs.qjournal.http.open.timeout.ms number
dfs.qjournal.http.read.timeout.ms number
dfs.qjournal.new-epoch.timeout.ms number
dfs.qjournal.parallel-read.num-threads number
dfs.qjournal.prepare-recovery.timeout.ms number
dfs.qjournal.queued-edits.limit.mb number
dfs.qjournal.select-input-streams.timeout.ms number
dfs.qjournal.start-segment.timeout.ms number
dfs.qjournal.write-txns.timeout.ms number
dfs.quota.by.storage.type.enabled boolean
dfs.reformat.disabled boolean
dfs.replication number
dfs.replication.max number
dfs.secondary.namenode.kerberos.internal.spnego.principal
dfs.secondary.namenode.kerberos.principal
dfs.secondary.namenode.keytab.file
dfs.short.circuit.shared.memory.watcher.interrupt.check.ms number
dfs.storage.default.policy
dfs.storage.policy.enabled boolean
dfs.storage.policy.permissions.superuser-only boolean
dfs.storage.policy.satisfier.address
dfs.storage.policy.satisfier.datanode.cache.refresh.interval.ms number
dfs.storage.policy.satisfier.kerberos.principal
dfs.storage.policy.satisfier.keytab.file
dfs.storage.policy.satisfier.max.outstanding.paths number
dfs.storage.policy.satisfier.mode
dfs.storage.policy.satisfier.move.task.retry.max.attempts number
dfs.storage.policy.satisfier.queue.limit number
dfs.storage.policy.satisfier.recheck.timeout.millis number
dfs.storage.policy.satisfier.retry.max.attempts number
dfs.storage.policy.satisfier.self.retry.timeout.millis number
dfs.storage.policy.satisfier.work.multiplier.per.iteration number
dfs.stream-buffer-size number
dfs.trustedchannel.resolver.class
dfs.use.dfs.network.topology boolean
dfs.user.home.dir.prefix
dfs.web.authentication.kerberos.keytab
dfs.web.authentication.kerberos.principal
dfs.web.authentication.simple.anonymous.allowed
dfs.web.ugi
dfs.webhdfs.acl.provider.permission.pattern
dfs.webhdfs.netty.high.watermark number
dfs.webhdfs.netty.low.watermark number
dfs.webhdfs.oauth2.access.token.provider
dfs.webhdfs.oauth2.client.id
dfs.webhdfs.oauth2.enabled boolean
dfs.webhdfs.oauth2.refresh.url
dfs.webhdfs.rest-csrf.browser-useragents-regex
dfs.webhdfs.rest-csrf.custom-header
dfs.webhdfs.rest-csrf.enabled boolean
dfs.webhdfs.rest-csrf.methods-to-ignore
dfs.webhdfs.socket.connect-timeout
dfs.webhdfs.socket.read-timeout
dfs.webhdfs.ugi.expire.after.access number
dfs.webhdfs.use.ipc.callq boolean
dfs.webhdfs.user.provider.user.pattern
dfs.xframe.enabled boolean
dfs.xframe.value
hadoop.fuse.connection.timeout number
hadoop.fuse.timer.period number
hadoop.hdfs.configuration.version number
hadoop.user.group.metrics.percentiles.intervals
httpfs.buffer.size number
nfs.allow.insecure.ports boolean
nfs.dump.dir
nfs.kerberos.principal
nfs.keytab.file
nfs.mountd.port number
nfs.rtmax number
nfs.server.port number
nfs.wtmax number
ssl.server.keystore.keypassword
ssl.server.keystore.location
ssl.server.keystore.password
ssl.server.truststore.location
ssl.server.truststore.password`;
