// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { FormHost } from '#runtime/screens/form/FormHost.tsx'
import { book, buildRuntime, draw, fakeHttp, fakeWindow } from '../support.tsx'

const loan: ScreenDocument = {
  ...book,
  id: 'reader/loan',
  flow: undefined,
  fields: [
    { key: 'reader', title: '读者', type: 'input' },
    {
      key: 'tel',
      title: '电话',
      type: 'input',
      from: { field: 'reader', screen: 'reader/person', value: 'tel' },
    },
  ],
}

beforeEach(() => fakeWindow())
afterEach(() => cleanup())

it('a form shows the values of another record when its reference is picked, before the save', async () => {
  const http = fakeHttp({
    '/resource/reader/loan/queryById': { id: '7', rev: 1, reader: 'A', tel: '0571' },
    '/resource/reader/loan/referenced': [{ reader: 'B', tel: '0574' }],
  })
  draw(<FormHost screen={loan} mode="edit" id="7" onClose={vi.fn()} onSaved={vi.fn()} />, buildRuntime(http))
  const tel = await page.findByLabelText<HTMLInputElement>('电话')
  expect(tel.value).toBe('0571')
  fireEvent.change(page.getByLabelText('读者'), { target: { value: 'B' } })
  await waitFor(() => expect(tel.value).toBe('0574'))
  expect(http.get).toHaveBeenCalledWith('/resource/reader/loan/referenced', {
    field: 'reader',
    values: '["B"]',
  })
})
