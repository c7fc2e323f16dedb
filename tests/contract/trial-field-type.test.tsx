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
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { buildCell } from '../../src/server/records/excel/workbook/cells.ts'
import { sheetColumn } from '../../src/server/records/excel/workbook/headings.ts'
import { columnsOf } from '../../src/server/reports/view.ts'
import { renderIn, stageRuntime } from '../unit/fields/stage.tsx'

// A number type with a format of its own, added as a family adds one: its value half, and its views.
vi.mock('#runtime/fields/values.ts', async (original) => {
  const { fieldValues: registered } = await original<typeof import('#runtime/fields/values.ts')>()
  const number = registered.get('inputNumber')
  const toText = (value: unknown) => (value === null ? '' : `${value} 千克`)
  return {
    fieldValues: new Map(registered).set('weight', {
      ...number,
      type: 'weight',
      usualFor: undefined,
      spreadsheet: { ...number?.spreadsheet, format: '0.0"千克"' },
      toText,
    } as never),
  }
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
  const type = { ...registered.get('inputNumber'), ...all.get('weight'), designer }
  return { fieldTypes: new Map(registered).set('weight', type as never) }
})
afterEach(cleanup)

const field = { key: 'weight', title: '重量', type: 'weight' }
const record = { id: '1', weight: 3.5 }
const user = { id: '1', username: 'clerk', realname: '文员', orgCode: 'A01' }
const document: ScreenDocument = { version: 1, kind: 'screen', id: 'a/b', title: '藏品', fields: [field] }

it('a formula and a chart take its values for numbers', () => {
  expect(typeOfField(fieldValues, field)).toBe('number')
})

it('a list aligns it right and draws its own format', () => {
  const [column] = listFields(document, fieldTypes)
  expect(column?.align).toBe('right')
  const Cell = fieldTypes.get('weight')?.Cell
  if (!Cell) throw new Error('the type is not registered')
  renderIn(stageRuntime({ types: fieldTypes }), <Cell value={3.5} field={field} row={record} />)
  expect(screen.getByText('3.5 千克')).toBeTruthy()
})

it('a workbook has its number in its format, and a print its text', () => {
  expect(buildCell(field, record)).toBe(3.5)
  expect(sheetColumn({ heading: '重量', field }).format).toBe('0.0"千克"')
  const template = {
    ...{ version: 1, kind: 'print', id: 'a/p', title: '卡片', screen: 'a/b' },
    blocks: [{ type: 'fields', fields: ['weight'] }],
  }
  const [block] = printRecord(document, template as never, record, {
    ...{
      types: fieldTypes,
      lookup: noLookup,
      can: () => true,
      record: { user, mode: 'detail', now: new Date() },
    },
  } as never)
  expect(JSON.stringify(block)).toContain('3.5 千克')
})

it('a report describes its column to clients as a number', () => {
  const report = {
    version: 1,
    kind: 'report',
    id: 'a/r',
    title: '重量',
    source: { sql: 'select 1' },
    fields: [field],
  }
  expect(columnsOf(report as never, () => true)[0]?.align).toBe('right')
})

it('the designer offers it with a sample', () => {
  expect(typeGroups('重量').flatMap(({ types }) => types.map(({ type }) => type))).toEqual(['weight'])
  expect(sampleValue(field)).toBe(3.5)
})
