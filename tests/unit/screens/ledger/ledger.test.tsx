// @vitest-environment jsdom
import { act, cleanup, screen as page } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emitLive } from '#runtime/data/live.ts'
import type { LedgerDocument } from '#runtime/schema/kinds/ledger/shape.ts'
import { LedgerScreen } from '#runtime/screens/ledger/LedgerScreen.tsx'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

const ledger = { kind: 'ledger', id: 'stock/copies', title: '复本账', needs: 'stock:close' }

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('a ledger loads its balances again when records have changed meanwhile', async () => {
  const http = fakeHttp({})
  const showBalance = (name: string) =>
    http.get.mockResolvedValue({
      columns: [{ key: 'name', title: '书名', isMeasure: false }],
      rows: [{ id: name, texts: { name } }],
      hasMore: false,
    })
  showBalance('会稽志')
  draw(<LedgerScreen document={ledger as unknown as LedgerDocument} />, buildRuntime(http))
  await page.findByText('会稽志')
  showBalance('剡录')
  act(() => emitLive({ cmd: 'reopened' }))
  expect(await page.findByText('剡录')).toBeTruthy()
})
