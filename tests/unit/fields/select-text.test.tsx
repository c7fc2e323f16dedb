// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Http } from '#runtime/data/http.ts'
import type { Field } from '#runtime/schema/types.ts'
import { Form, getType, renderIn, silentHttp, stageRuntime, tabKey } from './stage.tsx'

afterEach(cleanup)

const options = [
  { value: '1', text: '皮纸' },
  { value: '2', text: '宣纸' },
]
const select: Field = { key: 'f', title: '类别', type: 'select', options }
const several: Field = { ...select, type: 'list_multi' }
const region: Field = { key: 'f', title: '类别', type: 'pca' }
const chain: Field = {
  key: 'f',
  title: '类别',
  type: 'link_down',
  dictCode: 'kind',
  destFields: ['fsort'],
  next: [{ dictCode: 'sort', by: 'f' }],
}

async function open(field = select, initial: Record<string, unknown> = { f: '1' }, name = '类别') {
  const notify = vi.fn()
  const values = vi.fn()
  const get = (async () => [{ value: '2a', text: '净皮' }]) as unknown as Http['get']
  renderIn(
    stageRuntime({ notify, http: { ...silentHttp, get } }, { kind: options }),
    <Form type={getType(field.type)} field={field} initial={initial} onValues={values} />,
  )
  const box = await screen.findByRole('combobox', { name })
  act(() => box.focus())
  return { box, notify, values, hands: userEvent.setup() }
}

it.each([
  ['a select', select, '1', '宣', '2'],
  ['a multiple select', several, '1', '宣', '1,2'],
  ['a region by name', region, null, '宣恩', '422825'],
  ['a region of several levels with one name', region, null, '杭州', '330100'],
  ['a region by its initials', region, null, 'xex', '422825'],
  ['a region by its path', region, null, '杭州市西湖区', '330106'],
  ['several regions', { ...region, multi: true }, '330100', '宣恩', '330100,422825'],
  ['a chain of selects', chain, '1', '宣', '2'],
] as const)(
  'the only item of a text is taken when the focus leaves %s',
  async (_title, field, f, text, value) => {
    const { box, values, hands, notify } = await open(field as Field, { f })
    await hands.keyboard(text)
    act(() => box.blur())
    await waitFor(() => expect(values.mock.lastCall?.[0]).toMatchObject({ f: value }))
    expect(notify).not.toHaveBeenCalled()
  },
)

it.each([
  ['a select', select, '1', '缎带', '没有查询到任何数据'],
  ['a multiple select', several, '1', '纸', '请选择一条记录'],
  ['a region', region, '330100', '西湖区', '请选择一条记录'],
  ['several regions', { ...region, multi: true }, '330100', '无此地', '没有查询到任何数据'],
  ['a chain of selects', chain, '1', '缎带', '没有查询到任何数据'],
] as const)(
  'a text that means no item stays with its reason when the focus leaves %s',
  async (_title, field, f, text, reason) => {
    const { box, values, hands, notify } = await open(field as Field, { f })
    await hands.keyboard(text)
    act(() => box.blur())
    await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getAllByTitle(text).length).toBeGreaterThan(0)
    expect(notify).toHaveBeenCalledWith('warning', reason)
    expect(values).not.toHaveBeenCalled()
  },
)

it('a lower level of a chain keeps its own text, and takes its item', async () => {
  const { box, values, hands, notify } = await open(chain, { f: '1' }, '类别第 2 级')
  await screen.findByRole('combobox', { name: '类别第 2 级' })
  await hands.keyboard('缎带')
  act(() => box.blur())
  await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByRole('combobox', { name: '类别' }).getAttribute('aria-invalid')).not.toBe('true')
  expect(notify).toHaveBeenCalledWith('warning', '没有查询到任何数据')
  await waitFor(() => expect(box.getAttribute('aria-expanded')).toBe('false'))
  act(() => box.focus())
  await hands.keyboard('净')
  act(() => box.blur())
  await waitFor(() => expect(values.mock.lastCall?.[0]).toMatchObject({ f: '1', fsort: '2a' }))
})

it('Tab leaves the open list of a multiple select, and changes nothing', async () => {
  const { box, values } = await open(several, { f: null })
  fireEvent.mouseDown(box)
  for (const { text } of options) fireEvent.click(await screen.findByTitle(text))
  expect(fireEvent.keyDown(box, tabKey)).toBe(true)
  expect(values.mock.lastCall?.[0]).toMatchObject({ f: '1,2' })
})

it.each([
  ['a select', select, '{ArrowDown}', '2'],
  ['a select without a mark', select, '', undefined],
  ['a select with a typed text', select, '宣', '2'],
  ['a chain of selects', chain, '{ArrowDown}', '2'],
] as const)(
  'one Tab leaves the open list of %s, and takes only what the user marked or typed',
  async (_title, field, keys, value) => {
    const { box, values, hands } = await open(field as Field, { f: null })
    fireEvent.mouseDown(box)
    await screen.findByTitle('宣纸')
    if (keys === '{ArrowDown}') fireEvent.keyDown(box, { key: 'ArrowDown', keyCode: 40 })
    else if (keys) await hands.keyboard(keys)
    expect(fireEvent.keyDown(box, tabKey)).toBe(true)
    await waitFor(() => expect(box.getAttribute('aria-expanded')).toBe('false'))
    expect(document.activeElement).toBe(box)
    await waitFor(() => expect(values.mock.lastCall?.[0]?.f).toBe(value))
  },
)

it('Enter takes the only region of a text', async () => {
  const { values, hands } = await open(region, { f: null })
  await hands.keyboard('宣恩{Enter}')
  await waitFor(() => expect(values.mock.lastCall?.[0]).toMatchObject({ f: '422825' }))
})

it('a text that a select does not know is displayed when its list closes, before the focus leaves', async () => {
  const { box, values, hands } = await open()
  await hands.keyboard('缎带')
  fireEvent.mouseDown(document.body)
  expect(document.activeElement).toBe(box)
  await waitFor(() => expect(screen.getByTitle('缎带')).toBeTruthy())
  expect(values).not.toHaveBeenCalled()
})

it('a text of a select takes its item when the list closes', async () => {
  const { values, hands } = await open()
  await hands.keyboard('宣{Tab}')
  await waitFor(() => expect(values.mock.lastCall?.[0]).toMatchObject({ f: '2' }))
})

it.each([
  ['a select', select, '1', '皮纸'],
  ['a multiple select', several, '1', '皮纸'],
  ['a region', region, '330100', '浙江省 / 杭州市'],
] as const)('Esc drops the text of %s and keeps its value', async (_title, field, f, shown) => {
  const { box, notify, hands } = await open(field as Field, { f })
  await hands.keyboard('缎带{Escape}')
  act(() => box.blur())
  await waitFor(() => expect(screen.getAllByTitle(shown).length).toBeGreaterThan(0))
  expect(notify).not.toHaveBeenCalled()
})
