// @vitest-environment jsdom

import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { safeHtml } from '../../../runtime/fields/parts/safe-html.ts'
import type { Field } from '../../../runtime/schema/types.ts'
import { Form, renderIn, stageRuntime, typeOf } from './stage.tsx'

afterEach(cleanup)
const field: Field = { key: 'fnote', title: '提要', type: 'umeditor' }
const text = () => screen.findByLabelText('提要', {}, { timeout: 15_000 })
const draw = (initial: string | null, readOnly = false) => {
  const onValues = vi.fn()
  const props = { type: typeOf('umeditor'), field, initial: { fnote: initial }, onValues, readOnly }
  renderIn(stageRuntime(), <Form {...props} />)
  return onValues
}

describe('stored HTML in a page', () => {
  it.each([
    ['<p onclick="x()" style="color:red">甲</p>', '<p>甲</p>'],
    ['<a href="javascript:alert(1)">甲</a>', '<a target="_blank" rel="noopener noreferrer">甲</a>'],
    ['<a href="//evil.example">甲</a>', '<a target="_blank" rel="noopener noreferrer">甲</a>'],
    ['<img src="https://evil.example/a.png"><b>甲</b>', '<b>甲</b>'],
    ['<svg><script>alert(1)</script></svg><h2>甲</h2>', '<h2>甲</h2>'],
    ['甲 & <乙>\n丙', '<p>甲 &amp; &lt;乙&gt;</p><p>丙</p>'],
  ])('is, of %s, only %s', (given, shown) => {
    expect(safeHtml(given)).toBe(shown)
  })
})

describe('rich text', () => {
  it('is laid out for who reads, without what could run', async () => {
    draw('<h2>县志</h2><p onclick="x()"><strong>卷一</strong></p>', true)
    const shown = await text()
    expect(shown.querySelector('h2')?.textContent).toBe('县志')
    expect(shown.innerHTML).not.toContain('onclick')
    expect(screen.queryByRole('toolbar')).toBeNull()
  })

  it('has its tools by name, and those that are on say so', async () => {
    draw('<h2>县志</h2>')
    await text()
    const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
    expect(names).toEqual(
      '加粗 斜体 一级标题 二级标题 三级标题 无序列表 有序列表 引用 链接 撤销 重做'.split(' '),
    )
    expect(screen.getByRole('button', { name: '二级标题' }).getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByRole('button', { name: '加粗' }).getAttribute('aria-pressed')).toBe('false')
  })

  it('is written as HTML by a tool, and undone', async () => {
    const onValues = draw('<p>卷一</p>')
    await text()
    await userEvent.click(screen.getByRole('button', { name: '三级标题' }))
    await waitFor(() => expect(onValues).toHaveBeenLastCalledWith({ fnote: '<h3>卷一</h3>' }))
    await userEvent.click(screen.getByRole('button', { name: '撤销' }))
    await waitFor(() => expect(onValues).toHaveBeenLastCalledWith({ fnote: '<p>卷一</p>' }))
  })
})

describe('program text', () => {
  const sql: Field = { key: 'fcode', title: '脚本', type: 'code', language: 'sql' }

  it('is coloured by the language its document names, which can be changed', async () => {
    renderIn(stageRuntime(), <Form type={typeOf('code')} field={sql} initial={{ fcode: 'select 1' }} />)
    const editor = await screen.findByLabelText('脚本', {}, { timeout: 15_000 })
    expect(editor.textContent).toBe('select 1')
    await waitFor(() => expect(editor.getAttribute('data-language')).toBe('sql'), { timeout: 15_000 })
    await userEvent.click(screen.getByRole('combobox', { name: '脚本的语言' }))
    await userEvent.click(await screen.findByText('Shell'))
    await waitFor(() => expect(editor.getAttribute('data-language')).toBe('shell'), { timeout: 15_000 })
  })
})
