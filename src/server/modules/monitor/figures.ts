import { platform, release } from 'node:os'
import type { ReplicaLag } from '../../platform/store/database.ts'
import type { DatabaseFigures, SessionFigures } from './database-figures.ts'
import type { DiskFigures, ProcessFigures } from './process-figures.ts'
import type { RedisFigures } from './redis-figures.ts'
import type { RequestCounts } from './requests.ts'

/** What a server has read about itself and its database. */
export interface Reading {
  process: ProcessFigures
  database: DatabaseFigures
  /** How far the replica is behind; null: it does not answer; absent: there is none. */
  replica?: ReplicaLag | null
  /** Of the Redis server; null: it does not answer; absent: there is none. */
  redis?: RedisFigures | null
  sessions: SessionFigures
  disks: readonly DiskFigures[]
  requests: RequestCounts
  /** Seconds between two readings. */
  interval: number
}

/** The screen that shows a figure. */
export type FigureGroup = 'system' | 'runtime' | 'database' | 'sessions' | 'disk'

/** A figure in words: `name` in the names of the contract, where it has them. */
export interface Figure {
  group: FigureGroup
  name: string
  title: string
  value: string
  /** Per cent, of a figure that is drawn as a gauge. */
  share?: number
}

const MIB = 1024 * 1024
const GIB = 1024 * MIB

const size = (bytes: number): string =>
  bytes >= GIB ? `${(bytes / GIB).toFixed(2)} GB` : `${(bytes / MIB).toFixed(1)} MB`
const share = (part: number): string => `${(part * 100).toFixed(1)} %`
const usedShare = ({ total, free }: DiskFigures): number => (total > 0 ? (total - free) / total : 0)
const time = (ms: number): string => `${ms.toFixed(1)} 毫秒`

function formatUptime(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
  return [days > 0 && `${days} 天`, hours > 0 && `${hours} 小时`, `${minutes % 60} 分`]
    .filter(Boolean)
    .join(' ')
}

/** The figures of a Redis server: name, title and value. */
function listRedisFigures(redis: RedisFigures | null): [string, string, string][] {
  if (!redis) return [['redis.state', 'Redis', '没有应答，请检查 REDIS_URL 和那台 Redis']]
  return [
    ['redis_version', 'Redis 版本', redis.version],
    ['uptime_in_seconds', 'Redis 已运行', formatUptime(redis.uptime)],
    ['connected_clients', 'Redis 连接', `${redis.clients} 个`],
    ['used_memory', 'Redis 占用内存', size(redis.memory)],
    ['used_memory_peak', 'Redis 占用内存最多时', size(redis.memoryPeak)],
    ['dbSize', 'Redis 键数', `${redis.keys} 个`],
    ['keyspace_hits', 'Redis 命中率', redis.hits === null ? '还没有读过' : `${redis.hits.toFixed(1)} %`],
    ['evicted_keys', 'Redis 挤出的键', `${redis.evicted} 个`],
  ]
}

function listReplicaFigures(lag: ReplicaLag | null): [string, string, string][] {
  if (!lag)
    return [['replica.state', '只读副本', '没有应答，列表和报表改由主库查询，请检查 DATABASE_READ_URL']]
  return [
    ['replica.lag.bytes', '只读副本落后的日志', size(lag.bytes)],
    ['replica.lag.seconds', '只读副本落后的时间', `${lag.seconds.toFixed(1)} 秒`],
  ]
}

/** All figures of a reading, in the order in which screens show them. */
export function listFigures({
  process: used,
  database,
  replica,
  redis,
  sessions,
  disks,
  requests,
  interval,
}: Reading): Figure[] {
  const figure = (group: FigureGroup) => (name: string, title: string, value: string | number) => ({
    ...{ group, name, title },
    value: String(value),
  })
  const [system, runtime] = [figure('system'), figure('runtime')]
  const [store, session, disk] = [figure('database'), figure('sessions'), figure('disk')]
  const perMinute = (count: number) => `${Math.round((count * 60) / interval)} 次/分`
  return [
    system('system.cpu.count', '处理器数量', `${used.processors} 核`),
    system('system.cpu.usage', '系统处理器使用率', share(used.systemCpu)),
    system('system.load.average.1m', '一分钟平均负载', used.load.toFixed(2)),
    system('system.memory.total', '内存总量', size(used.memoryTotal)),
    system('system.memory.free', '空闲内存', size(used.memoryFree)),
    system('system.os', '操作系统', `${platform()} ${release()}`),
    system('process.runtime', '运行环境', `Node.js ${process.version}`),
    system('process.cpu.usage', '本服务处理器使用率', share(used.processCpu)),
    system('process.memory.resident', '本服务占用内存', size(used.resident)),
    system('process.uptime', '本服务已运行', formatUptime(process.uptime())),
    runtime('jvm.memory.max', '堆内存上限', size(used.heapLimit)),
    runtime('jvm.memory.committed', '堆内存已分配', size(used.heapTotal)),
    runtime('jvm.memory.used', '堆内存已使用', size(used.heapUsed)),
    runtime('jvm.buffer.memory.used', '缓冲区内存', size(used.buffers)),
    runtime('jvm.threads.live', '打开的句柄和等待的操作', `${used.resources} 个`),
    runtime('jvm.gc.pause.count', '垃圾回收次数', perMinute(used.collections)),
    runtime('jvm.gc.pause.total', '垃圾回收用时占比', share(used.collectionTime / (interval * 1000))),
    runtime('process.loop.delay', '事件循环延迟（99%）', time(used.loopDelay)),
    session('tomcat.sessions.active.current', '当前会话', `${sessions.active} 个`),
    session('tomcat.sessions.created', '保存的会话', `${sessions.created} 个`),
    session('tomcat.sessions.expired', '已到期的会话', `${sessions.ended} 个`),
    session('tomcat.servlet.request', '请求', perMinute(requests.count)),
    session('tomcat.global.error', '出错的请求', perMinute(requests.failed)),
    session('tomcat.servlet.request.p95', '请求用时（95%）', time(requests.p95)),
    store('db.connections', '连接', `${database.connections} / ${database.maxConnections}`),
    store('db.cache.size', '缓存大小', size(database.cacheSize)),
    store('db.cache.hits', '缓存命中率', `${database.cacheHits.toFixed(1)} %`),
    store('db.size', '数据库大小', size(database.size)),
    store('db.committed', '提交的事务', `${database.committed} 次`),
    store('db.rolled.back', '回滚的事务', `${database.rolledBack} 次`),
    store('db.deadlocks', '死锁', `${database.deadlocks} 次`),
    store('db.temporary', '临时文件', size(database.temporary)),
    ...(replica === undefined ? [] : listReplicaFigures(replica).map((entry) => store(...entry))),
    ...(redis === undefined ? [] : listRedisFigures(redis).map((entry) => store(...entry))),
    ...disks.flatMap((entry) => {
      const { name, total, free } = entry
      const used = usedShare(entry)
      return [
        {
          ...disk(`disk.used ${name}`, `${name}：已用`, `${size(total - free)}（${share(used)}）`),
          share: 100 * used,
        },
        disk(`disk.free ${name}`, `${name}：剩余`, size(free)),
        disk(`disk.total ${name}`, `${name}：总量`, size(total)),
      ]
    }),
  ]
}

/** The largest share of a disk that is used, of 1. */
export const findFullest = (disks: readonly DiskFigures[]): number => Math.max(0, ...disks.map(usedShare))
