// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ImportPackage } from '#designer/package/ImportPackage.tsx'
import { buildRuntime, draw, fakeHttp } from '../../screens/support.tsx'

afterEach(cleanup)

const taken = {
  id: 'base/goods',
  title: '物品',
  kind: 'screen',
  state: 'taken',
  action: null,
  changes: [],
  names: [
    { kind: 'document', name: 'base/goods', takenBy: 'base/goods' },
    { kind: 'table', name: 'bas_goods', takenBy: 'base/goods' },
  ],
}

it('a taken document is imported under other names, after the plan has shown what follows', async () => {
  const http = fakeHttp({})
  http.send.mockImplementation((async (_: string, url: string, body: { choices: { action: string }[] }) => {
    const [choice] = body.choices
    const document = { ...taken, action: choice?.action ?? null }
    const empty = { faults: [], problems: [], warnings: [], steps: [], missing: [], parts: null }
    const plan = { documents: [document], ...empty }
    return { result: url.endsWith('/inspect') ? plan : null, message: '已导入' }
  }) as never)
  const [onClose, onChange] = [vi.fn(), vi.fn()]
  draw(<ImportPackage onClose={onClose} onChange={onChange} />, buildRuntime(http))
  const file = new File(['{}'], '物品.json', { type: 'application/json' })
  fireEvent.change(page.getByLabelText('文档包'), { target: { files: [file] } })
  expect(await page.findByText(/还有 1 份的编号已被别的文档使用/)).toBeTruthy()
  expect(page.getByRole('button', { name: '存成草稿' })).toHaveProperty('disabled', true)
  fireEvent.mouseDown(page.getByRole('combobox', { name: '怎么处理物品' }))
  fireEvent.click(await page.findByTitle('改名导入'))
  const id = await page.findByLabelText('物品的新编号')
  fireEvent.change(id, { target: { value: 'base/wares' } })
  fireEvent.blur(id)
  await vi.waitFor(() =>
    expect(page.getByRole('button', { name: '存成草稿' })).toHaveProperty('disabled', false),
  )
  fireEvent.click(page.getByRole('button', { name: '存成草稿' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const names = [
    { kind: 'table', from: 'bas_goods', to: 'bas_goods_copy' },
    { kind: 'document', from: 'base/goods', to: 'base/wares' },
  ]
  expect(http.send.mock.calls.at(-1)).toEqual([
    'POST',
    '/design/packages',
    {
      text: '{}',
      choices: [{ id: 'base/goods', action: 'rename', names }],
      parts: { roles: true, menu: true, replace: [] },
      release: null,
    },
  ])
})
