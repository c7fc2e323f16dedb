import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { clientConfig, cutClient } from './pool.ts'

type Listener = (payload: string) => void

const PULSE_INTERVAL_MS = 1200
const settings = { statementTimeout: 10_000 }

interface ChannelEvents {
  /** Called once when the database stops answering. */
  onDown(): void
  /** Called before the listeners of each message, and where messages may have been missed. */
  onMessage(): void
}

/**
 * A separate connection that receives NOTIFY for this instance, and whose heartbeat detects whether the
 * database answers (the sockets of a frozen server stay open, so no other error would occur).
 */
export class Channel {
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #gaps = new Set<() => void>()
  #client: pg.Client | null = null
  /** Resolves after the last statement of the client. */
  #statements: Promise<unknown> = Promise.resolve()
  #missed = 0
  #up = true
  #closed = false
  #running: Promise<void> | null = null
  readonly #abort = new AbortController()

  constructor(
    readonly link: pg.ClientConfig,
    readonly events: ChannelEvents,
  ) {}

  isUp = (): boolean => this.#up

  async open(): Promise<void> {
    await this.#connect()
    this.#running = this.#beat()
  }

  /** `onGap` is called after a reconnect, when messages may have been missed. */
  async listen(name: string, listener: Listener, onGap?: () => void): Promise<void> {
    if (!/^[a-z][a-z_]{0,40}$/.test(name)) throw new Error(`not a channel name: ${name}`)
    const listeners = this.#listeners.get(name)
    if (listeners) listeners.add(listener)
    else {
      this.#listeners.set(name, new Set([listener]))
      if (this.#client) await this.#say(this.#client, `listen ${name}`)
    }
    if (onGap) this.#gaps.add(onGap)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#abort.abort()
    await this.#running
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => undefined)
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ ...clientConfig(this.link, settings), connectionTimeoutMillis: 2000 })
    const lost = () => {
      if (this.#client === client) this.#client = null
    }
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', ({ channel, payload }) => {
      this.events.onMessage()
      for (const listener of this.#listeners.get(channel) ?? []) listener(payload ?? '')
    })
    try {
      await client.connect()
      for (const name of this.#listeners.keys()) await client.query(`listen ${name}`)
    } catch (error) {
      cutClient(client)
      throw error
    }
    this.#statements = Promise.resolve()
    this.#client = client
  }

  /** Runs a statement after those before it: a client of pg takes one at a time. */
  #say(client: pg.Client, text: string): Promise<unknown> {
    const answer = this.#statements.then(() => client.query(text))
    this.#statements = answer.catch(() => undefined)
    return answer
  }

  async #beat(): Promise<void> {
    while (!this.#closed) {
      // After a missed heartbeat the next one follows at once, so that a frozen server is detected within 4 s.
      const pause = this.#missed > 0 ? 0 : this.#client ? PULSE_INTERVAL_MS : 250
      await sleep(pause, undefined, { signal: this.#abort.signal }).catch(() => undefined)
      if (this.#closed) return
      const answered = this.#client ? await this.#ping(this.#client) : await this.#reconnect()
      if (answered) this.#rise()
      else if (!this.#client || ++this.#missed >= 2) this.#fall()
    }
  }

  #rise(): void {
    this.#missed = 0
    this.#up = true
  }

  #fall(): void {
    this.#missed = 0
    if (this.#client) cutClient(this.#client)
    this.#client = null
    if (!this.#up) return
    this.#up = false
    this.events.onDown()
  }

  async #ping(client: pg.Client): Promise<boolean> {
    const start = Date.now()
    const answer = this.#say(client, 'select 1').then(
      () => true,
      () => false,
    )
    const late = sleep(PULSE_INTERVAL_MS).then(() => 'late' as const)
    const first = await Promise.race([answer, late])
    if (first !== 'late') return first
    // When the own event loop was blocked, the answer may be unread: this is no failure of the database.
    return Date.now() - start > PULSE_INTERVAL_MS + 500
  }

  async #reconnect(): Promise<boolean> {
    try {
      await this.#connect()
    } catch {
      return false
    }
    this.events.onMessage()
    for (const gap of this.#gaps) gap()
    return true
  }
}
