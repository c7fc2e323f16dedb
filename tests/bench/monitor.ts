import { startProduct, temporary } from '../e2e/product.ts'
import { type Budget, median } from './measure/budget.ts'
import { measureLoad } from './measure/load.ts'
import { readProcessorTime } from './measure/processor-time.ts'

const password = 'bench-lantern-7'
const collector = 'bench-collector'
const connections = 16
/** Each round asks both servers, so that what else the machine does weighs on both: short rounds, and many. */
const rounds = 40
/** Of a round. */
const seconds = 3
/** The default of MONITOR_INTERVAL: the rounds contain readings of the monitor as an hour contains them. */
const interval = 30
const list = '/jeecg-boot/resource/catalog/gazetteer/list?pageSize=10'

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/jeecg-boot/sys/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
  const { result, message } = (await answer.json()) as { result: { token?: string } | null; message: string }
  if (!result?.token) throw new Error(message)
  return result.token
}

async function measureMetrics(url: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 41; round++) {
    const start = performance.now()
    const answer = await fetch(`${url}/jeecg-boot/metrics`, {
      headers: { authorization: `Bearer ${collector}` },
    })
    const text = await answer.text()
    if (!text.includes('http_request_duration_seconds_count')) throw new Error(text.slice(0, 200))
    if (round > 10) times.push(performance.now() - start)
  }
  return median(times)
}

/**
 * What the monitor costs: an answer of /metrics, and the processor time of a list without the monitor, as a part of that with
 * it. The processor is what limits the throughput; its time is steadier than the number of answers, and includes the database.
 */
export async function benchMonitor(): Promise<Budget[]> {
  const folders = [temporary('office-monitor-on'), temporary('office-monitor-off')]
  const env = { ADMIN_PASSWORD: password, DEMO: '1', DEMO_PASSWORD: password }
  const watched = await startProduct({
    ...env,
    DATA_DIR: folders[0]?.path ?? '',
    MONITOR_INTERVAL: `${interval}`,
    METRICS_TOKEN: collector,
  })
  const plain = await startProduct({ ...env, DATA_DIR: folders[1]?.path ?? '', MONITOR_INTERVAL: '0' })
  try {
    const servers = await Promise.all(
      [watched, plain].map(async ({ url, process: { pid = 0 } }) => ({ url, pid, token: await signIn(url) })),
    )
    /** Milliseconds of the processor for one list. */
    const measure = async (
      { url, pid, token }: { url: string; pid: number; token: string },
      length: number,
    ) => {
      const before = readProcessorTime(pid)
      const { perSecond } = await measureLoad(url, () => ({ method: 'GET', path: list, token }), {
        connections,
        seconds: length,
      })
      return (1000 * (readProcessorTime(pid) - before)) / (perSecond * length)
    }
    for (const server of servers) await measure(server, 15)
    const found = new Map<string, number[]>(servers.map(({ url }) => [url, []]))
    for (let round = 0; round < rounds; round++) {
      const order = round % 2 === 0 ? servers : [...servers].reverse()
      for (const server of order) found.get(server.url)?.push(await measure(server, seconds))
    }
    const time = ({ url }: { url: string }) => median(found.get(url) ?? [])
    return [
      { name: 'monitor, /metrics, median', value: await measureMetrics(watched.url), limit: 5, unit: 'ms' },
      {
        name: `monitor, processor time of a list without it / with it, medians of ${rounds} rounds`,
        value: time(plain) / time(watched),
        limit: 0.99,
        unit: '',
        atLeast: true,
      },
    ]
  } finally {
    await watched.stop()
    await plain.stop()
    for (const folder of folders) folder.remove()
  }
}
