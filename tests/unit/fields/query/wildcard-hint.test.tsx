// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import { QueryItem } from '#runtime/fields/kit/query/QueryItem.tsx'
import type { Field } from '#runtime/schema/types.ts'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../../screens/support.tsx'

const hint = '使用 * 作前缀、后缀或全模糊匹配'

const ask = (field: Field) => {
  fakeWindow()
  const type = fieldTypes.get(field.type)
  if (!type) throw new Error(`no type ${field.type}`)
  const runtime = buildRuntime(fakeHttp({}), { types: fieldTypes })
  draw(<QueryItem field={field} type={type} params={{}} onChange={() => {}} />, runtime)
  return page.getByLabelText(field.title ?? '')
}

afterEach(cleanup)

it.each([
  { key: 'a', title: '书名', type: 'input', query: 'like' },
  { key: 'b', title: '网址', type: 'link', query: 'like' },
  { key: 'c', title: '索书号', type: 'input', query: 'right_like' },
] as Field[])('a query item of text ($title) shows a hint about wildcards', async (field) => {
  const input = ask(field)
  expect(input.getAttribute('placeholder')).toMatch(/可用 \* 匹配|以…开头/)
  await userEvent.click(input)
  expect(await page.findByText(hint)).toBeTruthy()
})

it('a query item of a number shows no hint about wildcards', async () => {
  await userEvent.click(ask({ key: 'n', title: '卷数', type: 'inputNumber', query: 'eq' } as Field))
  expect(page.queryByText(hint)).toBeNull()
})
