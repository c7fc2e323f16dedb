import { sql } from 'kysely'
import { openLedger } from '#server/records/ledger/open-ledger.ts'
import { findDifferences, rebuildBalances } from '#server/records/ledger/verify.ts'
import { tradeDocuments } from '../support/trade-documents.ts'
import { createPeopleServer } from '../unit/server/people/test-server.ts'
import * as buyScreens from '../unit/server/resources/follow-up/buy-screens.ts'
import { TestServer } from '../unit/server/resources/test-server.ts'
import { recordStatements } from '../unit/server/statements.ts'
import { type Budget, median } from './measure/budget.ts'
import { databaseTime } from './measure/database-time.ts'

const LINES = 200
const ROUNDS = 9
const PARALLEL = 100
const STOCK = 60
const ENTRIES = 1_000_000
const BALANCES = 10_000
const DAYS = 1200
const ORDERS = 100

const place = (name: string, verb: string) => `/jeecg-boot/resource/trade/${name}/${verb}`

/** Postings, inquiries over many entries, and open quantities of a list. */
export async function benchLedger(): Promise<Budget[]> {
  const server = await TestServer.open(
    { ...tradeDocuments, ...buyScreens.files },
    { clerk: buyScreens.codes },
  )
  try {
    return [
      ...(await benchApproval()),
      await benchParallel(server),
      ...(await benchInquiry(server)),
      await benchOpenQuantities(server),
    ]
  } finally {
    await server.close()
  }
}

async function add(
  server: TestServer,
  name: 'receipt' | 'issue',
  items: readonly { spid: string; fnum: number; famount?: number }[],
): Promise<string> {
  const body = { fwarehouse: 'A', fdate: '2026-06-30', items: items.map((row) => ({ fspmc: '货', ...row })) }
  const { body: answer } = await server.call('admin', 'POST', place(name, 'add'), { body })
  if (!answer.success) throw new Error(answer.message)
  return String((answer.result as { id: string }).id)
}

const approve = (server: TestServer, name: string, ids: string) =>
  server.call('admin', 'POST', place(name, 'move/audit'), { body: { ids } })

/**
 * The shipped bill of goods received: its save, its approval, which posts to the balances of all its goods and keeps what these have of
 * the goods, and the way back.
 */
async function benchApproval(): Promise<Budget[]> {
  const server = await createPeopleServer()
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await server.send('admin', 'POST', `/jeecg-boot/resource/${path}`, body, {
      'x-confirm-warnings': 'true',
    })
    if (!answer.body.success) throw new Error(JSON.stringify(answer.body))
    return answer.body.result
  }
  const times = { save: [] as number[], approval: [] as number[], reversal: [] as number[] }
  const timed = async (name: keyof typeof times, path: string, body: object) => {
    const start = performance.now()
    const result = await post(path, body)
    times[name].push(performance.now() - start)
    return result
  }
  try {
    await post('base/warehouse/add', { fcode: 'W1', fname: '一号库' })
    const items: object[] = []
    const goods = { funit: '册', fmin: 5, fmax: 5000, fcategory: 'B02A01' }
    for (let at = 0; at < LINES; at++) {
      const names = { fcode: `B${at}`, fname: `县志第${at}卷`, fbarcode: `978${at}` }
      const { id, fname } = await post('base/goods/add', { ...goods, ...names })
      items.push({ spid: id, fspmc: fname, funit: '册', fnum: 2, fprice: 3, ftaxrate: 13 })
    }
    for (let round = 0; round <= ROUNDS; round++) {
      const bill = { fwarehouse: 'W1', fdate: '2026-06-30', items }
      const { id } = await timed('save', 'stock/in-bill/add', bill)
      await timed('approval', 'stock/in-bill/move/audit', { ids: id })
      await timed('reversal', 'stock/in-bill/move/unaudit', { ids: id })
      await post('stock/in-bill/move/audit', { ids: id })
    }
  } finally {
    await server.close()
  }
  const limits = { save: 300, approval: 150, reversal: 300 }
  return (['save', 'approval', 'reversal'] as const).map((name) => ({
    // The first round prepares statements.
    ...{ name: `${name} of a shipped bill of ${LINES} lines`, value: median(times[name].slice(1)) },
    ...{ limit: limits[name], unit: 'ms' },
  }))
}

async function benchParallel(server: TestServer): Promise<Budget> {
  await approve(server, 'receipt', await add(server, 'receipt', [{ spid: 'p', fnum: STOCK, famount: STOCK }]))
  const bills: string[] = []
  for (let at = 0; at < PARALLEL; at++) bills.push(await add(server, 'issue', [{ spid: 'p', fnum: 1 }]))
  const answers = await Promise.all(bills.map((id) => approve(server, 'issue', id)))
  const count = (code: string | undefined) =>
    answers.filter(({ headers }) => headers['x-error-code'] === code).length
  const ledger = openLedger(server.services.documents, 'trade/ledger')
  const differences = await findDifferences(server.services.db.app, ledger, 1)
  const wrong =
    Math.abs(count(undefined) - STOCK) +
    Math.abs(count('LEDGER_SHORT') - (PARALLEL - STOCK)) +
    differences.length
  return {
    ...{ name: `wrong answers to ${PARALLEL} approvals of ${STOCK} goods at once`, value: wrong },
    ...{ limit: 0, unit: 'answers' },
  }
}

async function benchInquiry(server: TestServer): Promise<Budget[]> {
  const { db, documents } = server.services
  await sql`
    insert into trade_entry (id, rev, create_by, create_time, sys_org_code, fwarehouse, spid, fspmc, fnum, famount, entry_date)
    select lpad(i::text, 19, '0'), 1, 'bench', localtimestamp, 'A01', 'W' || i % 10, 'g' || i % ${sql.lit(BALANCES)}, '货' || i % ${sql.lit(BALANCES)},
      1 + i % 7, 2 + i % 5, date '2023-01-01' + i / ${sql.lit(Math.round(ENTRIES / DAYS))}
    from generate_series(1, ${sql.lit(ENTRIES)}) i`.execute(db.owner)
  await db.write((trx) => rebuildBalances(trx, openLedger(documents, 'trade/ledger')))
  await sql`vacuum analyze trade_entry, trade_balance, sys_ledger_month`.execute(db.owner)
  const inDatabase = async (url: string) => {
    const statements = await recordStatements(async () => {
      const { body } = await server.call('admin', 'GET', url)
      if (!body.success) throw new Error(body.message)
    })
    return databaseTime(
      server.test.db.owner,
      statements.filter(({ text }) => text.includes('trade_')),
    )
  }
  const days = ['2022-12-31', '2023-01-20', '2024-08-31', '2026-03-31', '2026-11-30']
  const budgets = [
    {
      name: `list of ${BALANCES} balances over ${ENTRIES} entries, in the database`,
      value: await inDatabase(`${place('balance', 'list')}?pageNo=1&pageSize=20`),
      limit: 20,
      unit: 'ms',
    },
  ]
  for (const day of days)
    budgets.push({
      name: `balances of ${day} over ${ENTRIES} entries, in the database`,
      value: await inDatabase(`/jeecg-boot/ledger/trade/ledger/balances?day=${day}`),
      limit: 100,
      unit: 'ms',
    })
  return budgets
}

async function benchOpenQuantities(server: TestServer): Promise<Budget> {
  const ask = async (verb: string, body: object) => {
    const answer = await server.call('clerk', 'POST', `/jeecg-boot/resource/demo/buy/${verb}`, { body })
    if (!answer.body.success) throw new Error(answer.body.message)
    return (answer.body.result as { id: string }).id
  }
  for (let at = 0; at < ORDERS; at++)
    await ask('add', { fsupplier: '甲', items: [{ fname: '纸', fnum: 10 }] })
  const list = `/jeecg-boot/resource/demo/buy/list?pageNo=1&pageSize=${ORDERS}`
  const statements = await recordStatements(async () => {
    const { body } = await server.call('clerk', 'GET', list)
    const { records } = body.result as { records: { toReceiptOpen?: unknown }[] }
    if (records.length !== ORDERS || records.some((record) => Number(record.toReceiptOpen) !== 10))
      throw new Error('the list lacks open quantities')
  })
  const asked = statements.filter(({ text }) => /demo_buy_item|demo_receipt/.test(text))
  return {
    ...{
      name: `statements for the open quantities of ${ORDERS} orders, besides the list`,
      value: asked.length,
    },
    ...{ limit: 1, unit: 'statements' },
  }
}
