import { screen as page } from '@testing-library/react'
import { vi } from 'vitest'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { FormHost } from '#runtime/screens/form/FormHost.tsx'
import { book, buildRuntime, draw, type FakeHttp, fakeHttp } from '../support.tsx'

export const record = {
  id: '7',
  rev: 3,
  no: 'K7',
  name: '会稽志',
  kind: '府志',
  state: '待审核',
  note: '附注',
}
const queryUrl = '/resource/catalog/book/queryById'
const movesUrl = '/resource/catalog/book/moves'
export const noMoves = { author: '', createTime: '', moves: [] }

/** Opens the form of a book; `answer` is the loaded record, `over` replaces parts of the runtime. */
export const open = (
  mode: 'add' | 'edit' | 'detail',
  answer: unknown = record,
  over = {},
  document: ScreenDocument = book,
) => {
  const http = fakeHttp({ [queryUrl]: answer, [movesUrl]: noMoves })
  const runtime = buildRuntime(http, over)
  const onClose = vi.fn()
  const onSaved = vi.fn()
  const host = (screen = document, shown: 'add' | 'edit' | 'detail' | 'copy' = mode) => (
    <FormHost
      screen={screen}
      mode={shown}
      id={shown === 'add' ? undefined : '7'}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
  return { http, runtime, onClose, onSaved, host, ...draw(host(), runtime) }
}

/** The parts of a request that the form sent. */
export const sent = (http: FakeHttp, call = 0) => {
  const [method, url, body, options] = http.send.mock.calls[call] as [
    string,
    string,
    Record<string, unknown>,
    { headers: Record<string, string> },
  ]
  return { method, url, body, key: options.headers['Idempotency-Key'] }
}

export const button = (name: string) => page.getByRole('button', { name })
