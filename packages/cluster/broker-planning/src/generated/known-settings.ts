// Written by release/pin.ts.

/**
 * The settings that the pinned broker defines: name, type and accepted values. `1..5` is a range. `a|b` means one of these values, or for a
 * list, some of them.
 */
export const KNOWN_SETTINGS = `add.partitions.to.txn.retry.backoff.max.ms int 0..
add.partitions.to.txn.retry.backoff.ms int 1..
advertised.listeners list
alter.config.policy.class.name class
alter.log.dirs.replication.quota.window.num int 1..
alter.log.dirs.replication.quota.window.size.seconds int 1..
authorizer.class.name string
auto.create.topics.enable boolean
auto.leader.rebalance.enable boolean
background.threads int 1..
broker.heartbeat.interval.ms int
broker.id int
broker.rack string
broker.session.timeout.ms int
client.quota.callback.class class
compression.gzip.level int
compression.lz4.level int 1..17
compression.type string uncompressed|zstd|lz4|snappy|gzip|producer
compression.zstd.level int -131072..22
config.providers list
connection.failed.authentication.delay.ms int 0..
connections.max.idle.ms long
connections.max.reauth.ms long
controlled.shutdown.enable boolean
controller.listener.names list
controller.quorum.append.linger.ms int 0..
controller.quorum.auto.join.enable boolean
controller.quorum.bootstrap.servers list
controller.quorum.election.backoff.max.ms int 0..
controller.quorum.election.timeout.ms int 0..
controller.quorum.fetch.max.bytes int 1..
controller.quorum.fetch.snapshot.max.bytes int 1..
controller.quorum.fetch.timeout.ms int 0..
controller.quorum.request.timeout.ms int 0..
controller.quorum.retry.backoff.ms int 0..
controller.quorum.voters list
controller.quota.window.num int 1..
controller.quota.window.size.seconds int 1..
controller.socket.timeout.ms int
cordoned.log.dirs list
create.topic.policy.class.name class
default.replication.factor int
delegation.token.expiry.check.interval.ms long 1..
delegation.token.expiry.time.ms long 1..
delegation.token.max.lifetime.ms long 1..
delegation.token.secret.key password
delete.records.purgatory.purge.interval.requests int
delete.topic.enable boolean
early.start.listeners list
fetch.max.bytes int 1024..
fetch.purgatory.purge.interval.requests int
follower.fetch.last.tiered.offset.enable boolean
group.consumer.assignment.interval.ms int 0..
group.consumer.assignors list
group.consumer.heartbeat.interval.ms int 1..
group.consumer.max.assignment.interval.ms int 0..
group.consumer.max.heartbeat.interval.ms int 1..
group.consumer.max.session.timeout.ms int 1..
group.consumer.max.size int 1..
group.consumer.migration.policy string
group.consumer.min.assignment.interval.ms int 0..
group.consumer.min.heartbeat.interval.ms int 1..
group.consumer.min.session.timeout.ms int 1..
group.consumer.session.timeout.ms int 1..
group.coordinator.append.linger.ms int -1..
group.coordinator.background.threads int 1..
group.coordinator.cached.buffer.max.bytes int 524288..
group.coordinator.rebalance.protocols list consumer|classic|share|streams
group.coordinator.threads int 1..
group.initial.rebalance.delay.ms int
group.max.session.timeout.ms int
group.max.size int 1..
group.min.session.timeout.ms int
group.share.assignment.interval.ms int 0..
group.share.assignors list
group.share.delivery.count.limit int 2..10
group.share.heartbeat.interval.ms int 1..
group.share.max.assignment.interval.ms int 0..
group.share.max.delivery.count.limit int 5..25
group.share.max.heartbeat.interval.ms int 1..
group.share.max.partition.max.record.locks int 2000..10000
group.share.max.record.lock.duration.ms int 30000..3600000
group.share.max.session.timeout.ms int 1..
group.share.max.share.sessions int 1..
group.share.max.size int 1..1000
group.share.min.assignment.interval.ms int 0..
group.share.min.delivery.count.limit int 2..5
group.share.min.heartbeat.interval.ms int 1..
group.share.min.partition.max.record.locks int 100..2000
group.share.min.record.lock.duration.ms int 1000..30000
group.share.min.session.timeout.ms int 1..
group.share.partition.max.record.locks int 100..10000
group.share.record.lock.duration.ms int 1000..3600000
group.share.session.timeout.ms int 1..
group.streams.assignment.interval.ms int 0..
group.streams.heartbeat.interval.ms int 1..
group.streams.initial.rebalance.delay.ms int 0..
group.streams.max.assignment.interval.ms int 0..
group.streams.max.heartbeat.interval.ms int 1..
group.streams.max.session.timeout.ms int 1..
group.streams.max.size int 1..
group.streams.max.standby.replicas int 0..
group.streams.min.assignment.interval.ms int 0..
group.streams.min.heartbeat.interval.ms int 1..
group.streams.min.session.timeout.ms int 1..
group.streams.num.standby.replicas int 0..
group.streams.session.timeout.ms int 1..
initial.broker.registration.timeout.ms int
inter.broker.listener.name string
kafka.metrics.polling.interval.secs int 1..
kafka.metrics.reporters list
leader.imbalance.check.interval.seconds long 1..
listener.security.protocol.map string
listeners list
log.cleaner.backoff.ms long 0..
log.cleaner.dedupe.buffer.size long
log.cleaner.delete.retention.ms long 0..
log.cleaner.enable boolean
log.cleaner.io.buffer.load.factor double
log.cleaner.io.buffer.size int 0..
log.cleaner.io.max.bytes.per.second double
log.cleaner.max.compaction.lag.ms long 1..
log.cleaner.min.cleanable.ratio double 0..1
log.cleaner.min.compaction.lag.ms long 0..
log.cleaner.threads int 0..
log.cleanup.policy list compact|delete
log.dir list
log.dir.failure.timeout.ms long 1..
log.dirs list
log.flush.interval.messages long 1..
log.flush.interval.ms long
log.flush.offset.checkpoint.interval.ms int 0..
log.flush.scheduler.interval.ms long
log.flush.start.offset.checkpoint.interval.ms int 0..
log.index.interval.bytes int 0..
log.index.size.max.bytes int 4..
log.local.retention.bytes long -2..
log.local.retention.ms long -2..
log.message.timestamp.after.max.ms long 0..
log.message.timestamp.before.max.ms long 0..
log.message.timestamp.type string CreateTime|LogAppendTime
log.preallocate boolean
log.retention.bytes long
log.retention.check.interval.ms long 1..
log.retention.hours int
log.retention.minutes int
log.retention.ms long
log.roll.hours int 1..
log.roll.jitter.hours int 0..
log.roll.jitter.ms long
log.roll.ms long
log.segment.bytes int 1048576..
log.segment.delete.delay.ms long 0..
max.connection.creation.rate int 0..
max.connections int 0..
max.connections.per.ip int 0..
max.connections.per.ip.overrides string
max.incremental.fetch.session.cache.slots int 0..
max.request.partition.size.limit int 1..
message.max.bytes int 0..
metadata.log.dir string
metadata.log.max.record.bytes.between.snapshots long 1..
metadata.log.max.snapshot.interval.ms long 0..
metadata.log.segment.bytes int 8388608..
metadata.log.segment.ms long
metadata.max.idle.interval.ms int 0..
metadata.max.retention.bytes long
metadata.max.retention.ms long
metric.reporters list
metrics.num.samples int 1..
metrics.recording.level string
metrics.sample.window.ms long 1..
min.insync.replicas int 1..
node.id int 0..
num.io.threads int 1..
num.network.threads int 1..
num.partitions int 1..
num.recovery.threads.per.data.dir int 1..
num.replica.alter.log.dirs.threads int
num.replica.fetchers int 1..
offset.metadata.max.bytes int
offsets.commit.timeout.ms int 1..
offsets.load.buffer.size int 1..
offsets.retention.check.interval.ms long 1..
offsets.retention.minutes int 1..
offsets.topic.compression.codec int
offsets.topic.num.partitions int 1..
offsets.topic.replication.factor short 1..
offsets.topic.segment.bytes int 1..
principal.builder.class class
process.roles list broker|controller
producer.id.expiration.ms int 1..
producer.purgatory.purge.interval.requests int
queued.max.request.bytes long
queued.max.requests int 1..
quota.window.num int 1..
quota.window.size.seconds int 1..
remote.fetch.max.wait.ms int 1..
remote.list.offsets.request.timeout.ms long 1..
remote.log.index.file.cache.total.size.bytes long 1..
remote.log.manager.copier.thread.pool.size int 1..
remote.log.manager.copy.max.bytes.per.second long 1..
remote.log.manager.copy.quota.window.num int 1..
remote.log.manager.copy.quota.window.size.seconds int 1..
remote.log.manager.expiration.thread.pool.size int 1..
remote.log.manager.fetch.max.bytes.per.second long 1..
remote.log.manager.fetch.quota.window.num int 1..
remote.log.manager.fetch.quota.window.size.seconds int 1..
remote.log.manager.follower.thread.pool.size int 1..
remote.log.manager.task.interval.ms long 1..
remote.log.manager.thread.pool.size int 1..
remote.log.metadata.custom.metadata.max.bytes int 0..
remote.log.metadata.manager.class.name string
remote.log.metadata.manager.class.path string
remote.log.metadata.manager.impl.prefix string
remote.log.metadata.manager.listener.name string
remote.log.reader.max.pending.tasks int 1..
remote.log.reader.threads int 1..
remote.log.storage.manager.class.name string
remote.log.storage.manager.class.path string
remote.log.storage.manager.impl.prefix string
remote.log.storage.system.enable boolean
replica.fetch.backoff.ms int 0..
replica.fetch.max.bytes int 0..
replica.fetch.min.bytes int
replica.fetch.response.max.bytes int 0..
replica.fetch.wait.max.ms int
replica.high.watermark.checkpoint.interval.ms long
replica.lag.time.max.ms long
replica.selector.class string
replica.socket.receive.buffer.bytes int
replica.socket.timeout.ms int
replication.quota.window.num int 1..
replication.quota.window.size.seconds int 1..
request.timeout.ms int
sasl.client.callback.handler.class class
sasl.enabled.mechanisms list
sasl.jaas.config password
sasl.kerberos.kinit.cmd string
sasl.kerberos.min.time.before.relogin long
sasl.kerberos.principal.to.local.rules list
sasl.kerberos.service.name string
sasl.kerberos.ticket.renew.jitter double
sasl.kerberos.ticket.renew.window.factor double
sasl.login.callback.handler.class class
sasl.login.class class
sasl.login.connect.timeout.ms int
sasl.login.read.timeout.ms int
sasl.login.refresh.buffer.seconds short
sasl.login.refresh.min.period.seconds short
sasl.login.refresh.window.factor double
sasl.login.refresh.window.jitter double
sasl.login.retry.backoff.max.ms long
sasl.login.retry.backoff.ms long
sasl.mechanism.controller.protocol string
sasl.mechanism.inter.broker.protocol string
sasl.oauthbearer.assertion.algorithm string
sasl.oauthbearer.assertion.claim.aud string
sasl.oauthbearer.assertion.claim.exp.seconds int 0..86400
sasl.oauthbearer.assertion.claim.iss string
sasl.oauthbearer.assertion.claim.jti.include boolean
sasl.oauthbearer.assertion.claim.nbf.seconds int 0..3600
sasl.oauthbearer.assertion.claim.sub string
sasl.oauthbearer.assertion.file string
sasl.oauthbearer.assertion.private.key.file string
sasl.oauthbearer.assertion.private.key.passphrase password
sasl.oauthbearer.assertion.template.file string
sasl.oauthbearer.client.credentials.client.id string
sasl.oauthbearer.client.credentials.client.secret password
sasl.oauthbearer.clock.skew.seconds int
sasl.oauthbearer.expected.audience list
sasl.oauthbearer.expected.issuer string
sasl.oauthbearer.jwks.endpoint.refresh.ms long
sasl.oauthbearer.jwks.endpoint.retry.backoff.max.ms long
sasl.oauthbearer.jwks.endpoint.retry.backoff.ms long
sasl.oauthbearer.jwks.endpoint.url string
sasl.oauthbearer.jwt.retriever.class class
sasl.oauthbearer.jwt.validator.class class
sasl.oauthbearer.scope string
sasl.oauthbearer.scope.claim.name string
sasl.oauthbearer.sub.claim.name string
sasl.oauthbearer.token.endpoint.url string
sasl.server.callback.handler.class class
sasl.server.max.receive.size int
security.inter.broker.protocol string PLAINTEXT|SSL|SASL_PLAINTEXT|SASL_SSL
security.providers string
share.coordinator.append.linger.ms int -1..
share.coordinator.cached.buffer.max.bytes int 524288..
share.coordinator.load.buffer.size int 1..
share.coordinator.snapshot.update.records.per.snapshot int 0..500
share.coordinator.state.topic.compression.codec int
share.coordinator.state.topic.min.isr short 1..
share.coordinator.state.topic.num.partitions int 1..
share.coordinator.state.topic.replication.factor short 1..
share.coordinator.state.topic.segment.bytes int 1..
share.coordinator.threads int 1..
share.coordinator.write.timeout.ms int 1..
share.fetch.purgatory.purge.interval.requests int
socket.connection.setup.timeout.max.ms long
socket.connection.setup.timeout.ms long
socket.listen.backlog.size int 1..
socket.receive.buffer.bytes int
socket.request.max.bytes int 1..
socket.send.buffer.bytes int
ssl.allow.dn.changes boolean
ssl.allow.san.changes boolean
ssl.cipher.suites list
ssl.client.auth string required|requested|none
ssl.enabled.protocols list
ssl.endpoint.identification.algorithm string
ssl.engine.factory.class class
ssl.key.password password
ssl.keymanager.algorithm string
ssl.keystore.certificate.chain password
ssl.keystore.key password
ssl.keystore.location string
ssl.keystore.password password
ssl.keystore.type string
ssl.principal.mapping.rules string
ssl.protocol string
ssl.provider string
ssl.secure.random.implementation string
ssl.trustmanager.algorithm string
ssl.truststore.certificates password
ssl.truststore.location string
ssl.truststore.password password
ssl.truststore.type string
telemetry.max.bytes int 1..
transaction.abort.timed.out.transaction.cleanup.interval.ms int 1..
transaction.max.timeout.ms int 1..
transaction.partition.verification.enable boolean
transaction.remove.expired.transaction.cleanup.interval.ms int 1..
transaction.state.log.load.buffer.size int 1..
transaction.state.log.min.isr int 1..
transaction.state.log.num.partitions int 1..
transaction.state.log.replication.factor short 1..
transaction.state.log.segment.bytes int 1..
transaction.two.phase.commit.enable boolean
transactional.id.expiration.ms int 1..
unclean.leader.election.enable boolean`;
