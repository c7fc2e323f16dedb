import { describe, expect, it } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import { layLabels } from '#runtime/record/print/label-sheets.ts'
import { pageRule } from '#runtime/record/print/print-page.ts'
import { printRecord, printRunning } from '#runtime/record/print/print-record.ts'
import { derivedTemplate, type PrintTemplate } from '#runtime/record/print/print-template.ts'
import type { PrintedBlock } from '#runtime/record/print/printed-block.ts'
import type { PrintEnv } from '#runtime/record/print/printer.ts'
import { defaultRunning, writeRunning } from '#runtime/record/print/running.ts'
import { parsePaper } from '#runtime/schema/kinds/print/page.ts'
import { isDetail, type ScreenDocument } from '#runtime/schema/types.ts'

const bill = {
  version: 2,
  kind: 'screen',
  id: 'stock/bill',
  title: '入库单',
  perm: 'bill',
  fields: [
    { key: 'fbillno', title: '单据编号', type: 'input', auto: 'RK{####}' },
    { key: 'fsupplier', title: '供应单位', type: 'input' },
    { key: 'fopinion', title: '驳回意见', type: 'input', showIf: 'fopinion != null' },
    {
      key: 'fsum',
      title: '合计金额',
      type: 'inputNumber',
      scale: 2,
      compute: 'sum(items.famount)',
      access: { read: 'bill:price' },
    },
    { key: 'fstates', title: '状态', type: 'input', form: false },
    { key: 'fauditor', title: '审核人', type: 'input', form: false },
    { key: 'fauditTime', title: '审核时间', type: 'datetime', form: false },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      fields: [
        { key: 'fname', title: '品名', type: 'input' },
        { key: 'fhidden', type: 'hidden' },
        { key: 'fstock', title: '现存量', type: 'inputNumber', persist: false },
        { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2, statistics: ['sum'] },
        {
          key: 'famount',
          title: '金额',
          type: 'inputNumber',
          scale: 2,
          statistics: ['sum'],
          access: { read: 'bill:price' },
        },
        { key: 'fimg', title: '图片', type: 'image' },
      ],
    },
  ],
  form: {
    columnCount: 3,
    groups: [
      { title: '基本信息', fields: ['fbillno', 'fsupplier', 'fopinion', 'fsum'] },
      { tab: '明细', fields: ['items'] },
    ],
  },
  flow: {
    field: 'fstates',
    initial: '待审核',
    editable: ['待审核'],
    moves: [
      {
        code: 'audit',
        title: '审核',
        from: ['待审核'],
        to: '已审核',
        set: { fauditor: '=user.realname', fauditTime: '=now()' },
      },
    ],
  },
} as unknown as ScreenDocument

const record = {
  id: '1',
  fbillno: 'RK0001',
  fsupplier: '造纸厂',
  fsum: 1200.5,
  fstates: '已审核',
  fauditor: '陈素',
  fauditTime: '2025-09-25 10:58:00',
  createBy: 'clerk',
  createBy_dictText: '李文澜',
  items: [
    { id: '11', fname: '宣纸', fnum: 10, famount: 1000 },
    { id: '12', fname: '浆糊', fnum: 2.5, famount: 200.5 },
  ],
}

const buildEnv = (can: (code: string) => boolean = () => true): PrintEnv => ({
  types: fieldTypes,
  can,
  lookup: { text: () => undefined, value: () => undefined, items: () => [] },
  record: {
    user: { id: '1', username: 'clerk', realname: '李文澜', orgCode: 'A01' },
    now: new Date('2025-09-25T10:58:00'),
    mode: 'detail',
  },
})
const withoutPrices = (code: string) => code !== 'bill:price'
const ofType = <T extends PrintedBlock['type']>(blocks: readonly PrintedBlock[], type: T) =>
  blocks.filter((block): block is Extract<PrintedBlock, { type: T }> => block.type === type)
const derived = (values: object = record, env = buildEnv()) =>
  printRecord(bill, derivedTemplate(bill, env), values as typeof record, env)
const filled = (text: string, env = buildEnv()) => {
  const template: PrintTemplate = { title: '标签', page: 'A4', blocks: [{ type: 'text', text }] }
  return ofType(printRecord(bill, template, record, env), 'text')[0]?.text
}

describe('the print view that follows from a screen', () => {
  it('has the fields of each form group, without those that the form hides', () => {
    const [fields] = ofType(derived(), 'fields')
    expect(fields?.title).toBe('基本信息')
    expect(fields?.fields.map(({ title, text }) => `${title} ${text}`)).toEqual([
      '单据编号 RK0001',
      '供应单位 造纸厂',
      '合计金额 1,200.50',
    ])
  })

  it('has each paragraph and each item of a rich text on a line of its own', () => {
    const fields = [{ key: 'fnote', title: '说明', type: 'umeditor' }]
    const screen = { ...bill, fields } as unknown as ScreenDocument
    const blocks = [{ type: 'fields', fields: ['fnote'] }] as PrintTemplate['blocks']
    const print = (fnote: string) => {
      const printed = printRecord(screen, { title: '单', page: 'A4', blocks }, { fnote }, buildEnv())
      return ofType(printed, 'fields')[0]?.fields[0]?.text
    }
    const list = '<ul><li><p>纸 &amp; 墨</p></li><li>笔</li></ul>'
    expect(print(`<p>第一段</p><p>上行<br>下行 &lt;1</p><p><br></p>${list}<p>完</p>`)).toBe(
      '第一段\n上行\n下行 <1\n\n纸 & 墨\n笔\n完',
    )
    expect(print('旧文字\n两行')).toBe('旧文字\n两行')
  })

  it('has the stored text columns of a detail table and their sums', () => {
    const [table] = ofType(derived(), 'table')
    expect(table?.columns.map(({ title }) => title)).toEqual(['品名', '数量', '金额'])
    expect(table?.rows.map(({ cells }) => cells)).toEqual([
      ['宣纸', '10.00', '1,000.00'],
      ['浆糊', '2.50', '200.50'],
    ])
    expect(table?.totals).toEqual(['', '12.50', '1,200.50'])
  })

  it('has its figures in red where their colour is, and the sum of a column of such figures', () => {
    const colors = [{ when: 'fnum > 2', color: 'error' }]
    const some = [{ when: 'fnum > 9', color: 'error' }]
    const fields = bill.fields.map((field) =>
      isDetail(field)
        ? {
            ...field,
            fields: field.fields.map((column) => {
              if (column.key === 'fnum') return { ...column, colors }
              return column.key === 'famount' ? { ...column, colors: some } : column
            }),
          }
        : { ...field, ...(field.key === 'fsum' && { colors: [{ when: 'fsum > 0', color: 'error' }] }) },
    )
    const screen = { ...bill, fields } as typeof bill
    const blocks = printRecord(screen, derivedTemplate(screen, buildEnv()), record, buildEnv())
    const [table] = ofType(blocks, 'table')
    expect(table?.rows.map(({ reds }) => reds)).toEqual([
      [false, true, true],
      [false, true, false],
    ])
    expect(table?.redTotals).toEqual([false, true, false])
    const [head] = ofType(blocks, 'fields')
    expect(head?.fields.map(({ key, isRed }) => [key, isRed])).toEqual([
      ['fbillno', undefined],
      ['fsupplier', undefined],
      ['fsum', true],
    ])
  })

  it('writes beside the sum of a computed column how many rows lack a value', () => {
    const fields = bill.fields.map((field) =>
      isDetail(field)
        ? {
            ...field,
            fields: field.fields.map((column) =>
              column.key === 'famount' ? { ...column, compute: 'fnum * 100' } : column,
            ),
          }
        : field,
    )
    const screen = { ...bill, fields }
    const values = { ...record, items: [...record.items, { id: '13', fname: '毛笔' }] }
    const [table] = ofType(
      printRecord(screen, derivedTemplate(screen, buildEnv()), values, buildEnv()),
      'table',
    )
    expect(table?.totals).toEqual(['', '12.50', '1,200.50（1 行没有值）'])
  })

  it('leaves out fields, columns and totals that the user may not read', () => {
    const blocks = derived(record, buildEnv(withoutPrices))
    expect(JSON.stringify(blocks)).not.toContain('1,200.50')
    expect(ofType(blocks, 'table')[0]?.columns.map(({ title }) => title)).toEqual(['品名', '数量'])
  })

  it('has the stamp of the state with person and day when a move recorded them', () => {
    expect(ofType(derived(), 'title')[0]?.stamp).toEqual({
      text: '已审核',
      note: '陈素 2025-09-25',
      isInitial: false,
    })
    const fresh = derived({ ...record, fstates: '待审核', fauditor: null, fauditTime: null })
    expect(ofType(fresh, 'title')[0]?.stamp).toEqual({ text: '待审核', note: '', isInitial: true })
  })

  it('has the signatures of author and auditor when the screen has a flow', () => {
    expect(ofType(derived(), 'signatures')[0]?.signatures).toEqual([
      { title: '制单', text: '李文澜' },
      { title: '审核', text: '陈素' },
    ])
    const { flow: _, ...plain } = bill
    expect(derivedTemplate(plain, buildEnv()).blocks.map(({ type }) => type)).not.toContain('signatures')
  })
})

describe('the moves of a printed record', () => {
  const moves = [
    {
      id: 'm1',
      title: '审核',
      isUndone: false,
      to: '已审核',
      state: '已审核',
      author: '陈素',
      time: '2025-09-25 10:00:00',
      opinion: '同意',
    },
  ]
  const printed = (over: Partial<PrintEnv>) =>
    printRecord(bill, derivedTemplate(bill, buildEnv()), record, { ...buildEnv(), ...over })

  it('are a table with person, time and opinion above the signatures', () => {
    const blocks = printed({ moves })
    const table = blocks.find((block) => block.type === 'table' && block.title === '审批记录')
    expect(table).toMatchObject({
      columns: ['操作', '审核人', '审核时间', '意见'].map((title) => ({ title })),
      rows: [{ cells: ['审核', '陈素', '2025-09-25 10:00:00', '同意'] }],
    })
    expect(blocks.slice(-2).map(({ type }) => type)).toEqual(['table', 'signatures'])
  })

  it('take no place where there are none', () => {
    expect(JSON.stringify(printed({ moves: [] }))).not.toContain('审批记录')
    expect(JSON.stringify(printed({}))).not.toContain('审批记录')
  })
})

describe('placeholders of a template', () => {
  it('print fields and results of expressions', () => {
    expect(filled('{fsupplier}，{ fsum }，大写 {capitals(fsum)}，{items.fnum}')).toBe(
      '造纸厂，1,200.50，大写 壹仟贰佰元伍角整，10,2.5',
    )
  })

  it.each(['{fsum}', '{capitals(fsum)}', '{sum(items.famount)}', '{form.fsum}', '{items.famount}'])(
    'print no amount when the user may not read it: %s',
    (text) => {
      expect(filled(`[${text}]`, buildEnv(withoutPrices))).toMatch(/^\[(0|零元整)?\]$/)
    },
  )
})

it('a table block has blank rows up to its minimum, and a note with placeholders', () => {
  const template: PrintTemplate = {
    title: '入库单',
    page: 'A5',
    blocks: [
      { type: 'table', detail: 'items', columns: ['fname'], minRows: 4, note: '大写 {capitals(fsum)}' },
    ],
  }
  const [table] = ofType(printRecord(bill, template, record, buildEnv()), 'table')
  expect(table?.rows.map(({ cells }) => cells[0])).toEqual(['宣纸', '浆糊', '', ''])
  expect(table?.note).toBe('大写 壹仟贰佰元伍角整')
  expect(table?.totals).toBeUndefined()
})

it('a text that a QR code cannot contain is printed alone', () => {
  const printed = ['会稽', '稽'.repeat(800)].map((text) => {
    const template: PrintTemplate = { title: '标签', page: 'A4', blocks: [{ type: 'qr', text }] }
    return printRecord(bill, template, record, buildEnv()).map(({ type }) => type)
  })
  expect(printed).toEqual([['qr'], ['text']])
})

const printAll = (blocks: PrintTemplate['blocks'], over: object = {}, env = buildEnv()) =>
  printRecord(bill, { title: '单', page: 'A4', blocks }, { ...record, ...over }, env)

describe('a condition', () => {
  it('prints its block for the records that meet it', () => {
    const blocks = [
      { type: 'text', text: '审', when: "fstates == '已审核'" },
      { type: 'text', text: '未', when: "fstates != '已审核'" },
    ] as const
    expect(printAll([...blocks])).toEqual([{ type: 'text', text: '审' }])
    expect(printAll([...blocks], { fstates: '待审核' })).toEqual([{ type: 'text', text: '未' }])
  })

  it('of rows prints the rows that meet it, with their sum', () => {
    const [table] = ofType(
      printAll([
        { type: 'table', detail: 'items', columns: ['fname', 'fnum'], totals: ['fnum'], rowWhen: 'fnum > 5' },
      ]),
      'table',
    )
    expect(table?.rows.map(({ cells }) => cells[0])).toEqual(['宣纸'])
    expect(table?.totals).toEqual(['', '10.00'])
  })

  it.each(['fsum > 0', 'fsum < 0', 'sum(items.famount) > 0'])(
    'over an amount that the user may not read is not met: %s',
    (when) => {
      expect(printAll([{ type: 'text', text: '甲', when }], {}, buildEnv(withoutPrices))).toEqual([])
    },
  )

  it('of rows over a column that the user may not read leaves out all rows', () => {
    const [table] = ofType(
      printAll(
        [{ type: 'table', detail: 'items', columns: ['fname'], rowWhen: 'famount > 0' }],
        {},
        buildEnv(withoutPrices),
      ),
      'table',
    )
    expect(table?.rows).toEqual([])
  })
})

it('a barcode of an unfit value is a text that says so', () => {
  const text = (value: string, format: 'code128' | 'ean13') =>
    printAll([{ type: 'barcode', text: value, format }])
  expect(text('690123456789', 'ean13')).toMatchObject([{ type: 'barcode', format: 'ean13' }])
  expect(text('6901234567893', 'ean13')).toEqual([
    { type: 'text', text: '6901234567893（不是 EAN-13 编码，没有印条码）' },
  ])
  expect(text('会稽', 'code128')).toEqual([{ type: 'text', text: '会稽（有条码印不了的字，没有印条码）' }])
})

it('a page break that would leave a page empty is left out', () => {
  const pageBreak = { type: 'pageBreak' } as const
  const text = { type: 'text', text: '甲' } as const
  const types = printAll([pageBreak, text, pageBreak, pageBreak, text, pageBreak]).map(({ type }) => type)
  expect(types).toEqual(['text', 'pageBreak', 'text'])
})

it('a picture is drawn from an upload of this system and from nowhere else', () => {
  const path = `temp/${'a'.repeat(32)}.png`
  const values = [path, 'https://example.org/a.png', `temp/${'a'.repeat(32)}.svg`, '../a.png']
  const screen = {
    ...bill,
    fields: [...bill.fields, { key: 'fimg', title: '图', type: 'image' }],
  } as ScreenDocument
  const printed = values.map((fimg) => {
    const template: PrintTemplate = { title: '图', page: 'A4', blocks: [{ type: 'picture', field: 'fimg' }] }
    return printRecord(screen, template, { fimg }, buildEnv()).map(({ type }) => type)
  })
  expect(printed).toEqual([['picture'], ['text'], ['text'], ['text']])
})

describe('labels on a sheet', () => {
  const grid = { columnCount: 2, rowCount: 2, width: 50, height: 30 }
  it('follow each other from the first free place, each as often as its copies', () => {
    expect(layLabels(['甲', '乙'], grid, { start: 4, copies: 2 })).toEqual([
      [null, null, null, '甲'],
      ['甲', '乙', '乙'],
    ])
  })
})

it('a footer of a template has the texts of the record in the place of the note', () => {
  const template: PrintTemplate = {
    title: '单',
    page: 'A4',
    header: { left: '{fbillno}' },
    footer: { right: '第 {page} 页 共 {pages} 页' },
    blocks: [],
  }
  const running = printRunning(bill, template, record, buildEnv(), '打印')
  expect(running).toEqual({
    header: { left: ['RK0001'] },
    footer: { right: ['第 ', { count: 'page' }, ' 页 共 ', { count: 'pages' }, ' 页'] },
  })
  expect(pageRule(template, running)).toContain('@top-left { content: "RK0001"')
  expect(writeRunning(running.footer?.right ?? [], 2, 3)).toBe('第 2 页 共 3 页')
})

describe('the page of a template', () => {
  it.each([
    ['A4', 210, 297, 'A4 portrait'],
    ['A5 landscape', 210, 148, 'A5 landscape'],
    ['label 60x40 mm', 60, 40, '60mm 40mm'],
    ['241x140 mm', 241, 140, '241mm 140mm'],
  ])('%s has its size in millimetres', (page, width, height, size) => {
    expect(parsePaper(page)).toMatchObject({ width, height, size })
  })

  it('has page numbers and a note whose text cannot end the CSS string', () => {
    const rule = pageRule({ page: 'A4' }, defaultRunning('打印："}</style>\n'))
    expect(rule).toContain('counter(page)')
    expect(rule).not.toMatch(/打印："|<|\}"/)
    expect(pageRule({ page: 'label 60x40 mm' }, {})).toContain('margin: 2mm 2mm 2mm 2mm')
  })
})
