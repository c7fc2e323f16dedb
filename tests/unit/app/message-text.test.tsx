// @vitest-environment jsdom
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: messages name fields so.
import { cleanup, screen as page, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { MessageText } from '#app/widgets/MessageText.tsx'
import type { Field } from '#runtime/schema/types.ts'
import { buildRuntime, draw, fakeHttp } from '../screens/support.tsx'

afterEach(cleanup)

const field: Field = { key: 'templateContent', title: '模板内容', type: 'textarea' }
const keys: Readonly<Record<string, readonly string[]>> = {
  'demo/a': ['fname', 'fnum'],
  'demo/b': ['fname', 'fday'],
}
const loadScreen = vi.fn(async (id: string) => ({
  id,
  fields: (keys[id] ?? []).map((key) => ({ key, title: key, type: 'input' })),
}))

const drawText = (value: string, screens: string | null) =>
  draw(
    <MessageText field={field} value={value} values={{ screens }} patch={vi.fn()} onChange={vi.fn()} />,
    buildRuntime(fakeHttp({}), { loadScreen: loadScreen as never }),
  )
const underlined = () => [...document.querySelectorAll('.pro-names-fault')].map((part) => part.textContent)

it('a name that not all the screens of a text have is underlined, with the remedy', async () => {
  drawText('${fname} ${createTime} ${fnum} ${fday}', 'demo/a,demo/b')
  expect(await page.findByRole('button', { name: '插入字段' })).toBeTruthy()
  await waitFor(() => expect(underlined()).toEqual(['fnum', 'fday']))
  expect(document.querySelector('.pro-names-fault')?.getAttribute('title')).toBe(
    '所选的界面没有字段 fnum，请用「插入字段」来选',
  )
})

it('a text for no screen offers nothing and underlines nothing', async () => {
  drawText('${fname}', null)
  expect(await page.findByRole('textbox', { name: '模板内容' })).toBeTruthy()
  expect(page.queryByRole('button', { name: '插入字段' })).toBeNull()
  expect(underlined()).toEqual([])
})
