// @vitest-environment jsdom
import { fireEvent, screen as page } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { NewDictionary } from '#designer/dictionary/NewDictionary.tsx'
import { buildRuntime, draw, fakeHttp } from '../screens/support.tsx'

const runtime = buildRuntime(
  fakeHttp({ '/design/documents': { documents: [], newDrafts: [{ documentId: 'dict/gx' }] } }),
)

it('a new dictionary gets a code that no draft has, and its pasted items are not lost unasked', async () => {
  const close = vi.fn()
  draw(<NewDictionary fieldTitle="柜型" codes={new Set()} onClose={close} onCreated={vi.fn()} />, runtime)
  await vi.waitFor(() => expect(page.getByLabelText('编码')).toHaveProperty('value', 'gx2'))
  const items = page.getByLabelText('字典项')
  fireEvent.keyDown(items, { key: 'Escape', keyCode: 27 })
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce())
  fireEvent.change(items, { target: { value: '木柜' } })
  fireEvent.keyDown(items, { key: 'Escape', keyCode: 27 })
  await page.findByText('继续填写', {}, { timeout: 10_000 })
  expect(close).toHaveBeenCalledOnce()
})
