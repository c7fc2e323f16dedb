import type { Mistake, Right } from './mistake.ts'

const print = (rest: object, ...blocks: readonly object[]) => ({
  version: 2,
  kind: 'print',
  id: 'stock/trial-print',
  title: '试验',
  screen: 'stock/in-bill',
  page: 'A4',
  blocks: blocks.length > 0 ? blocks : [{ type: 'title' }],
  ...rest,
})
const text = (more: object) => print({}, { type: 'text', text: '甲', ...more })
const table = (more: object) => print({}, { type: 'table', detail: 'items', columns: ['fspmc'], ...more })
const barcode = (more: object) => print({}, { type: 'barcode', text: '{fbillno}', ...more })
const grid = { columnCount: 3, rowCount: 8, width: 60, height: 30 }

export const printMistakes: readonly Mistake[] = [
  ['a block whose condition names no field', text({ when: "fstats == '1'" }), '/blocks/0/when', 'fstats'],
  ['a block under a broken condition', text({ when: 'fstates ==' }), '/blocks/0/when', '表达式'],
  ['rows whose condition names no column', table({ rowWhen: 'fnumm > 0' }), '/blocks/0/rowWhen', 'fnum'],
  ['a picture of a text', print({}, { type: 'picture', field: 'fbillno' }), '/blocks/0/field', '请换一个'],
  ['a picture of nothing', print({}, { type: 'picture' }), '/blocks/0', 'field 和 file 要写一个'],
  [
    'a picture of an unknown field',
    print({}, { type: 'picture', field: 'fbilno' }),
    '/blocks/0/field',
    'fbillno',
  ],
  [
    'a picture of another server',
    print({}, { type: 'picture', file: 'https://example.org/a.png' }),
    '/blocks/0/file',
    '',
  ],
  [
    'a picture with scripts',
    print({}, { type: 'picture', file: `temp/${'0'.repeat(32)}.svg` }),
    '/blocks/0/file',
    '',
  ],
  [
    'an EAN-13 with a wrong check digit',
    barcode({ text: '6901234567893', format: 'ean13' }),
    '/blocks/0/text',
    '第 13 位是校验码',
  ],
  [
    'an EAN-13 with letters',
    barcode({ text: 'A{fbillno}', format: 'ean13' }),
    '/blocks/0/text',
    '请删去 format',
  ],
  ['an unknown kind of barcode', barcode({ format: 'ean8' }), '/blocks/0/format', 'ean13'],
  ['a header of an unknown field', print({ header: { left: '{fbilno}' } }), '/header/left', 'fbilno'],
  [
    'a footer with an open brace',
    print({ footer: { right: '第 {page 页' } }),
    '/footer/right',
    '花括号要成对',
  ],
  [
    'margins wider than the paper',
    print({ page: '80x60 mm', margins: { left: 50, right: 40 } }),
    '/margins',
    '请改小',
  ],
  [
    'labels wider than the paper',
    print({ labels: { ...grid, columnCount: 4 } }),
    '/labels/width',
    '纸上只有 186 毫米',
  ],
  [
    'labels higher than the paper',
    print({ labels: { ...grid, gapY: 10 } }),
    '/labels/height',
    '请改小 height 或 rowCount',
  ],
  ['labels on a label', print({ page: 'label 200x290 mm', labels: grid }), '/labels', '请删去 labels'],
  ['labels with a footer', print({ labels: grid, footer: { left: '甲' } }), '/footer', '请删去 footer'],
  ['a paper without a unit', print({ page: '241x140' }), '/page', ''],
]

export const rightPrints: readonly Right[] = [
  [
    'conditions of blocks and rows',
    table({ when: "fstates == '1' and fdate <= today()", rowWhen: 'fnum > 0 and fbillno != null' }),
  ],
  [
    'page numbers in a footer',
    print({ page: '241x140 mm', footer: { center: '第 { page } 页 共 {pages} 页 {fbillno}' } }),
  ],
  ['a sheet of labels', print({ margins: { top: 10 }, labels: { ...grid, gapX: 3 }, copies: 2 })],
  [
    'a fixed picture, a page break and an EAN-13',
    print(
      {},
      { type: 'picture', file: `temp/${'a'.repeat(32)}.png`, width: 40 },
      { type: 'pageBreak' },
      { type: 'barcode', text: '6901234567892', format: 'ean13' },
    ),
  ],
]
