import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import bwip from 'bwip-js/node'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, TestServer } from '../resources/test-server.ts'

const template = {
  version: 2,
  kind: 'print',
  id: 'print/order',
  title: '订货单',
  screen: 'demo/order',
  page: 'A5 landscape',
  blocks: [
    { type: 'title', stamp: true },
    { type: 'fields', fields: ['fno', 'fname', 'funit', 'fsecret'] },
    {
      type: 'table',
      detail: 'items',
      columns: ['fspmc', 'funit', 'fnum', 'fprice', 'famount'],
      totals: ['fnum'],
      note: '金额大写 {capitals(fsum)}',
    },
    { type: 'moves' },
    { type: 'signatures', names: ['制单 {createBy}', '库管'] },
    { type: 'barcode', text: '{fno}' },
    { type: 'qr', text: '{fno}' },
  ],
}
const label = {
  ...template,
  id: 'print/order-label',
  page: 'label 60x40 mm',
  copies: 2,
  blocks: [{ type: 'text', text: '{fname}', size: 'large' }],
}
const picture = `temp/${'a'.repeat(32)}.png`
const rich = {
  ...template,
  id: 'print/order-rich',
  page: '241x140 mm',
  header: { right: '{fno}' },
  footer: { center: '第 {page} 页 共 {pages} 页' },
  blocks: [
    { type: 'picture', file: picture, height: 20 },
    { type: 'picture', file: `temp/${'b'.repeat(32)}.png` },
    { type: 'text', text: '加急', when: "fname == '《地方志》'" },
    { type: 'text', text: '不加急', when: "fname != '《地方志》'" },
    {
      type: 'table',
      detail: 'items',
      columns: ['fspmc', 'fnum'],
      rowWhen: "fspmc == '宣纸7'",
      totals: ['fnum'],
    },
    { type: 'pageBreak' },
    { type: 'table', title: '全部', detail: 'items', columns: ['fspmc'], keep: true },
    { type: 'barcode', text: '690123456789', format: 'ean13' },
    { type: 'barcode', text: '{fname}' },
  ],
}
const copies = {
  ...template,
  id: 'print/order-copies',
  copies: 2,
  blocks: [{ type: 'table', detail: 'items', columns: ['fspmc', 'funit'] }],
}
const labels = {
  ...template,
  id: 'print/order-labels',
  page: 'A4',
  margins: { top: 10, left: 15 },
  labels: { columnCount: 2, rowCount: 3, width: 90, height: 80 },
  copies: 2,
  blocks: [
    { type: 'text', text: '{fno}' },
    { type: 'barcode', text: '{fno}' },
    { type: 'qr', text: '{fno}' },
  ],
}
const tall = {
  ...template,
  id: 'print/order-tall',
  page: 'label 60x40 mm',
  blocks: [
    { type: 'fields', columnCount: 2, fields: ['fname'] },
    { type: 'table', detail: 'items', columns: ['fspmc', 'fspec'] },
  ],
}
const users = {
  version: 2,
  kind: 'dict',
  id: 'dict/user',
  title: '用户',
  code: 'sys_user,realname,username',
  items: [{ value: 'clerk', text: 'clerk真名' }],
}
const ROWS = 40
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const url = '/jeecg-boot/resource/demo/order/printPdf'

let server: TestServer
let order: { id: string; fno: string }
beforeAll(async () => {
  server = await TestServer.open({
    'print/order.json': template,
    'print/order-label.json': label,
    'print/order-rich.json': rich,
    'print/order-labels.json': labels,
    'print/order-copies.json': copies,
    'print/order-tall.json': tall,
    'dict/user.json': users,
  })
  const items = Array.from({ length: ROWS }, (_, at) => ({
    fspmc: `宣纸${at + 1}`,
    funit: '册',
    fnum: 2,
    fprice: 10.5,
  }))
  order = await server.add({ fname: '《地方志》', funit: '册', fsecret: 77.25, items })
  mkdirSync(join(server.dataDir, 'files/temp'), { recursive: true })
  writeFileSync(join(server.dataDir, 'files', picture), onePixel)
})
afterAll(() => server?.close())

const get = (who: Person, query: Record<string, string> = {}) =>
  server.app.inject({
    method: 'GET',
    url,
    query: { ids: order.id, ...query },
    headers: { 'x-access-token': server.tokens.get(who) ?? '' },
  })

/** The texts of the pages, without the spaces that depend on the layout; their size in points. */
async function read(who: Person, query?: Record<string, string>) {
  const answer = await get(who, query)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  const pdf = await getDocumentProxy(new Uint8Array(answer.rawPayload))
  const { text } = await extractText(pdf)
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
  return { answer, pages: text.map((page) => page.replace(/\s/g, '')), size: [width, height].map(Math.round) }
}

it('a record is drawn as PDF by its template when it is downloaded', async () => {
  const { answer, pages, size } = await read('clerk', { template: 'print/order' })
  expect(size).toEqual([595, 420])
  expect(answer.headers['content-disposition']).toContain(encodeURIComponent(`订单 ${order.fno}.pdf`))
  const whole = pages.join('')
  const texts = ['省地方志馆', '订货单', order.fno, '单位：册（本）', '底价：77.25', `宣纸${ROWS}`]
  for (const text of [...texts, '合计80.00', '金额大写捌佰肆拾元整', '制单clerk真名', '库管'])
    expect(whole).toContain(text)
})

it('each page of a PDF has the head of the table and the number of the page when the table is broken', async () => {
  const { pages } = await read('clerk', { template: 'print/order' })
  expect(pages.length).toBeGreaterThan(2)
  const broken = pages.filter((page) => page.includes('宣纸'))
  expect(broken.length).toBeGreaterThan(1)
  for (const page of broken) expect(page).toContain('序号品名单位数量单价金额')
  pages.forEach((page, at) => {
    expect(page).toContain(`第${at + 1}页，共${pages.length}页`)
  })
  expect(pages[0]).toMatch(/打印：clerk真名\d{4}-\d\d-\d\d/)
})

/** The drawing commands of a PDF, of all its pages. */
function readCommands(pdf: Buffer): string {
  const streams = pdf.toString('latin1').matchAll(/FlateDecode[^>]*>>\s*stream\r?\n([\s\S]*?)\r?\nendstream/g)
  return [...streams]
    .map(([, packed]) => inflateSync(Buffer.from(packed ?? '', 'latin1')).toString('latin1'))
    .join('\n')
}

it('the barcode of a PDF has the bars of its text, and the QR code its modules', async () => {
  const { answer } = await read('clerk', { template: 'print/order' })
  const commands = readCommands(answer.rawPayload)
  const bars = commands.split(/(?<=\n)(?=[\d.]+ w\n)/).flatMap((part) => {
    const width = Number.parseFloat(part)
    return [...part.matchAll(/^(\d+) (\d+) m\n\1 0 l$/gm)].map(([, x]) => ({
      from: Number(x) - width / 2,
      width,
    }))
  })
  bars.sort((a, b) => a.from - b.from)
  const runs = bars.flatMap(({ from, width }, at) => {
    const next = bars[at + 1]
    return next ? [width, next.from - from - width] : [width]
  })
  const [expected] = bwip.raw('code128', order.fno, {}) as unknown as { sbs: number[] }[]
  expect(runs.map((run) => run / 2)).toEqual(expected?.sbs)

  const squares = [...commands.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) \3 re$/gm)].map((match) =>
    match.slice(1, 4).map(Number),
  )
  const module = Math.min(...squares.map(([, , size = 0]) => size))
  const dark = squares.filter(([, , size]) => size === module)
  const left = Math.min(...dark.map(([x = 0]) => x))
  const top = Math.min(...dark.map(([, y = 0]) => y))
  const cells = new Set(
    dark.map(([x = 0, y = 0]) => `${Math.round((x - left) / module)},${Math.round((y - top) / module)}`),
  )
  const size = 1 + Math.max(...[...cells].map((cell) => Number.parseInt(cell, 10)))
  const row = (y: number, from: number) =>
    Array.from({ length: 7 }, (_, at) => (cells.has(`${from + at},${y}`) ? '#' : '.')).join('')
  for (const [x, y] of [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ] as const)
    expect([0, 1, 2, 3, 4, 5, 6].map((at) => row(y + at, x))).toEqual([
      '#######',
      '#.....#',
      '#.###.#',
      '#.###.#',
      '#.###.#',
      '#.....#',
      '#######',
    ])
})

it('a PDF has no values that its user may not read', async () => {
  const { pages } = await read('reader', { template: 'print/order' })
  const whole = pages.join('')
  expect(whole).toContain('宣纸1')
  for (const text of ['底价', '77.25', '单价', '10.5']) expect(whole).not.toContain(text)
})

it('a PDF follows from the screen when no template is named', async () => {
  const { pages, size } = await read('clerk', { page: 'A5' })
  expect(size).toEqual([420, 595])
  expect(pages.join('')).toContain('数量')
})

it('a label is drawn several times on its paper when its template declares copies', async () => {
  const { pages, size } = await read('clerk', { template: 'print/order-label' })
  expect(size).toEqual([170, 113])
  expect(pages.join('').split('《地方志》')).toHaveLength(3)
  expect(pages.join('')).not.toContain('第1页')
})

it('a PDF is refused when the record is hidden by a rule, or the right, the template or the paper is missing', async () => {
  expect((await get('other')).json()).toMatchObject({ success: false, result: null })
  expect((await get('nobody')).json()).toMatchObject({ success: false, code: 403 })
  expect((await get('clerk', { template: 'print/in-bill' })).json()).toMatchObject({ code: 404 })
  expect((await get('clerk', { page: 'A0' })).json()).toMatchObject({ success: false, code: 400 })
})

it('several records are drawn as one PDF, each from a page of its own, when their ids are named', async () => {
  const names = ['《方志学》', '《方志考》']
  const orders = []
  for (const fname of names)
    orders.push(await server.add({ fname, funit: '册', items: [{ fspmc: '宣纸', fnum: 1 }] }))
  const { answer, pages } = await read('clerk', { ids: orders.map(({ id }) => id).join(','), page: 'A4' })
  expect(answer.headers['content-disposition']).toContain(encodeURIComponent('订单（共 2 条）.pdf'))
  expect(pages).toHaveLength(2)
  for (const [at, name] of names.entries()) expect(pages[at]).toContain(name)
  expect(pages[1]).toContain('第2页，共2页')
})

it('a PDF of several records is refused when a record is hidden, or there are too many', async () => {
  expect((await get('clerk', { ids: `${order.id},999` })).json()).toMatchObject({
    success: false,
    result: null,
  })
  const ids = Array.from({ length: 101 }, (_, at) => `${at}`).join(',')
  const refusal = { success: false, message: '一次最多打印 100 条，请减少选中的行' }
  expect((await get('clerk', { ids })).json()).toMatchObject(refusal)
})

it('a PDF lists the moves of its record with the people who made them', async () => {
  const { id } = await server.add({ fname: '《审志》', items: [{ fspmc: '宣纸', fnum: 1 }] })
  const before = await read('clerk', { ids: id, template: 'print/order' })
  expect(before.pages.join('')).not.toContain('审批记录')
  await server.order('clerk', 'move/audit', 'POST', { body: { ids: id } })
  const queries: Record<string, string>[] = [{ ids: id, template: 'print/order' }, { ids: id }]
  for (const query of queries) {
    const { pages } = await read('clerk', query)
    const whole = pages.join('')
    expect(whole).toContain('审批记录')
    expect(whole).toMatch(/1审核clerk真名\d{4}-\d\d-\d\d\d\d:\d\d:\d\d/)
  }
})

it('a PDF has the conditions, pictures, page breaks and texts at the edges that its template declares', async () => {
  const { answer, pages, size } = await read('clerk', { template: 'print/order-rich' })
  expect(size).toEqual([683, 397])
  const [first = '', ...rest] = pages
  expect(first).toContain('加急')
  expect(first).not.toContain('不加急')
  expect(first).toContain('（图片不在了，或者太大，没有印）')
  expect(first).toContain('1宣纸72.00合计2.00')
  expect(first).not.toContain('宣纸8')
  // A part that is higher than a page is broken although it is to be kept: no row is lost.
  const others = rest.join('')
  for (let at = 1; at <= ROWS; at++) expect(others).toContain(`${at}宣纸${at}`)
  expect(others).toContain('690123456789')
  expect(others).toContain('《地方志》（有条码印不了的字，没有印条码）')
  pages.forEach((page, at) => {
    expect(page).toContain(order.fno)
    expect(page).toContain(`第${at + 1}页共${pages.length}页`)
    expect(page).not.toContain('打印：')
  })
  expect(answer.rawPayload.toString('latin1').match(/\/Subtype \/Image/g)?.length).toBeGreaterThan(0)
})

it('labels of several records are on one sheet from the place that is named', async () => {
  const other = await server.add({ fname: '《标签》' })
  const ids = [order.id, other.id].join(',')
  const query = { ids, template: 'print/order-labels' }
  const whole = await read('clerk', query)
  expect(whole.size).toEqual([595, 842])
  expect(whole.pages).toHaveLength(1)
  // The text of a label, and that below its bars.
  expect(whole.pages[0]?.split(order.fno)).toHaveLength(5)
  const { pages } = await read('clerk', { ...query, start: '4' })
  expect(pages.map((page) => [page.split(order.fno).length - 1, page.split(other.fno).length - 1])).toEqual([
    [4, 2],
    [0, 2],
  ])
  for (const start of ['0', '7', 'x']) expect((await get('clerk', { ...query, start })).json().code).toBe(400)
  expect((await get('clerk', { template: 'print/order', start: '2' })).json().code).toBe(400)
})

it('a long record is printed whole in each of its copies', async () => {
  const { pages } = await read('clerk', { template: 'print/order-copies' })
  for (let at = 1; at <= ROWS; at++) expect(pages.join('').split(`${at}宣纸${at}册`)).toHaveLength(3)
})

it('a field and a row that are taller than a page are printed whole on several pages', async () => {
  const count = (letter: string) => Array.from({ length: 30 }, (_, at) => `${letter}${10 + at}`)
  const items = [
    { fspmc: '短', fnum: 1 },
    { fspmc: count('品').join(''), fspec: '规格', fnum: 1 },
  ]
  const { id } = await server.add({ fname: count('名').join(''), items })
  const { pages } = await read('clerk', { ids: id, template: 'print/order-tall' })
  for (const word of [...count('名'), ...count('品')]) expect(pages.join('')).toContain(word)
})
