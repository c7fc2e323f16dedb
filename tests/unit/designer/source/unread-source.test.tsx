// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import { useState, useSyncExternalStore } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { DesignHead } from '#designer/DesignHead.tsx'
import type { DraftSession } from '#designer/draft/DraftSession.ts'
import { EditorStage } from '#designer/editor/EditorStage.tsx'
import { buildRuntime, draw, fakeHttp } from '../../screens/support.tsx'
import { openSession, standInServer } from '../draft/stand-in-server.ts'

vi.mock('#designer/source/SourceEditor.tsx', () => ({
  SourceEditor: ({ text, onChange }: { text: string; onChange(text: string): void }) => (
    <textarea aria-label="源文件" value={text} onChange={({ target }) => onChange(target.value)} />
  ),
}))

const closing: (() => void)[] = []
afterEach(() => {
  cleanup()
  for (const close of closing.splice(0)) close()
})

const onClose = vi.fn()
const rest = { pastedRows: 0, hasSamples: false, changes: [], conflicts: [], revision: 1 }
const source = { id: 'base/shelf', origin: 'file' as const, current: null, draft: null, ...rest }
const views = [
  { value: 'form', label: '表单' },
  { value: 'source', label: '源文件' },
]

function Stage({ session }: { session: DraftSession }) {
  const snapshot = useSyncExternalStore(session.subscribe, session.getSnapshot)
  const [view, setView] = useState('source')
  return (
    <>
      <DesignHead
        design={{ ...snapshot, session }}
        source={source}
        onClose={onClose}
        {...{ onReleased: vi.fn(), onOpen: vi.fn(), onRemoved: vi.fn() }}
      />
      <EditorStage
        design={{ ...snapshot, session }}
        {...{ views, view }}
        onView={setView}
        findPlace={() => undefined}
      >
        表单的样子
      </EditorStage>
    </>
  )
}

/** Types a text that cannot be read. */
async function openUnread() {
  const { session, close } = openSession(standInServer())
  closing.push(close, () => session.keepUnread(null))
  draw(<Stage session={session} />, buildRuntime(fakeHttp({})))
  await page.findByRole('textbox')
  type('{"title": ')
  return {
    session,
    retitle: () => act(() => session.change({ ...session.getSnapshot().document, title: '木架' })),
  }
}
const input = () => page.getByRole<HTMLTextAreaElement>('textbox')
const type = (text: string) => fireEvent.change(input(), { target: { value: text } })

it('a source text that cannot be read stays while another view is drawn, and leaving asks', async () => {
  const { session } = await openUnread()
  expect(session.isUnsaved()).toBe(true)
  fireEvent.click(page.getByText('表单'))
  expect(page.getByText('表单的样子')).toBeTruthy()
  fireEvent.click(page.getByText('源文件'))
  await page.findByRole('textbox')
  expect(input().value).toBe('{"title": ')
})

it('a source text that cannot be read is neither released nor left without a question', async () => {
  await openUnread()
  expect(page.getByText('源文件没有写完，这段文字没有保存')).toBeTruthy()
  expect(page.getByRole<HTMLButtonElement>('button', { name: '检查并发布' }).disabled).toBe(true)
  fireEvent.click(page.getByRole('button', { name: '全部文档' }))
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(await page.findByRole('button', { name: '离开' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

it('a source text that cannot be read stays when the document changes elsewhere, until the user drops it', async () => {
  const { session, retitle } = await openUnread()
  retitle()
  expect(input().value).toBe('{"title": ')
  fireEvent.click(page.getByRole('button', { name: '换成现在的文档' }))
  expect(input().value).toContain('木架')
  expect(session.getSnapshot().unread).toBeNull()
})

it('a source text that can be read again is the document', async () => {
  const { session, retitle } = await openUnread()
  retitle()
  type('{"title": "铁架"}')
  expect(session.getSnapshot().document).toEqual({ title: '铁架' })
  expect(page.queryByRole('button', { name: '换成现在的文档' })).toBeNull()
  retitle()
  expect(input().value).toContain('木架')
})

it('a source text that cannot be read is there again after the browser has gone back and forward', async () => {
  await openUnread()
  cleanup()
  const again = openSession(standInServer())
  closing.push(again.close)
  expect(again.now().unread?.text).toBe('{"title": ')
  draw(<Stage session={again.session} />, buildRuntime(fakeHttp({})))
  fireEvent.click(page.getByRole('button', { name: '全部文档' }))
  fireEvent.click(await page.findByRole('button', { name: '离开' }))
  await waitFor(() => expect(again.now().unread).toBeNull())
  const last = openSession(standInServer())
  closing.push(last.close)
  expect(last.now().unread).toBeNull()
})

it('a source text that cannot be read is dropped with the draft', async () => {
  const { session } = await openUnread()
  await act(() => session.discard(false))
  expect(session.getSnapshot().unread).toBeNull()
})
