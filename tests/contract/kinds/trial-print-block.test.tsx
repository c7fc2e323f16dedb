// @vitest-environment jsdom
// @fresh: the lists of print blocks get members that no other file may see
import { cleanup, screen as page, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import { fieldSettings } from '#runtime/fields/settings.ts'
import { printBlockPlans } from '#runtime/record/print/blocks/plans.ts'
import { printRecord } from '#runtime/record/print/print-record.ts'
import type { PrintTemplate } from '#runtime/record/print/print-template.ts'
import type { PrintedBlock } from '#runtime/record/print/printed-block.ts'
import { composeDescribedSchema } from '#runtime/schema/compose.ts'
import { checkText, printText } from '#runtime/schema/kinds/print/blocks/block-shape.ts'
import { printBlockShapes } from '#runtime/schema/kinds/print/blocks/shapes.ts'
import { newPrintBlock, printDesigns } from '#runtime/schema/kinds/print/designs.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { printedViews } from '#runtime/screens/form/print/printed-views.ts'
import { Sheet } from '#runtime/screens/form/print/Sheet.tsx'
import { registeredNames } from '#server/app/registered-names.ts'
import { getDocumentCheck } from '#server/documents/document-checker.ts'
import { drawings, pdfDefinition } from '#server/records/print/pdf-document.ts'
import { listImporters } from './importers.ts'

type Printer = Parameters<(typeof printBlockPlans)['text']['compile']>[1]

const screen = {
  version: 2,
  kind: 'screen',
  id: 'trial/bill',
  title: '单据',
  table: { name: 'trial_bill' },
  fields: [{ key: 'fno', title: '编号', type: 'input' }],
}
const template = {
  version: 2,
  kind: 'print',
  id: 'print/trial',
  title: '单据',
  screen: 'trial/bill',
  page: 'A5',
  blocks: [{ type: 'seal', text: '骑缝 {fno}' }],
}

const lists: string[] = []
const register = (file: string, list: unknown, entry: unknown) => {
  lists.push(file)
  if (Array.isArray(list)) list.push(entry)
  else Object.assign(list as object, entry)
}

// One line in each of five lists: the language, the printing, the preview, the PDF and the palette of the designer.
beforeAll(() => {
  const shape = {
    name: 'seal',
    title: '骑缝章',
    shape: { text: printText('{fno}') },
    check: ({ text }: { text?: unknown }, context: Parameters<typeof checkText>[0]) =>
      checkText(context, [...context.path, 'text'], text),
  }
  register('runtime/schema/kinds/print/blocks/shapes.ts', printBlockShapes, shape)
  register('runtime/record/print/blocks/plans.ts', printBlockPlans, {
    seal: {
      compile: ({ text }: { text: string }, printer: Printer) => [{ type: 'seal', text: printer.fill(text) }],
    },
  })
  register('runtime/screens/form/print/printed-views.ts', printedViews, {
    seal: ({ block }: { block: { text: string } }) => <strong>{block.text}</strong>,
  })
  register('src/server/records/print/pdf-document.ts', drawings, {
    seal: ({ text }: { text: string }) => ({ text, bold: true }),
  })
  register('runtime/schema/kinds/print/designs.ts', printDesigns, {
    seal: { title: '骑缝章', icon: 'file', starter: () => ({ text: '骑缝' }) },
  })
})
afterEach(cleanup)

it('a new print block is one line in each list of its language, its printing, its preview, its PDF and its palette', () => {
  expect(lists).toEqual([
    'runtime/schema/kinds/print/blocks/shapes.ts',
    'runtime/record/print/blocks/plans.ts',
    'runtime/screens/form/print/printed-views.ts',
    'src/server/records/print/pdf-document.ts',
    'runtime/schema/kinds/print/designs.ts',
  ])
})

it.each([
  ['barcode', 'Barcode'],
  ['fields', 'Fields'],
  ['moves', undefined],
  ['page-break', 'PageBreak'],
  ['picture', 'Picture'],
  ['qr', 'QrCode'],
  ['signatures', 'Signatures'],
  ['table', 'Table'],
  ['text', 'Text'],
  ['title', 'Title'],
])('only the lists of print blocks name the files of %s', (name, view) => {
  const own = [
    `runtime/schema/kinds/print/blocks/${name}.ts`,
    `runtime/record/print/blocks/${name}.ts`,
    ...(view === undefined ? [] : [`runtime/screens/form/print/printed/Printed${view}.tsx`]),
  ]
  const expected = ['runtime/record/print/blocks/plans.ts', 'runtime/schema/kinds/print/blocks/shapes.ts']
  const views = view === undefined ? [] : ['runtime/screens/form/print/printed-views.ts']
  expect(listImporters(own)).toEqual([...expected, ...views])
})

it('the schema, the guide and the check know a new print block', () => {
  const schema = JSON.stringify(composeDescribedSchema(fieldSettings))
  for (const text of ['printBlock.seal', 'seal 骑缝章']) expect(schema).toContain(text)
  const check = getDocumentCheck()
  const listProblems = (blocks: readonly object[]) => {
    const knownNames = collectKnown([screen, template], registeredNames)
    return check({ ...template, blocks }, { knownNames }).map(({ path }) => path)
  }
  expect(listProblems(template.blocks)).toEqual([])
  expect(listProblems([{ type: 'seal', text: '{fnone}' }])).toEqual(['/blocks/0/text'])
  expect(listProblems([{ type: 'seal' }])).toEqual(['/blocks/0'])
}, 60_000)

it('the preview and the PDF draw a new print block', () => {
  const user = { id: '1', username: 'a', realname: 'a', orgCode: 'a' }
  const blocks = printRecord(
    screen as unknown as ScreenDocument,
    template as unknown as PrintTemplate,
    { fno: 'RK1' },
    {
      types: fieldTypes,
      can: () => true,
      lookup: { text: () => undefined, value: () => undefined, items: () => [] },
      record: { user, now: new Date(), mode: 'detail' },
    },
  )
  expect(blocks).toEqual([{ type: 'seal', text: '骑缝 RK1' }])
  render(<Sheet blocks={blocks as PrintedBlock[]} />)
  expect(page.getByText('骑缝 RK1').tagName).toBe('STRONG')
  const sheet = {
    name: '单据',
    institution: '馆',
    layout: { page: 'A5' },
    copies: 1,
    start: 1,
    records: [{ blocks, running: {} }],
    pictures: {},
  }
  expect(JSON.stringify(pdfDefinition(sheet).content)).toContain('"text":"骑缝 RK1","bold":true')
})

it('the palette adds a new print block', () => {
  expect(newPrintBlock('seal', { fields: [], hasFlow: false })).toEqual({ type: 'seal', text: '骑缝' })
})
