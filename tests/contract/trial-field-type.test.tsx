// @vitest-environment jsdom

import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import { sampleValue } from '#runtime/preview/sample-values.ts'
import { typeGroups } from '#runtime/preview/type-groups.ts'
import { printRecord } from '#runtime/record/print/print-record.ts'
import { typeOfField } from '#runtime/schema/checks/expressions/expression-types.ts'
import { listFields } from '#runtime/schema/derive.ts'
import { noLookup } from '#runtime/schema/field-value.ts'
import type { Field, ScreenDocument } from '#runtime/schema/types.ts'
import { buildCell } from '../../src/server/records/excel/workbook/cells.ts'
import { sheetColumn } from '../../src/server/records/excel/workbook/headings.ts'
import { buildCsv, exportColumns } from '../../src/server/reports/export.ts'
import { listColumns } from '../../src/server/reports/view.ts'
import { renderIn, stageRuntime } from '../unit/fields/stage.tsx'

// A number type with a format of its own, and a type that is `date` or `input` with another `toText`, added as a family
// adds them: the value half, and the views.
vi.mock('#runtime/fields/values.ts', async (original) => {
  const { fieldValues: registered } = await original<typeof import('#runtime/fields/values.ts')>()
  const number = registered.get('inputNumber')
  const toText = (value: unknown) => (value === null ? '' : `${value} 千克`)
  const spreadsheet = { ...number?.spreadsheet, format: '0.0"千克"' }
  const framed = (base: string, type: string) =>
    [
      type,
      {
        ...registered.get(base),
        ...{ type, usualFor: undefined, spreadsheet: undefined },
        toText: (value: unknown) => (value === null ? '' : `〔${value}〕`),
      },
    ] as const
  const weight = { ...number, type: 'weight', usualFor: undefined, spreadsheet, toText }
  const trials = [['weight', weight] as const, framed('date', 'reign'), framed('input', 'shelfmark')]
  return { fieldValues: new Map<string, unknown>([...registered, ...trials]) }
})
vi.mock('#runtime/fields/index.ts', async (original) => {
  const { fieldTypes: registered } = await original<typeof import('#runtime/fields/index.ts')>()
  const { fieldValues: all } = await import('#runtime/fields/values.ts')
  const designer = {
    label: '重量',
    group: 'basic',
    icon: 'number',
    sample: { key: 'fweight', type: 'weight' },
    sampleValue: 3.5,
  }
  const weight = { ...registered.get('inputNumber'), ...all.get('weight'), designer }
  const trials = [
    ['weight', weight],
    ['reign', { ...registered.get('date'), ...all.get('reign'), designer: registered.get('date')?.designer }],
    [
      'shelfmark',
      { ...registered.get('input'), ...all.get('shelfmark'), designer: registered.get('input')?.designer },
    ],
  ] as const
  return { fieldTypes: new Map<string, unknown>([...registered, ...trials]) }
})
afterEach(cleanup)

/** The cell of a list. */
function drawCell(drawn: Field, values: Record<string, unknown>) {
  const type = fieldTypes.get(drawn.type)
  if (!type) throw new Error('the type is not registered')
  renderIn(
    stageRuntime({ types: fieldTypes }),
    <type.Cell value={type.fromWire(values[drawn.key], drawn)} field={drawn} row={values} />,
  )
}

/** The first block of a printed record with one field. */
function printField(printed: Field, values: Record<string, unknown>): string {
  const screen: ScreenDocument = { version: 2, kind: 'screen', id: 'a/b', title: '藏品', fields: [printed] }
  const template = {
    ...{ version: 2, kind: 'print', id: 'a/p', title: '卡片', screen: 'a/b' },
    blocks: [{ type: 'fields', fields: [printed.key] }],
  }
  const record = { user, mode: 'detail', now: new Date() }
  const env = { types: fieldTypes, lookup: noLookup, can: () => true, record }
  return JSON.stringify(printRecord(screen, template as never, values, env as never)[0])
}

const field = { key: 'weight', title: '重量', type: 'weight' }
const record = { id: '1', weight: 3.5 }
const user = { id: '1', username: 'clerk', realname: '文员', orgCode: 'A01' }
const document: ScreenDocument = { version: 2, kind: 'screen', id: 'a/b', title: '藏品', fields: [field] }

it('a formula and a chart take its values for numbers', () => {
  expect(typeOfField(fieldValues, field)).toBe('number')
})

it('a list aligns it right and draws its own format', () => {
  const [column] = listFields(document, fieldTypes)
  expect(column?.align).toBe('right')
  drawCell(field, record)
  expect(screen.getByText('3.5 千克')).toBeTruthy()
})

it('a workbook has its number in its format, and a print its text', () => {
  expect(buildCell(field, record)).toBe(3.5)
  expect(sheetColumn({ heading: '重量', field }).format).toBe('0.0"千克"')
  expect(printField(field, record)).toContain('3.5 千克')
})

it.each([
  ['reign', '1850-01-02'],
  ['shelfmark', '甲三'],
])(
  'a changed text of a type is in the cell of a list, a print, a workbook and a CSV file: %s',
  (type, value) => {
    const changed = { key: 'fchanged', title: '改过', type }
    const values = { id: '1', fchanged: value }
    drawCell(changed, values)
    expect(screen.getByText(`〔${value}〕`)).toBeTruthy()
    expect(printField(changed, values)).toContain(`〔${value}〕`)
    expect(buildCell(changed, values)).toBe(`〔${value}〕`)
    const report = { version: 2, kind: 'report', id: 'a/r', title: '报表', source: { sql: 'select 1' } }
    expect(
      buildCsv(exportColumns({ ...report, fields: [changed] } as never, () => true)).lines([values]),
    ).toBe(`〔${value}〕\r\n`)
  },
)

it('a report describes its column to clients as a number', () => {
  const report = {
    version: 2,
    kind: 'report',
    id: 'a/r',
    title: '重量',
    source: { sql: 'select 1' },
    fields: [field],
  }
  expect(listColumns(report as never, () => true)[0]?.align).toBe('right')
})

it('the designer offers it with a sample', () => {
  expect(typeGroups('重量').flatMap(({ types }) => types.map(({ type }) => type))).toEqual(['weight'])
  expect(sampleValue(field)).toBe(3.5)
})
