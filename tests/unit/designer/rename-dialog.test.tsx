// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fieldAt, removeField } from '#designer/document-edit.ts'
import type { DraftSession } from '#designer/draft/DraftSession.ts'
import { useFieldRename } from '#designer/editor/useFieldRename.tsx'
import { useFieldSelection } from '#designer/editor/useFieldSelection.ts'
import { RenameNames } from '#designer/release/RenameNames.tsx'
import { FieldName } from '#designer/settings/FieldName.tsx'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../screens/support.tsx'
import { openSession, standInServer } from './draft/stand-in-server.ts'

const closing: (() => void)[] = []
afterEach(() => {
  cleanup()
  for (const close of closing.splice(0)) close()
})

const field = { key: 'fprice', title: '单价', type: 'inputNumber' }
const total = { key: 'fsum', title: '金额', type: 'inputNumber', compute: 'fprice * 2' }
const document = { kind: 'screen', id: 'stock/in-bill', fields: [field, total] }
const rename = (draft: JsonObject, note?: string): JsonObject => ({
  ...draft,
  fields: [
    { ...field, key: 'fcost', ...(note !== undefined && { renamedFrom: note }) },
    { ...total, compute: 'fcost * 2' },
  ],
})

function Renamed({ session, isReleased }: { session: DraftSession; isReleased: boolean }) {
  const design = { ...useSyncExternalStore(session.subscribe, session.getSnapshot), session }
  const { selected, select, field: shown, setField, followKey } = useFieldSelection(design)
  const { rename: give, dialog } = useFieldRename({ id: 'stock/in-bill', design, onRenamed: followKey })
  return (
    <>
      {shown && (
        <FieldName
          field={shown}
          siblings={new Set()}
          onRename={(to) => give(selected, to, isReleased)}
          onChange={setField}
        />
      )}
      <button type="button" onClick={() => select(['fprice'])}>
        选单价
      </button>
      <button type="button" onClick={() => select(['fsum'])}>
        选金额
      </button>
      {dialog}
    </>
  )
}

const found = (body: JsonObject | null, more: object = {}) => ({
  ...{ faults: [], byHand: [], drafts: [], body, ...more },
  documents: [{ id: 'stock/in-bill', title: '入库单', count: 3 }],
})

/** Types another name of a field; `answer` is what the server finds for a draft. */
function typeName(isReleased: boolean, answer: (draft: JsonObject) => unknown) {
  fakeWindow()
  const { session, close } = openSession(standInServer({ current: document }))
  closing.push(close)
  const http = fakeHttp({})
  http.send.mockImplementation((async (_method: string, _url: string, { body }: { body: JsonObject }) => ({
    result: await answer(body),
    message: '',
  })) as never)
  const notify = vi.fn()
  draw(<Renamed {...{ session, isReleased }} />, buildRuntime(http, { notify }))
  fireEvent.click(page.getByText('选单价'))
  fireEvent.change(page.getByLabelText('字段名'), { target: { value: 'fcost' } })
  fireEvent.blur(page.getByLabelText('字段名'))
  return { http, session, notify, read: () => session.getSnapshot().document }
}
const nameShown = () => page.getByLabelText<HTMLInputElement>('字段名').value

describe('another name of a released field', () => {
  it('shows what follows, and is given in the draft', async () => {
    const drafts = [{ documentId: 'stock/in-bill', realname: '李文澜' }]
    const { http, read } = typeName(true, (draft) => found(rename(draft, 'fprice'), { drafts }))
    fireEvent.click(page.getByText('选金额'))
    expect(await page.findByText('入库单（stock/in-bill）：3 处')).toBeTruthy()
    expect(page.getByText(/李文澜的「stock\/in-bill」/)).toBeTruthy()
    expect(read()).toEqual(document)
    fireEvent.click(page.getByRole('button', { name: '改在草稿里' }))
    expect(read()).toEqual(rename(document, 'fprice'))
    expect(nameShown()).toBe('fsum')
    const renaming = { from: 'fprice', to: 'fcost' }
    const url = '/design/documents/stock/in-bill/rename'
    expect(http.send.mock.calls).toEqual([['POST', url, { body: document, renaming }]])
  })

  it('that is taken is refused at once', async () => {
    typeName(true, () => found(null, { faults: ['字段名「fcost」重复，请换一个名字'] }))
    expect(await page.findByText(/「fcost」重复/)).toBeTruthy()
    expect(page.getByRole('button', { name: '改在草稿里' })).toHaveProperty('disabled', true)
  })
})

describe('another name of a field that is not released', () => {
  it('is given at once with its uses, and one step of undo takes it back', async () => {
    const { session, read } = typeName(false, (draft) => found(rename(draft)))
    await waitFor(() => expect(read()).toEqual(rename(document)))
    expect(page.queryByRole('dialog')).toBeNull()
    expect(nameShown()).toBe('fcost')
    act(() => session.undo())
    expect(read()).toEqual(document)
  })

  it('is given in the draft as it is when the answer comes', async () => {
    let end: () => void = () => undefined
    const first = new Promise<void>((resolve) => {
      end = resolve
    })
    const { http, session, read } = typeName(false, async (draft) => {
      await first
      return found(rename(draft))
    })
    act(() => session.change({ ...document, title: '入库' }))
    fireEvent.click(page.getByText('选金额'))
    end()
    await waitFor(() => expect(read()).toEqual({ ...rename(document), title: '入库' }))
    expect(http.send).toHaveBeenCalledTimes(2)
    expect(nameShown()).toBe('fsum')
  })

  it('is not given where the field is removed before the answer', async () => {
    const { session, read, notify } = typeName(false, () => found(null, { faults: ['没有字段'] }))
    act(() => session.change(removeField(document, ['fprice'])))
    await waitFor(() => expect(notify).toHaveBeenCalledWith('info', '要改的部分已经删除或改名，没有写入'))
    expect(read()).toEqual(removeField(document, ['fprice']))
    expect(page.queryByRole('dialog')).toBeNull()
  })

  it('shows why it cannot be given', async () => {
    const { read } = typeName(false, () => found(null, { faults: ['「fcost」会是另一个意思'] }))
    expect(await page.findByText('「fcost」会是另一个意思')).toBeTruthy()
    expect(read()).toEqual(document)
  })

  it('is given to the field alone where the server does not answer', async () => {
    const { read } = typeName(false, () => Promise.reject(new Error('网络断开')))
    await waitFor(() => expect(fieldAt(read(), ['fcost'])).toEqual({ ...field, key: 'fcost' }))
    expect(fieldAt(read(), ['fsum'])).toEqual(total)
  })
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
