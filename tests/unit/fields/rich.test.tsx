// @vitest-environment jsdom

import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfigProvider, theme } from 'antd'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Http } from '#runtime/data/http.ts'
import { markdownToText } from '#runtime/fields/rich/markdown/markdown-text.ts'
import type { Field } from '#runtime/schema/types.ts'
import { safeHtml } from '#runtime/ui/rich-text/safe-html.ts'
import { cleanMarkup } from '#server/records/read/markup.ts'
import { Form, getType, renderIn, silentHttp, stageRuntime } from './stage.tsx'

afterEach(cleanup)
const field: Field = { key: 'fnote', title: '提要', type: 'umeditor' }
const text = () => screen.findByLabelText('提要')
const draw = (initial: string | null, readOnly = false) => {
  const onValues = vi.fn()
  const props = { type: getType('umeditor'), field, initial: { fnote: initial }, onValues, readOnly }
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
  ])('of %s is only %s', (given, shown) => {
    expect(safeHtml(given)).toBe(shown)
  })
})

describe('rich text', () => {
  it('is formatted for reading, without executable markup', async () => {
    draw('<h2>县志</h2><p onclick="x()"><strong>卷一</strong></p>', true)
    const shown = await text()
    expect(shown.querySelector('h2')?.textContent).toBe('县志')
    expect(shown.innerHTML).not.toContain('onclick')
    expect(screen.queryByRole('toolbar')).toBeNull()
  })

  it('names its tools, and marks the active ones', async () => {
    draw('<h2>县志</h2>')
    await text()
    const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
    expect(names).toEqual(
      '加粗 斜体 一级标题 二级标题 三级标题 无序列表 有序列表 引用 链接 图片 表格 撤销 重做'.split(' '),
    )
    expect(screen.getByRole('button', { name: '二级标题' }).getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByRole('button', { name: '加粗' }).getAttribute('aria-pressed')).toBe('false')
  })

  it('is changed as HTML by a tool, and the change can be undone', async () => {
    const onValues = draw('<p>卷一</p>')
    await text()
    await userEvent.click(screen.getByRole('button', { name: '三级标题' }))
    await waitFor(() => expect(onValues).toHaveBeenLastCalledWith({ fnote: '<h3>卷一</h3>' }))
    await userEvent.click(screen.getByRole('button', { name: '撤销' }))
    await waitFor(() => expect(onValues).toHaveBeenLastCalledWith({ fnote: '<p>卷一</p>' }))
  })
})

describe('pictures and tables of a rich text', () => {
  const stored = '/jeecg-boot/sys/common/static/note/0a.png'
  const show = (upload: unknown) => {
    const onValues = vi.fn()
    const notify = vi.fn()
    const http = { ...silentHttp, upload: upload as Http['upload'] }
    const noted: Field = { ...field, biz: 'note' }
    renderIn(
      stageRuntime({ http, notify }),
      <Form
        type={getType('umeditor')}
        field={noted}
        initial={{ fnote: '<p>卷一</p>' }}
        onValues={onValues}
      />,
    )
    return { onValues, notify, html: () => String(onValues.mock.lastCall?.[0].fnote) }
  }
  const cleaned = (markup: string): string => {
    const read = cleanMarkup(markup)
    return read.ok ? (read.value ?? '') : read.text
  }
  const choose = async (file: File) => {
    await text()
    const input = document.querySelector('input[type=file]')
    if (!(input instanceof HTMLInputElement)) throw new Error('no file input')
    await userEvent.upload(input, file, { applyAccept: false })
  }

  it('are stored on the server before they are inserted into the text', async () => {
    const upload = vi.fn(async (_url: string, _form: FormData) => ({ result: null, message: 'note/0a.png' }))
    const { html } = show(upload)
    await choose(new File(['x'], '书影.png', { type: 'image/png' }))
    await waitFor(() => expect(html()).toContain(`<img src="${stored}" alt="书影">`))
    const [url, form] = upload.mock.calls[0] ?? []
    expect([url, form?.get('biz')]).toEqual(['/sys/common/upload', 'note'])
    expect(cleaned(html())).toContain(`<img src="${stored}" alt="书影" />`)
  })

  it('are not inserted when the file is no picture, or the upload fails', async () => {
    const { notify, onValues } = show(async () => Promise.reject(new Error('磁盘已满')))
    await choose(new File(['x'], 'a.txt', { type: 'text/plain' }))
    await waitFor(() => expect(notify).toHaveBeenCalledWith('warning', '请上传图片'))
    await choose(new File(['x'], '书影.png', { type: 'image/png' }))
    await waitFor(() => expect(notify).toHaveBeenCalledWith('error', '书影.png 上传失败.'))
    expect(onValues).not.toHaveBeenCalled()
  })

  it('are stored by server and browser in the form that the editor makes', async () => {
    const { html } = show(vi.fn())
    await text()
    await userEvent.click(screen.getByRole('button', { name: '表格' }))
    await userEvent.click(await screen.findByText('插入表格'))
    await waitFor(() => expect(html()).toContain('<table'))
    expect(screen.getByRole('button', { name: '表格' }).getAttribute('aria-pressed')).toBe('true')
    await userEvent.click(screen.getByRole('button', { name: '表格' }))
    await userEvent.click(await screen.findByText('下方插入行'))
    const parts = (markup: string) => markup.match(/<(table|tr|th|td)\b/g)?.length
    await waitFor(() => expect(parts(html())).toBe(1 + 4 + 3 + 9))
    const clean = cleaned(html())
    expect([parts(clean), parts(safeHtml(clean))]).toEqual([17, 17])
    expect(clean).not.toContain('style')
  })

  it('are parsed again without pictures of other servers', async () => {
    draw(`<p><img src="${stored}" alt="书影"><img src="https://evil.example/a.png"></p>`)
    const sources = [...(await text()).querySelectorAll('img[src]')].map((image) => image.getAttribute('src'))
    expect(sources).toEqual([stored])
  })
})

describe('program text', () => {
  const sql: Field = { key: 'fcode', title: '脚本', type: 'code', language: 'sql' }

  it('is highlighted in the language of its document, which the user can change', async () => {
    renderIn(stageRuntime(), <Form type={getType('code')} field={sql} initial={{ fcode: 'select 1' }} />)
    const editor = await screen.findByLabelText('脚本')
    expect(editor.textContent).toBe('select 1')
    await waitFor(() => expect(editor.getAttribute('data-language')).toBe('sql'))
    await userEvent.click(screen.getByRole('combobox', { name: '脚本的语言' }))
    await userEvent.click(await screen.findByText('Shell'))
    await waitFor(() => expect(editor.getAttribute('data-language')).toBe('shell'))
  })
})

describe('program text in light and dark mode', () => {
  const noted: Field = { key: 'fcode', title: '脚本', type: 'code' }
  it.each([
    ['light', theme.defaultAlgorithm],
    ['dark', theme.darkAlgorithm],
  ])('is %s like its page, 240 px high, with tabs of two characters', async (mode, algorithm) => {
    renderIn(
      stageRuntime(),
      <ConfigProvider theme={{ algorithm }}>
        <Form type={getType('code')} field={noted} initial={{ fcode: 'a' }} />
      </ConfigProvider>,
    )
    const written = await screen.findByLabelText('脚本')
    const frame = written.closest('.cm-theme, .cm-theme-light, .cm-theme-dark')
    expect(frame?.className).toContain(mode)
    expect(written.style.tabSize).toBe('2')
    const rules = [...document.querySelectorAll('style')].map((style) => style.textContent).join('')
    expect(rules).toContain('240px')
  })
})

describe('markdown', () => {
  const noted: Field = { key: 'fnote', title: '提要', type: 'markdown', biz: 'note' }
  const show = (fnote: string, readOnly = false, upload: unknown = vi.fn()) => {
    const onValues = vi.fn()
    const http = { ...silentHttp, upload: upload as Http['upload'] }
    renderIn(
      stageRuntime({ http, notify: vi.fn() }),
      <Form
        type={getType('markdown')}
        field={noted}
        initial={{ fnote }}
        onValues={onValues}
        readOnly={readOnly}
      />,
    )
    return onValues
  }

  it('is formatted for reading', async () => {
    show('# 县志\n\n| 卷 | 页 |\n|--|--|\n| 一 | 12 |\n\n- [x] 已校\n\n[馆藏](/catalog/gazetteer)', true)
    const shown = await text()
    await waitFor(() => expect(shown.querySelector('h1')?.textContent).toBe('县志'))
    expect(shown.querySelectorAll('td')).toHaveLength(2)
    expect(shown.querySelector('input')).toHaveProperty('disabled', true)
    expect(shown.querySelector('a')?.getAttribute('rel')).toBe('noopener noreferrer')
    expect(shown.querySelector('textarea')).toBeNull()
  })

  it.each([
    ['[甲](javascript:alert(1))', 'a'],
    ['[甲](//evil.example)', 'a'],
    ['![甲](https://evil.example/a.png)', 'img'],
    ['甲 <img src=x onerror=alert(1)>', 'img'],
    ['甲 <script>alert(1)</script>', 'script'],
    ['甲 <!--rehype:onclick=alert(1)-->', '[onclick]'],
    ['<svg><style><img src=x onerror=alert(1)></style></svg>甲', 'svg, img, style'],
  ])('of %s shows its text, and no %s', async (given, none) => {
    show(given, true)
    const shown = await text()
    await waitFor(() => expect(shown.textContent).toContain('甲'))
    expect(shown.querySelector(none)).toBeNull()
  })

  it('is edited in a box of 300 px with tools titled in Chinese', async () => {
    const onValues = show('卷一')
    const area = (await text()) as HTMLTextAreaElement
    expect(document.querySelector<HTMLElement>('.w-md-editor')?.style.height).toBe('300px')
    // A value that arrives later would move the caret.
    await waitFor(() => expect(area.value).toBe('卷一'))
    // The tools act once the editor has registered its text area: a click runs the effects that do so.
    await userEvent.click(area)
    area.setSelectionRange(0, 2)
    expect(area.selectionEnd).toBe(2)
    await userEvent.click(screen.getByRole('button', { name: /^添加粗体文本/ }))
    await waitFor(() => expect(onValues).toHaveBeenLastCalledWith({ fnote: '**卷一**' }))
    await userEvent.clear(area)
    expect(onValues).toHaveBeenLastCalledWith({ fnote: null })
  })

  it('accepts pictures and stores them on this server', async () => {
    const upload = vi.fn(async (_url: string, _form: FormData) => ({ result: null, message: 'note/0a.png' }))
    const onValues = show('卷一', false, upload)
    ;((await text()) as HTMLTextAreaElement).setSelectionRange(2, 2)
    const input = document.querySelector('input[type=file]')
    if (!(input instanceof HTMLInputElement)) throw new Error('no file input')
    await userEvent.upload(input, new File(['x'], '书影.png', { type: 'image/png' }))
    await waitFor(() =>
      expect(onValues).toHaveBeenLastCalledWith({
        fnote: '卷一![书影](/jeecg-boot/sys/common/static/note/0a.png)',
      }),
    )
    expect(upload.mock.calls[0]?.[1].get('biz')).toBe('note')
  })

  it('is one line of plain text in a list', () => {
    expect(markdownToText('# 县志\n\n> **卷一**，见[目录](/a)\n- `x_y`')).toBe('县志 卷一，见目录 x_y')
    expect(markdownToText('***')).toBe('***')
  })
})
