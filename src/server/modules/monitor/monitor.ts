import { hostname, tmpdir } from 'node:os'
import { sql } from 'kysely'
import type { CoreServices } from '../define-module.ts'
import { readDatabase, readSessions } from './database-figures.ts'
import { findFullest, listFigures, type Reading } from './figures.ts'
import { Metrics } from './metrics.ts'
import { ProcessReader, readDisks } from './process-figures.ts'
import { RedisReader } from './redis-figures.ts'
import { RequestRecorder } from './requests.ts'
import { StatementRecorder } from './statements/recorder.ts'
import { readDatabaseStatements, storeStatements } from './statements/store.ts'
import type { Tracing } from './tracing/open-tracing.ts'

type MonitorServices = Pick<CoreServices, 'db' | 'config' | 'log' | 'documents'>

/** The screens whose tables the monitor fills, as long as they are served. */
const screens = ['monitor/sample', 'monitor/figure', 'monitor/trace', 'monitor/statement'] as const

/** Days for which samples are kept, and rows of requests. */
const SAMPLE_DAYS = 7
const MAX_REQUESTS = 1000

const MIB = 1024 * 1024

/** Addresses that probes and collectors ask again and again. */
const isProbe = (path: string): boolean =>
  path.endsWith('/healthz') || path.endsWith('/readyz') || path.endsWith('/metrics')

/** Reads figures of this server at an interval and writes them into the tables of the monitor's screens. */
export class Monitor {
  /** Absent without a token to read them with. */
  readonly metrics: Metrics | undefined
  readonly requests: RequestRecorder
  readonly statements = new StatementRecorder()
  readonly #process = new ProcessReader()
  readonly #server: string
  readonly #redis: RedisReader | undefined
  #timer: NodeJS.Timeout | undefined
  #tracing: Tracing | undefined
  #lastTraced = new Date()
  #isFailing = false

  constructor(readonly services: MonitorServices) {
    const { metricsToken, redisUrl } = services.config
    this.#redis = redisUrl === undefined ? undefined : new RedisReader(redisUrl)
    this.metrics = metricsToken === undefined ? undefined : new Metrics()
    this.requests = new RequestRecorder(isProbe, this.metrics?.note)
    this.#server = `${hostname()}:${services.config.port}`.slice(0, 100)
  }

  async start(): Promise<void> {
    const { monitorInterval, otlpEndpoint, otlpService } = this.services.config
    if (otlpEndpoint !== undefined) {
      const { openTracing } = await import('./tracing/open-tracing.ts')
      this.#tracing = openTracing({ endpoint: otlpEndpoint, name: otlpService })
    }
    if (monitorInterval === 0) return
    this.requests.start()
    this.statements.start()
    this.#process.start()
    const take = () => void this.#takeSample(monitorInterval)
    this.#timer = setInterval(take, monitorInterval * 1000).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.requests.stop()
    this.statements.stop()
    this.#process.stop()
    this.#redis?.stop()
    await this.#tracing?.stop()
  }

  /** What the server is like now; amounts count since the last reading. */
  async read(interval: number): Promise<Reading> {
    const { db, config } = this.services
    return {
      process: this.#process.take(),
      requests: this.requests.takeCounts(),
      disks: await readDisks([
        { name: '数据目录', path: config.dataDir },
        { name: '程序目录', path: config.root },
        { name: '临时目录', path: tmpdir() },
      ]),
      database: await readDatabase(db.app),
      ...(db.replica && { replica: await db.replica.readLag().catch(() => null) }),
      ...(this.#redis && { redis: await this.#redis.read() }),
      sessions: await readSessions(db.app),
      interval,
    }
  }

  async #takeSample(interval: number): Promise<void> {
    const { documents, log } = this.services
    if (!screens.every((id) => documents.screen(id))) return
    try {
      await this.store(await this.read(interval))
      this.#isFailing = false
    } catch (error) {
      // The database may be away for a while: one line is enough.
      if (!this.#isFailing) log.warn({ err: error }, 'a sample of the monitor could not be stored')
      this.#isFailing = true
    }
  }

  /** Stores a reading: a sample for the charts, the present figures, and the requests since the last one. */
  async store(reading: Reading): Promise<void> {
    const { process: used, database, redis, sessions, requests, disks, interval } = reading
    const server = this.#server
    const figures = listFigures(reading).map((figure, at) => ({ ...figure, server, place: at }))
    const traced = this.requests.list().filter(({ at }) => at > this.#lastTraced)
    const statements = this.statements.list()
    const counted = await readDatabaseStatements(this.services.db.app, statements)
    const sample = {
      systemCpu: 100 * used.systemCpu,
      processCpu: 100 * used.processCpu,
      memoryUsed: (100 * (used.memoryTotal - used.memoryFree)) / used.memoryTotal,
      heapUsed: used.heapUsed / MIB,
      resident: used.resident / MIB,
      loopDelay: used.loopDelay,
      collection: (100 * used.collectionTime) / (interval * 1000),
      connections: database.connections,
      cacheHits: database.cacheHits,
      databaseSize: database.size / MIB,
      sessions: sessions.active,
      requests: (requests.count * 60) / interval,
      failed: (requests.failed * 60) / interval,
      p95: requests.p95,
      diskUsed: 100 * findFullest(disks),
      redisMemory: redis ? redis.memory / MIB : null,
      redisClients: redis?.clients ?? null,
      redisHits: redis?.hits ?? null,
    }
    await this.services.db.write(async (trx) => {
      await sql`
        insert into mon_sample (id, server, sampled_at, system_cpu, process_cpu, memory_used, heap_used, resident, loop_delay,
          collection, connections, cache_hits, database_size, sessions, requests, failed, p95, disk_used,
          redis_memory, redis_clients, redis_hits)
        select gen_random_uuid()::text, ${server}, localtimestamp(0), s."systemCpu", s."processCpu", s."memoryUsed",
          s."heapUsed", s.resident, s."loopDelay", s.collection, s.connections, s."cacheHits", s."databaseSize", s.sessions,
          s.requests, s.failed, s.p95, s."diskUsed", s."redisMemory", s."redisClients", s."redisHits"
        from jsonb_to_record(${JSON.stringify(sample)}::jsonb) as s("systemCpu" numeric, "processCpu" numeric,
          "memoryUsed" numeric, "heapUsed" numeric, resident numeric, "loopDelay" numeric, collection numeric,
          connections integer, "cacheHits" numeric, "databaseSize" numeric, sessions integer, requests numeric, failed numeric,
          p95 numeric, "diskUsed" numeric, "redisMemory" numeric, "redisClients" integer, "redisHits" numeric)`.execute(
        trx,
      )
      await sql`delete from mon_sample where sampled_at < localtimestamp - make_interval(days => ${SAMPLE_DAYS})`.execute(
        trx,
      )
      // The figures of servers that are gone go with the next reading of any other.
      await sql`delete from mon_figure where server = ${server} or measured_at < localtimestamp - interval '1 hour'`.execute(
        trx,
      )
      await sql`
        insert into mon_figure (id, server, family, name, title, value, share, place, measured_at)
        select gen_random_uuid()::text, f.server, f."group", f.name, f.title, f.value, round(f.share, 1), f.place, localtimestamp(0)
        from jsonb_to_recordset(${JSON.stringify(figures)}::jsonb) as f(server text, "group" text, name text, title text,
          value text, share numeric, place integer)`.execute(trx)
      await sql`
        insert into mon_request (id, server, answered_at, method, path, status, took, person)
        select gen_random_uuid()::text, ${server}, (r.at at time zone current_setting('TimeZone'))::timestamp(0), r.method,
          r.path, r.status, round(r.took, 1), r.person
        from jsonb_to_recordset(${JSON.stringify(traced)}::jsonb) as r(at timestamptz, method text, path text, status integer,
          took numeric, person text)`.execute(trx)
      await sql`
        delete from mon_request where id in (
          select id from mon_request order by answered_at desc, id offset ${MAX_REQUESTS})`.execute(trx)
      await storeStatements(trx, server, counted ? 'database' : 'server', counted ?? statements)
    })
    this.#lastTraced = traced[0]?.at ?? this.#lastTraced
  }
}
