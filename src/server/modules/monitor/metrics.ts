import { timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { TracedRequest } from './requests.ts'

/** The figures of this process as a Prometheus server collects them. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the start of a request to the end of its answer',
    labelNames: ['method', 'status'] as const,
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.#registry],
  })

  /** The series of each method and class of status: looking one up by its labels costs more than the observation. */
  readonly #series = new Map<string, Histogram.Internal<'method' | 'status'>>()

  constructor() {
    collectDefaultMetrics({ register: this.#registry })
  }

  /** Counts a request by its method and the class of its status, so that the number of series is small. */
  readonly note = ({ method, status, took }: TracedRequest): void => {
    const key = `${method} ${Math.floor(status / 100)}xx`
    let series = this.#series.get(key)
    if (!series) {
      const [, label = ''] = key.split(' ')
      series = this.#requests.labels(method, label)
      this.#series.set(key, series)
    }
    series.observe(took / 1000)
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  read(): Promise<string> {
    return this.#registry.metrics()
  }
}

/** Whether the header of a request has the token. */
export function isAuthorized(header: string | undefined, token: string): boolean {
  const [expected, received] = [Buffer.from(`Bearer ${token}`), Buffer.from(header ?? '')]
  return expected.length === received.length && timingSafeEqual(expected, received)
}
