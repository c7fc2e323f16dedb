import type { RedisClientType } from '@redis/client'

/** A Redis server as its own INFO says. Bytes, seconds. */
export interface RedisFigures {
  version: string
  uptime: number
  clients: number
  memory: number
  memoryPeak: number
  /** Of all its databases. */
  keys: number
  /** Keys that were there, of 100 that were asked for; null before any was. */
  hits: number | null
  evicted: number
}

const CONNECT_TIMEOUT_MS = 2000

/** The figures in an answer to INFO. */
export function parseInfo(info: string): RedisFigures {
  const values = new Map<string, string>()
  for (const line of info.split(/\r?\n/)) {
    const at = line.indexOf(':')
    if (at > 0) values.set(line.slice(0, at), line.slice(at + 1))
  }
  const count = (name: string) => Number(values.get(name) ?? 0)
  const [hits, misses] = [count('keyspace_hits'), count('keyspace_misses')]
  const keys = [...values].flatMap(([name, value]) =>
    /^db\d+$/.test(name) ? [Number(/\bkeys=(\d+)/.exec(value)?.[1] ?? 0)] : [],
  )
  return {
    version: values.get('redis_version') ?? '',
    uptime: count('uptime_in_seconds'),
    clients: count('connected_clients'),
    memory: count('used_memory'),
    memoryPeak: count('used_memory_peak'),
    keys: keys.reduce((sum, next) => sum + next, 0),
    hits: hits + misses > 0 ? (100 * hits) / (hits + misses) : null,
    evicted: count('evicted_keys'),
  }
}

/** Asks the Redis server of `REDIS_URL` for its figures. The library is loaded with the first question. */
export class RedisReader {
  readonly #url: string
  #client: RedisClientType | undefined

  constructor(url: string) {
    this.#url = url
  }

  /** Null while the server does not answer; each question tries again. */
  async read(): Promise<RedisFigures | null> {
    try {
      const client = await this.#open()
      return parseInfo(await client.info())
    } catch {
      this.stop()
      return null
    }
  }

  stop(): void {
    if (this.#client?.isOpen) this.#client.destroy()
    this.#client = undefined
  }

  async #open(): Promise<RedisClientType> {
    if (this.#client?.isReady) return this.#client
    this.stop()
    const { createClient } = await import('@redis/client')
    const client: RedisClientType = createClient({
      url: this.#url,
      disableOfflineQueue: true,
      commandOptions: { timeout: CONNECT_TIMEOUT_MS },
      socket: { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: false },
    })
    // The next question says so.
    client.on('error', () => undefined)
    this.#client = client
    await client.connect()
    return client
  }
}
