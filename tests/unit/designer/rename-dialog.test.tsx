// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { FieldPath } from '#designer/document-edit.ts'
import { useFieldRename } from '#designer/editor/useFieldRename.tsx'
import { RenameNames } from '#designer/release/RenameNames.tsx'
import { FieldName } from '#designer/settings/FieldName.tsx'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { buildRuntime, draw, fakeHttp } from '../screens/support.tsx'

afterEach(cleanup)

const field = { key: 'fprice', title: '单价', type: 'inputNumber' }

const document = { kind: 'screen', id: 'stock/in-bill', fields: [field] }
const renamed = { ...document, fields: [{ ...field, key: 'fcost', renamedFrom: 'fprice' }] }

interface RenamedProps {
  onRenamed(document: JsonObject, path: FieldPath, key: string): void
  onChange(field: JsonObject): void
}

function Renamed({ onRenamed, onChange }: RenamedProps) {
  const [isSelected, setSelected] = useState(true)
  const { rename, dialog } = useFieldRename({ id: 'stock/in-bill', document, onRenamed })
  return (
    <>
      {isSelected && (
        <FieldName
          {...{ field, onChange }}
          siblings={new Set()}
          onRename={(to) => rename(['items', 'fprice'], to)}
        />
      )}
      <button type="button" onClick={() => setSelected(false)}>
        选别的字段
      </button>
      {dialog}
    </>
  )
}

/** Types another name of a released field, and selects another field; `inspection` is what the server finds. */
function typeName(inspection: object) {
  const http = fakeHttp({})
  http.send.mockImplementation((async () => ({ result: inspection, message: '' })) as never)
  const [onChange, onRenamed] = [vi.fn(), vi.fn()]
  draw(<Renamed onRenamed={onRenamed} onChange={onChange} />, buildRuntime(http))
  fireEvent.change(page.getByLabelText('字段名'), { target: { value: 'fcost' } })
  fireEvent.blur(page.getByLabelText('字段名'))
  fireEvent.click(page.getByText('选别的字段'))
  return { http, onChange, onRenamed }
}

it('another name of a released field shows what follows, and is given in the draft', async () => {
  const { http, onChange, onRenamed } = typeName({
    faults: [],
    byHand: [],
    documents: [{ id: 'stock/in-bill', title: '入库单', count: 3 }],
    drafts: [{ documentId: 'stock/in-bill', realname: '李文澜' }],
    body: renamed,
  })
  expect(await page.findByText('入库单（stock/in-bill）：3 处')).toBeTruthy()
  expect(page.getByText(/李文澜的「stock\/in-bill」/)).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: '改在草稿里' }))
  expect(onRenamed).toHaveBeenCalledWith(renamed, ['items', 'fprice'], 'fcost')
  expect(http.send.mock.calls).toEqual([
    [
      'POST',
      '/design/documents/stock/in-bill/rename',
      { body: document, renaming: { detail: 'items', from: 'fprice', to: 'fcost' } },
    ],
  ])
  expect(onChange).not.toHaveBeenCalled()
})

it('a name that is taken is refused at once', async () => {
  typeName({
    faults: ['字段名「fcost」重复，请换一个名字'],
    byHand: [],
    documents: [],
    drafts: [],
    body: null,
  })
  expect(await page.findByText(/「fcost」重复/)).toBeTruthy()
  expect(page.getByRole('button', { name: '改在草稿里' })).toHaveProperty('disabled', true)
})

it('a document, its tables and a dictionary are renamed after a look at what follows', async () => {
  const http = fakeHttp({})
  const renamed = { kind: 'screen', id: 'demo/shelf' }
  http.send.mockImplementation((async () => ({
    result: {
      faults: [],
      byHand: [],
      documents: [{ id: 'demo/shelf', title: '书架', count: 2 }],
      drafts: [],
      body: renamed,
    },
    message: '',
  })) as never)
  const [onClose, onRename] = [vi.fn(), vi.fn()]
  const draft = {
    kind: 'screen',
    id: 'demo/shelf',
    title: '书架',
    table: { name: 'demo_shelf' },
    fields: [{ key: 'items', type: 'table', table: { name: 'demo_shelf_item' } }],
  }
  const source = { id: 'demo/shelf', origin: 'designed' } as never
  draw(
    <RenameNames source={source} document={draft} onClose={onClose} onRename={onRename} />,
    buildRuntime(http),
  )
  fireEvent.mouseDown(page.getByRole('combobox'))
  expect(page.getAllByRole('option').length).toBeGreaterThan(0)
  fireEvent.click(await page.findByTitle('表 demo_shelf_item'))
  fireEvent.change(page.getByLabelText('新名字'), { target: { value: 'demo_board' } })
  fireEvent.click(page.getByRole('button', { name: '看要改什么' }))
  expect(await page.findByText('表「demo_shelf_item」改名为「demo_board」')).toBeTruthy()
  fireEvent.click(await page.findByRole('button', { name: '改在草稿里' }))
  expect(onRename).toHaveBeenCalledWith(renamed)
  expect(onClose).toHaveBeenCalledOnce()
  const renaming = { kind: 'table', from: 'demo_shelf_item', to: 'demo_board' }
  expect(http.send.mock.calls.at(-1)).toEqual([
    'POST',
    '/design/documents/demo/shelf/rename',
    { body: draft, renaming },
  ])
})
