// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WidgetsProvider } from '#runtime/contract/widgets.ts'
import { createLookup } from '#runtime/data/dict.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import type { Field } from '#runtime/schema/types.ts'
import { Form, getType, renderIn, stageRuntime } from './stage.tsx'

afterEach(cleanup)
const last = (spy: ReturnType<typeof vi.fn>): unknown => spy.mock.lastCall?.[0]
const lookup = createLookup(() => undefined)

function show(field: Field, initial: Record<string, unknown> = {}) {
  const values = vi.fn()
  renderIn(
    stageRuntime(),
    <Form type={getType(field.type)} field={field} initial={initial} onValues={values} />,
  )
  return values
}

describe('time, month and year', () => {
  it.each([
    ['time', '9:5', '09:05:00'],
    ['time', '14时30分', '14:30:00'],
    ['month', '2025年9月', '2025-09'],
    ['month', '202509', '2025-09'],
    ['month', '2025-09-05', '2025-09'],
    ['year', '2025年', '2025'],
  ])('%s parses %s', (word, text, value) => {
    const field: Field = { key: 'f', type: word }
    expect(fieldValues.get(word)?.fromText(text, field, lookup)).toEqual({ ok: true, value })
  })

  it.each([
    ['time', '24:00:00', '它不是有效时间：24:00:00'],
    ['month', '2025-13', '它不是有效月份：2025-13'],
    ['year', '0000', '它不是有效年份：0000'],
    ['year', '25', '它不是有效年份：25'],
  ])('%s refuses %s', (word, text, fault) => {
    const field: Field = { key: 'f', title: '它', type: word }
    expect(fieldValues.get(word)?.check(text, field, lookup)?.text).toBe(fault)
  })

  it('a month can be typed', async () => {
    const values = show({ key: 'f', title: '月份', type: 'month' })
    await userEvent.type(await screen.findByLabelText('月份'), '2025/9')
    await userEvent.tab()
    expect(last(values)).toEqual({ f: '2025-09' })
  })
})

describe('a password', () => {
  it('is hidden while typing and is not shown in a cell', async () => {
    const values = show({ key: 'f', title: '密码', type: 'password' })
    const input = await screen.findByLabelText<HTMLInputElement>('密码')
    await userEvent.type(input, '知县1644')
    expect(input.type).toBe('password')
    expect(input.autocomplete).toBe('new-password')
    expect(last(values)).toEqual({ f: '知县1644' })
    const { Cell } = getType('password')
    const { container } = renderIn(
      stageRuntime(),
      <Cell value="知县1644" field={{ key: 'f', type: 'password' }} row={{}} />,
    )
    expect(container.innerHTML).not.toContain('1644')
  })
})

describe('multiple choices', () => {
  const options = [
    { value: '1', text: '甲' },
    { value: '2', text: '乙' },
  ]

  it('keep a value that is no option until it is removed', async () => {
    const values = show({ key: 'f', title: '门类', type: 'checkbox_group', options }, { f: '9,2' })
    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: '9' })).checked).toBe(true)
    await userEvent.click(screen.getByRole('checkbox', { name: '甲' }))
    expect(last(values)).toEqual({ f: '1,2,9' })
    await userEvent.click(screen.getByRole('checkbox', { name: '9' }))
    expect(last(values)).toEqual({ f: '1,2' })
  })

  it('are stored joined by commas, and an empty selection is null', async () => {
    const values = show({ key: 'f', title: '门类', type: 'list_multi', options }, { f: '1' })
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: '门类' }))
    fireEvent.click(await screen.findByTitle('乙'))
    expect(last(values)).toEqual({ f: '1,2' })
    for (const title of ['甲', '乙']) fireEvent.click(screen.getAllByTitle(title).at(-1) as HTMLElement)
    expect(last(values)).toEqual({ f: null })
  })

  it('refuse and name values that the dictionary does not contain', () => {
    const field: Field = { key: 'f', type: 'list_multi', options }
    const type = fieldValues.get('list_multi')
    expect(type?.check('1,7', field, lookup)?.text).toBe('字典值不存在：7')
    expect(type?.fromText('甲、乙', field, lookup)).toEqual({ ok: true, value: '1,2' })
    expect(type?.fromText('丙', field, lookup).ok).toBe(false)
  })
})

describe('long text in a popup box', () => {
  it('opens beside its line, accepts several lines, and returns the focus on Esc', async () => {
    const values = show({ key: 'f', title: '说明', type: 'input_pop' })
    const line = await screen.findByLabelText('说明')
    await userEvent.click(screen.getByRole('button', { name: '展开编辑说明' }))
    const area = await waitFor(() => {
      const [box] = screen.getAllByRole('textbox', { name: '说明', hidden: true }).slice(1)
      if (!box) throw new Error('no box')
      return box
    })
    expect([area.style.width, area.style.height]).toEqual(['150px', '200px'])
    await userEvent.type(area, '一{enter}二')
    expect(last(values)).toEqual({ f: '一\n二' })
    await userEvent.keyboard('{Escape}')
    expect(document.activeElement).toBe(line)
  })

  it.each([
    ['input_pop', '150px', '200px'],
    ['textarea', '300px', '210px'],
  ])('opens below its cell: %s in %s by %s', async (word, width, height) => {
    const { CellEditor } = getType(word)
    if (!CellEditor) throw new Error('no cell editor')
    renderIn(
      stageRuntime(),
      <CellEditor
        autoFocus
        value="原文"
        field={{ key: 'f', title: '说明', type: word }}
        onChange={() => {}}
        values={{}}
        patch={() => {}}
      />,
    )
    const area = await screen.findByLabelText<HTMLTextAreaElement>('说明')
    expect([area.style.width, area.style.height]).toEqual([width, height])
  })
})

describe('progress', () => {
  it('shows a value that is no number as 0', () => {
    const field: Field = { key: 'f', title: '进度', type: 'progress' }
    const { Cell, fromWire } = getType('progress')
    expect(['62.5', 'abc', {}, null].map((raw) => fromWire(raw, field))).toEqual([62.5, 0, 0, null])
    renderIn(stageRuntime(), <Cell value={fromWire('<b>', field)} field={field} row={{}} />)
    expect(screen.getByText('0%')).toBeTruthy()
    expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: '进度' }).value).toBe(0)
  })
})

describe('tags', () => {
  it('are separated after every two characters', async () => {
    const values = show({ key: 'f', title: '标签', type: 'tags' })
    await userEvent.type(await screen.findByLabelText('标签'), '重要急件')
    expect(last(values)).toEqual({ f: '重要;急件' })
  })

  it('are shown unchanged when they are longer, and refused with their name', () => {
    const field: Field = { key: 'f', title: '标签', type: 'tags' }
    const { Cell, check } = getType('tags')
    renderIn(stageRuntime(), <Cell value="绝密级;急件" field={field} row={{}} />)
    expect(screen.getByText('绝密级')).toBeTruthy()
    expect(check('绝密级;急件', field, lookup)?.text).toBe('标签的每个标签是两个字，用分号隔开：绝密级')
  })
})

describe('a link', () => {
  const field: Field = { key: 'f', title: '链接', type: 'link' }
  it.each(['https://example.org/a', 'http://example.org', 'mailto:clerk@example.org', '/stock/goods?id=1'])(
    'opens %s',
    (href) => {
      const { Cell, check } = getType('link')
      renderIn(stageRuntime(), <Cell value={href} field={field} row={{}} />)
      expect(screen.getByRole('link').getAttribute('href')).toBe(href)
      expect(check(href, field, lookup)).toBeNull()
    },
  )

  it.each([
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,<b>',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'example.org',
    '<img onerror=alert(1)>',
  ])('shows %j as text only, and refuses to store it', (text) => {
    const { Cell, check } = getType('link')
    const { container } = renderIn(stageRuntime(), <Cell value={text} field={field} row={{}} />)
    expect(screen.queryByRole('link')).toBeNull()
    expect(container.textContent?.trim()).not.toBe('')
    expect(check(text, field, lookup)?.code).toBe('link')
  })
})

const Control = ({ onChange }: { onChange(value: string): void }) => (
  <button type="button" onClick={() => onChange('0,0')}>
    取点
  </button>
)

describe('a slot', () => {
  const field: Field = { key: 'f', title: '坐标', type: 'slot', widget: 'map.point' }

  it('names a widget that is not registered, and keeps the value', () => {
    show(field, { f: '30.27,120.15' })
    expect(screen.getByLabelText('坐标').textContent).toBe('30.27,120.15 没有登记的控件「map.point」')
  })

  it('is drawn by the widget of its name', async () => {
    const values = vi.fn()
    renderIn(
      stageRuntime(),
      <WidgetsProvider value={new Map([['map.point', { Control }]])}>
        <Form type={getType('slot')} field={field} onValues={values} />
      </WidgetsProvider>,
    )
    await userEvent.click(screen.getByRole('button', { name: '取点' }))
    expect(last(values)).toEqual({ f: '0,0' })
  })
})

describe('a QR code', () => {
  it('is not drawn for a text that is too long', async () => {
    show({ key: 'f', title: '码', type: 'qrcode' }, { f: 'x'.repeat(10_000) })
    expect(await screen.findByText('内容过长，无法生成二维码')).toBeTruthy()
  })
})

describe('the slider check', () => {
  const field: Field = { key: 'f', title: '验证', type: 'slide_verify' }
  const handle = () => screen.getByRole('slider', { name: '验证' })
  const begin = async () => {
    const values = show(field)
    await screen.findByRole('slider', { name: '验证' })
    const track = handle().parentElement as HTMLElement
    track.getBoundingClientRect = () => ({ width: 240 }) as DOMRect
    return values
  }

  it('passes when it is dragged to the end', async () => {
    const values = await begin()
    expect(screen.getByText('拖动滑块验证')).toBeTruthy()
    fireEvent.pointerDown(handle(), { clientX: 10 })
    fireEvent.pointerMove(handle(), { clientX: 110 })
    expect(handle().getAttribute('aria-valuenow')).toBe('50')
    fireEvent.pointerMove(handle(), { clientX: 215 })
    expect(last(values)).toEqual({ f: 'Y' })
    expect(screen.getByText('验证通过')).toBeTruthy()
  })

  it('starts over when it is released earlier', async () => {
    const values = await begin()
    fireEvent.pointerDown(handle(), { clientX: 10 })
    fireEvent.pointerMove(handle(), { clientX: 200 })
    fireEvent.pointerUp(handle())
    expect(handle().getAttribute('aria-valuenow')).toBe('0')
    fireEvent.pointerMove(handle(), { clientX: 215 })
    expect(values).not.toHaveBeenCalled()
  })

  it('passes by keys: Right moves a step, End moves to the end', async () => {
    const values = await begin()
    fireEvent.keyDown(handle(), { key: 'ArrowRight' })
    expect(handle().getAttribute('aria-valuenow')).toBe('10')
    expect(values).not.toHaveBeenCalled()
    fireEvent.keyDown(handle(), { key: 'End' })
    expect(last(values)).toEqual({ f: 'Y' })
  })
})
