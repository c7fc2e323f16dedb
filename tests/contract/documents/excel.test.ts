import { describe, expect, it } from 'vitest'
import type { AnyFieldType } from '#runtime/contract/contract.ts'
import { createLookup } from '#runtime/data/dict.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import type { Field } from '#runtime/schema/types.ts'
import { dicts } from '../fields/field-samples.ts'

const people = [
  { value: 'shen.mo', text: '沈墨' },
  { value: 'gu', text: '顾怀之' },
]
const lookup = createLookup((code) => (code === 'people' ? people : dicts[code]))

/** What a cell of a workbook holds, as text, and the value that the record gets; `null` is an empty cell. */
type Cells = readonly (readonly [cell: string, value: unknown])[]

const text: Cells = [
  ['浙江通志', '浙江通志'],
  ['001', '001'],
  ['', null],
]
const choice: Cells = [
  ['甲', '1'],
  ['1', '1'],
  [' 乙 ', '2'],
  ['', null],
]
const two = {
  options: [
    { value: '1', text: '甲' },
    { value: '2', text: '乙' },
  ],
}
const several: Cells = [
  ['甲,乙', '1,2'],
  ['甲、乙', '1,2'],
  ['2；1', '2,1'],
  ['', null],
]
const yesNo = (yes: unknown, no: unknown): Cells => [
  ...['是', 'Y', 'y', '1', 'true', 'TRUE', '√'].map((cell) => [cell, yes] as const),
  ...['否', 'N', 'n', '0', 'false', 'FALSE', '×'].map((cell) => [cell, no] as const),
  ['', null],
]
const keys: Cells = [
  ['沈墨', 'shen.mo'],
  ['shen.mo', 'shen.mo'],
  ['', null],
]
const paths: Cells = [
  ['temp/a.pdf', 'temp/a.pdf'],
  ['temp/a.pdf,temp/b.pdf', 'temp/a.pdf,temp/b.pdf'],
  ['', null],
]

type Row = { field?: Record<string, unknown>; cells: Cells } | { none: string }

/** The types whose cells are more than the same text. */
const cells: Readonly<Record<string, Row>> = {
  textarea: { cells: [...text, ['一\n二', '一\n二']] },
  link: {
    cells: [
      ['https://example.org/a', 'https://example.org/a'],
      ['', null],
    ],
  },
  tags: {
    cells: [
      ['重要;急件', '重要;急件'],
      ['重要；急件', '重要;急件'],
      ['', null],
    ],
  },
  inputNumber: {
    field: { scale: 2 },
    cells: [
      ['1,234.50', 1234.5],
      ['1，234', 1234],
      ['１２', 12],
      ['-3', -3],
      ['(1,234.50)', -1234.5],
      ['¥12.00', 12],
      ['12元', 12],
      ['1.5E+3', 1500],
      ['—', null],
      ['', null],
    ],
  },
  slider: {
    cells: [
      ['40', 40],
      ['', null],
    ],
  },
  progress: {
    cells: [
      ['72%', 72],
      ['72', 72],
      ['', null],
    ],
  },
  date: {
    cells: [
      ['2025-01-02', '2025-01-02'],
      ['2025/1/2', '2025-01-02'],
      ['2025年1月2日', '2025-01-02'],
      ['2025.1.2', '2025-01-02'],
      ['20250102', '2025-01-02'],
      ['45659', '2025-01-02'],
      ['45659.75', '2025-01-02'],
      ['2025/1/2 8:30', '2025-01-02'],
      ['', null],
    ],
  },
  datetime: {
    cells: [
      ['2025-01-02 08:30:00', '2025-01-02 08:30:00'],
      ['2025/1/2 8:30', '2025-01-02 08:30:00'],
      ['2025年1月2日 8时30分', '2025-01-02 08:30:00'],
      ['45659.75', '2025-01-02 18:00:00'],
      ['2025/1/2', '2025-01-02 00:00:00'],
      ['', null],
    ],
  },
  time: {
    cells: [
      ['14:30:00', '14:30:00'],
      ['14:30', '14:30:00'],
      ['0.75', '18:00:00'],
      ['45659.75', '18:00:00'],
      ['2025/1/2 8:30', '08:30:00'],
      ['', null],
    ],
  },
  month: {
    cells: [
      ['2025-01', '2025-01'],
      ['2025年1月', '2025-01'],
      ['2025/1/2', '2025-01'],
      ['45659', '2025-01'],
      ['', null],
    ],
  },
  year: {
    cells: [
      ['2025', '2025'],
      ['2025年', '2025'],
      ['2025/1/2', '2025'],
      ['45659', '2025'],
      ['', null],
    ],
  },
  select: {
    field: { options: undefined, dictCode: 'unit' },
    cells: [
      ['册', '1'],
      ['1', '1'],
      ['套', '2'],
      ['', null],
    ],
  },
  radio: { field: two, cells: choice },
  link_down: {
    field: { options: undefined, dictCode: 'unit' },
    cells: [
      ['册', '1'],
      ['2', '2'],
      ['', null],
    ],
  },
  list_multi: { field: two, cells: several },
  checkbox_group: { field: two, cells: several },
  switch: { cells: yesNo('Y', 'N') },
  checkbox: { field: { customValue: ['on', 'off'] }, cells: yesNo('on', 'off') },
  sel_search: { field: { dictCode: 'people' }, cells: keys },
  sel_user: { field: { dictCode: 'people' }, cells: keys },
  sel_role: { field: { dictCode: 'people' }, cells: keys },
  sel_position: { field: { dictCode: 'people' }, cells: keys },
  sel_depart: { field: { dictCode: 'people' }, cells: keys },
  sel_tree: { field: { dictCode: 'people' }, cells: keys },
  link_table: { field: { dictCode: 'people' }, cells: keys },
  cat_tree: {
    cells: [
      ['B01A01', 'B01A01'],
      ['', null],
    ],
  },
  pca: {
    cells: [
      ['330106', '330106'],
      ['', null],
    ],
  },
  image: { cells: paths },
  file: { cells: paths },
  upload: { cells: paths },
  slide_verify: { none: 'proves a hand, holds nothing' },
  table: { none: 'its rows are rows of a sheet of their own' },
}

/** The cells of a type; a type whose column is text needs no entry. */
const findRow = (word: string, type: AnyFieldType): Row | undefined =>
  cells[word] ??
  (/^(varchar|text)$/.test(type.column(type.designer.sample)?.type ?? '') ? { cells: text } : undefined)

it('every type has cells of a workbook, and every entry a type', () => {
  expect([...fieldTypes].flatMap(([word, type]) => (findRow(word, type) ? [] : [word]))).toEqual([])
  expect(Object.keys(cells).filter((word) => !fieldTypes.has(word))).toEqual([])
})

const withCells = [...fieldTypes].flatMap(([word, type]) => {
  const row = findRow(word, type)
  return row && 'cells' in row ? [[word, type, row] as const] : []
})

describe.each(withCells)('a workbook and %s', (word, type, row) => {
  const field = { ...type.designer.sample, ...row.field } as Field

  it.each(row.cells)('reads %j as %j', (cell, value) => {
    expect(type.fromText(cell, field, lookup)).toEqual({ ok: true, value })
  })

  it('writes what it reads back as the same value', () => {
    for (const [, value] of row.cells) {
      const written = type.toText(value, field, lookup, 'full')
      if (word === 'password') expect(written).not.toContain(String(value ?? '—'))
      else expect(type.fromText(written, field, lookup)).toEqual({ ok: true, value })
    }
  })
})

it.each([
  ['inputNumber', '十二'],
  ['inputNumber', '13%%'],
  ['date', '2025-02-30'],
  ['date', '45659x'],
  ['datetime', '昨天'],
  ['time', '25:00'],
  ['month', '2025-13'],
  ['year', '25'],
  ['month', '12'],
  ['time', '12'],
  ['switch', '也许'],
  ['checkbox', '2'],
  ['radio', '丙'],
  ['list_multi', '甲,丙'],
])('%s refuses the cell %j and says why', (word, cell) => {
  const type = fieldTypes.get(word)
  const row = cells[word]
  const field = { ...type?.designer.sample, ...(row && 'field' in row ? row.field : {}) } as Field
  const read = type?.fromText(cell, field, lookup)
  expect(read).toMatchObject({ ok: false, text: expect.stringContaining(cell.includes(',') ? '丙' : cell) })
})
