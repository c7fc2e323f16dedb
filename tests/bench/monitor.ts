import { startProduct, temporary } from '../e2e/product.ts'
import { type Budget, median } from './measure/budget.ts'
import { measureLoad } from './measure/load.ts'

const password = 'bench-lantern-7'
const collector = 'bench-collector'
const connections = 16
/** Each round asks both servers, so that what else the machine does weighs on both. */
const rounds = 16
const seconds = 1.5
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

/** What the monitor costs: the throughput of a list on a server with it, as a part of that without it, and an answer of /metrics. */
export async function benchMonitor(): Promise<Budget[]> {
  const folders = [temporary('office-monitor-on'), temporary('office-monitor-off')]
  const env = { ADMIN_PASSWORD: password, DEMO: '1', DEMO_PASSWORD: password }
  const watched = await startProduct({
    ...env,
    DATA_DIR: folders[0]?.path ?? '',
    MONITOR_INTERVAL: '5',
    METRICS_TOKEN: collector,
  })
  const plain = await startProduct({ ...env, DATA_DIR: folders[1]?.path ?? '', MONITOR_INTERVAL: '0' })
  try {
    const servers = await Promise.all(
      [watched, plain].map(async ({ url }) => ({ url, token: await signIn(url) })),
    )
    const load = async ({ url, token }: { url: string; token: string }, length = seconds) =>
      (await measureLoad(url, () => ({ method: 'GET', path: list, token }), { connections, seconds: length }))
        .perSecond
    for (const server of servers) await load(server, 5)
    const parts: number[] = []
    for (let round = 0; round < rounds; round++) {
      const found = new Map<string, number>()
      const order = round % 2 === 0 ? servers : [...servers].reverse()
      for (const server of order) found.set(server.url, await load(server))
      parts.push((found.get(watched.url) ?? 0) / (found.get(plain.url) ?? Number.NaN))
    }
    return [
      { name: 'monitor, /metrics, median', value: await measureMetrics(watched.url), limit: 5, unit: 'ms' },
      {
        name: `monitor, list throughput with it / without it, median of ${rounds} pairs`,
        value: median(parts),
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
