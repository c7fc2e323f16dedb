import { createRequire } from 'node:module'
import { loadavg } from 'node:os'
import { createClient, signIn } from './abuse/client.ts'
import { PASSWORD, startTarget, type Target } from './abuse/server.ts'
import { LOOP_DELAY, type Watched, watchServer } from './excel/watch.ts'
import type { Budget } from './measure/budget.ts'

const { utils, write } = createRequire(import.meta.url)('@e965/xlsx') as typeof import('@e965/xlsx')

const IMPORTED = 10_000
const EXPORTED = 100_000
const dynasties = ['宋', '明', '清', '民国']

const text = (key: string, title: string) => ({ key, title, type: 'input' })
const unique = (key: string, title: string) => ({
  ...text(key, title),
  validateRules: [{ required: true }, { unique: true }],
})
const inputDocument = {
  version: 2,
  kind: 'screen',
  id: 'bench/volume',
  title: '册',
  perm: 'bench:volume',
  table: { name: 'bench_volume', softDelete: true },
  import: { match: ['fcode'] },
  fields: [
    unique('fcode', '编码'),
    unique('fbarcode', '条码'),
    { ...text('fname', '名称'), query: 'like', validateRules: [{ required: true }] },
    { key: 'fdynasty', title: '朝代', type: 'select', dictCode: 'dynasty' },
    { key: 'fplace', title: '库房', type: 'select', dictCode: 'stk_warehouse' },
    {
      key: 'fstate',
      title: '状态',
      type: 'radio',
      options: ['在架', '借出', '修复'].map((word) => ({ value: word, text: word })),
    },
    { key: 'fprice', title: '价格', type: 'inputNumber', scale: 2 },
    { key: 'fcount', title: '册数', type: 'inputNumber', scale: 0 },
    { key: 'fsum', title: '金额', type: 'inputNumber', scale: 2, compute: 'fprice * fcount' },
    { key: 'fday', title: '入藏日期', type: 'date' },
    text('fauthor', '著者'),
    text('fedition', '版本'),
    text('fnote', '备注'),
  ],
}
const outputDocument = {
  version: 2,
  kind: 'screen',
  id: 'bench/loan',
  title: '借阅',
  perm: 'bench:loan',
  table: { name: 'bench_loan' },
  fields: [
    text('fcode', '编码'),
    text('fname', '名称'),
    { key: 'fdynasty', title: '朝代', type: 'select', dictCode: 'dynasty' },
    { key: 'fprice', title: '价格', type: 'inputNumber', scale: 2 },
    { key: 'fcount', title: '册数', type: 'inputNumber', scale: 0 },
    { key: 'fday', title: '借出日期', type: 'date' },
    { key: 'ftime', title: '登记时间', type: 'datetime' },
    text('freader', '读者'),
    text('fdepart', '部门'),
    text('fnote', '备注'),
  ],
}
const fillLoans = `
  insert into bench_loan (id, rev, create_by, create_time, sys_org_code, fcode, fname, fdynasty, fprice, fcount, fday,
    ftime, freader, fdepart, fnote)
  select lpad(i::text, 19, '0'), 1, 'bench', timestamp '2020-01-01' + i * interval '1 minute', 'A01', 'B' || i,
    '江南府志第' || i || '卷', (array['宋', '明', '清', '民国'])[1 + i % 4], (i % 10000) / 100.0, i % 7,
    date '2020-01-01' + (i % 2000), timestamp '2020-01-01' + i * interval '1 minute', '读者' || (i % 500),
    '历史部', md5(i::text)
  from generate_series(1, ${EXPORTED}) i`

/** The sheet of the imported rows: 12 columns of values. */
function sheet(): Buffer {
  const header = inputDocument.fields.filter((field) => !('compute' in field)).map(({ title }) => title)
  const rows = Array.from({ length: IMPORTED }, (_, at) => [
    `V${at}`,
    `690${String(at).padStart(9, '0')}`,
    `江南通志第${at}卷`,
    dynasties[at % dynasties.length],
    '图书采编库',
    '在架',
    (at % 10_000) / 100,
    1 + (at % 9),
    `2025-0${1 + (at % 9)}-1${at % 10}`,
    `著者${at % 300}`,
    '刻本',
    `第 ${at} 行的备注`,
  ])
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([header, ...rows]), inputDocument.title)
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true })
}

async function importSheet({ url }: Target, token: string, bytes: Buffer): Promise<void> {
  const form = new FormData()
  form.append('files[]', new Blob([new Uint8Array(bytes)]), '册.xlsx')
  const answer = await fetch(`${url}/jeecg-boot/resource/bench/volume/importExcel`, {
    method: 'POST',
    body: form,
    headers: { 'x-access-token': token },
  })
  const body = await answer.text()
  const { code, result } = JSON.parse(body) as { code: number; result: { inserted?: number } | null }
  if (code !== 200 || result?.inserted !== IMPORTED) throw new Error(body.slice(0, 1000))
}

/** Receives the export as a browser does; resolves with its bytes. */
async function exportLoans({ url }: Target, token: string): Promise<number> {
  const answer = await fetch(`${url}/jeecg-boot/resource/bench/loan/exportXls`, {
    headers: { 'x-access-token': token },
  })
  if (!answer.ok || !answer.body) throw new Error(`${answer.status} ${await answer.text()}`)
  let size = 0
  for await (const chunk of answer.body) size += chunk.length
  if (size < 1_000_000) throw new Error(`the export has ${size} bytes`)
  return size
}

const buildBudgets = (
  name: string,
  { seconds, memory, loop }: Watched<unknown>,
  limits: { seconds: number; memory: number },
): Budget[] => [
  {
    name: `${name}: time (${loop.processor.toFixed(1)} s of a processor)`,
    value: seconds,
    limit: limits.seconds,
    unit: 's',
  },
  { name: `${name}: resident memory above idle`, value: memory, limit: limits.memory, unit: 'MB' },
  {
    name: `${name}: event loop delay p99 (longest ${loop.max.toFixed(0)} ms, load ${loadavg()[0]?.toFixed(1)})`,
    value: loop.p99,
    limit: 50,
    unit: 'ms',
  },
]

/** An import of 10,000 rows of 12 columns and an export of 100,000 rows of 10, against the built server. */
export async function benchExcel(): Promise<Budget[]> {
  const bytes = sheet()
  const target = await startTarget({ documents: [inputDocument, outputDocument], preloaded: [LOOP_DELAY] })
  try {
    await target.database.query(fillLoans)
    await target.database.query('vacuum analyze bench_loan')
    const token = await signIn(createClient(target.url), 'admin', PASSWORD)
    const imported = await watchServer(target, () => importSheet(target, token, bytes))
    const exported = await watchServer(target, () => exportLoans(target, token))
    return [
      ...buildBudgets(`import of ${IMPORTED} rows`, imported, { seconds: 20, memory: 300 }),
      ...buildBudgets(`export of ${EXPORTED} rows`, exported, { seconds: 5, memory: 150 }),
    ]
  } finally {
    await target.stop()
  }
}
