import { type Browser, chromium } from '@playwright/test'
import { startProduct, temporary } from '../e2e/product.ts'
import { type Budget, median } from './measure/budget.ts'
import { peers, servePeers } from './measure/peers.ts'
import { type Cost, measure, measureOwn, type OwnCost, openPage } from './measure/table-page.ts'

const runs = 3
const sizes = [100, 1_000, 10_000, 100_000] as const
const compared = 10_000
const frameMs = 16.7
/** What the same page may cost more by chance. */
const allowance = 1.1

type Table = 'ours' | (typeof peers)[number]
const tables: readonly Table[] = ['ours', ...peers]
const costs = ['mount', 'scroll', 'late', 'key', 'letter', 'heap'] as const
const words: Record<(typeof costs)[number], string> = {
  mount: 'mount, main thread, ms',
  scroll: 'scroll 2,000 px/s, main thread, ms/s',
  late: 'frames over 20 ms in 3 s of scrolling',
  key: 'key to paint, median, ms',
  letter: 'letter in a text cell, main thread, ms',
  heap: 'heap of the mounted table, MiB',
}

const middle = <C extends object>(taken: readonly C[], key: keyof C): number =>
  median(taken.map((one) => Number(one[key])))

/** In a page of its own, so that no table inherits another's garbage. */
async function inPage<C>(
  browser: Browser,
  url: string,
  work: (page: Awaited<ReturnType<Browser['newPage']>>) => Promise<C>,
) {
  const page = await browser.newPage({ viewport: { width: 1920, height: 900 } })
  try {
    await openPage(page, url)
    return await work(page)
  } finally {
    await page.close()
  }
}

function print(taken: ReadonlyMap<string, Cost[]>): void {
  const line = (cells: readonly string[]) =>
    console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(40) : cell.padStart(12))).join(''))
  line(['', 'rows', ...tables])
  for (const cost of costs)
    for (const size of sizes)
      line([
        size === sizes[0] ? words[cost] : '',
        size.toLocaleString('en'),
        ...tables.map((table) =>
          middle(taken.get(`${table} ${size}`) ?? [], cost).toFixed(cost === 'late' ? 0 : 1),
        ),
      ])
}

/** Our detail table beside ag-grid and vxe-table on the same rows, in one Chromium, in turns. */
export async function benchTable(): Promise<Budget[]> {
  const data = temporary('office-table')
  const served = await servePeers()
  const product = await startProduct({
    DATA_DIR: data.path,
    ADMIN_PASSWORD: 'bench-lantern-7',
    DEMO: '0',
    BENCH: '1',
  })
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] })
  const getUrl = (table: Table) =>
    table === 'ours' ? `${product.url}/example/bench/table` : `${served.url}/${table}/index.html`
  const taken = new Map<string, Cost[]>()
  const own = new Map<string, OwnCost[]>()
  const note = <C>(found: Map<string, C[]>, name: string, cost: C) =>
    found.set(name, [...(found.get(name) ?? []), cost])
  try {
    for (let run = 0; run < runs; run++) {
      for (const size of sizes)
        for (const table of tables)
          note(taken, `${table} ${size}`, await inPage(browser, getUrl(table), (page) => measure(page, size)))
      for (const [size, pasted] of [
        [1_000, 100],
        [compared, 1_000],
        [100_000, 100],
      ] as const)
        note(
          own,
          String(size),
          await inPage(browser, getUrl('ours'), (page) => measureOwn(page, size, pasted)),
        )
    }
  } finally {
    await browser.close()
    served.stop()
    await product.stop()
    data.remove()
  }
  print(taken)
  return [...beside(taken), ...alone(own), ...grown(taken, own)]
}

/** Beside ag-grid at 10,000 rows. */
function beside(taken: ReadonlyMap<string, Cost[]>): Budget[] {
  const of = (table: Table, cost: keyof Cost) => middle(taken.get(`${table} ${compared}`) ?? [], cost)
  const rows = `at ${compared.toLocaleString('en')} rows`
  const limited = (cost: keyof Cost, name: string, unit: string, share: number): Budget => ({
    name: `detail table ${rows}: ${name}`,
    value: of('ours', cost),
    limit: Number((of('ag-grid', cost) * share).toFixed(2)),
    unit,
  })
  return [
    limited('mount', 'mount beside ag-grid, main thread', 'ms', 1),
    limited('scroll', 'scrolling beside 0.7 of ag-grid, main thread', 'ms/s', 0.7),
    limited('late', 'frames over 20 ms beside ag-grid', 'frames', allowance),
    limited('key', 'key to paint beside ag-grid', 'ms', allowance),
    { name: `detail table ${rows}: key to paint`, value: of('ours', 'key'), limit: frameMs, unit: 'ms' },
    limited('letter', 'letter in a text cell beside ag-grid, main thread', 'ms', 1),
    limited('heap', 'heap beside ag-grid', 'MiB', 1),
  ]
}

function alone(own: ReadonlyMap<string, OwnCost[]>): Budget[] {
  const of = (cost: keyof OwnCost) => middle(own.get(String(compared)) ?? [], cost)
  return [
    { name: 'paste of 1,000 × 12, main thread', value: of('paste'), limit: 300, unit: 'ms' },
    { name: 'undo of that paste, main thread', value: of('undo'), limit: 100, unit: 'ms' },
    { name: 'all of 10,000 × 12 checked, main thread', value: of('validate'), limit: 60, unit: 'ms' },
  ]
}

/** What must not grow with the number of rows: at 100,000 at most twice of what it is at 1,000. */
function grown(taken: ReadonlyMap<string, Cost[]>, own: ReadonlyMap<string, OwnCost[]>): Budget[] {
  const budget = (name: string, many: number, few: number, unit: string): Budget => ({
    name: `detail table of 100,000 rows beside 1,000: ${name}`,
    value: many,
    limit: Number((2 * few).toFixed(2)),
    unit,
  })
  const of = (size: number, cost: keyof Cost) => middle(taken.get(`ours ${size}`) ?? [], cost)
  const getOwn = (size: number, cost: keyof OwnCost) => middle(own.get(String(size)) ?? [], cost)
  return [
    ...(['mount', 'scroll', 'key'] as const).map((cost) =>
      budget(cost, of(100_000, cost), of(1_000, cost), cost === 'scroll' ? 'ms/s' : 'ms'),
    ),
    ...(['paste', 'undo'] as const).map((cost) =>
      budget(`${cost} of 100 × 12`, getOwn(100_000, cost), getOwn(1_000, cost), 'ms'),
    ),
  ]
}
