// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { DraftSession } from '#designer/draft/DraftSession.ts'
import { getSql } from '#designer/report/adopt-draft.ts'
import { SqlView } from '#designer/report/SqlView.tsx'
import { buildRuntime, draw, fakeHttp } from '../../screens/support.tsx'
import { openSession, standInServer } from '../draft/stand-in-server.ts'

vi.mock('#designer/report/SqlEditor.tsx', () => ({
  SqlEditor: ({ value, onChange }: { value: string; onChange(text: string): void }) => (
    <textarea aria-label="SQL" value={value} onChange={({ target }) => onChange(target.value)} />
  ),
}))

const closing: (() => void)[] = []
afterEach(() => {
  cleanup()
  for (const close of closing.splice(0)) close()
})

function View({ session }: { session: DraftSession }) {
  const { document } = useSyncExternalStore(session.subscribe, session.getSnapshot)
  return <SqlView document={document} isFaulty={false} onChange={session.change} onAmend={session.amend} />
}

it('the tables of a statement are written with it, and are no step of undo', async () => {
  const report = { id: 'base/shelf', kind: 'report', source: { sql: 'select 1', tables: [] }, fields: [] }
  const { session, close } = openSession(standInServer({ current: report }))
  closing.push(close)
  const http = fakeHttp({})
  http.get.mockImplementation(async () => [])
  // Later than changes that are one step.
  http.send.mockImplementation(async (_method: string, _url: string, { sql }: { sql: string }) => {
    await new Promise((resolve) => setTimeout(resolve, 800))
    const tables = sql.includes('goods') ? ['bas_goods'] : []
    return { result: { faults: [], draft: { tables, fields: [], params: [] } } }
  })
  draw(<View session={session} />, buildRuntime(http))
  const now = () => session.getSnapshot().document
  fireEvent.change(await page.findByLabelText('SQL'), { target: { value: 'select 1 from bas_goods' } })
  await waitFor(() => expect(now().source).toMatchObject({ tables: ['bas_goods'] }), { timeout: 3000 })
  act(() => session.undo())
  expect(getSql(now())).toBe('select 1')
  expect(session.getSnapshot().canUndo).toBe(false)
  act(() => session.redo())
  expect(now().source).toEqual({ sql: 'select 1 from bas_goods', tables: ['bas_goods'] })
})
