// @vitest-environment jsdom
import { act, cleanup, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { clientParts } from '#app/client-parts.ts'
import { FieldName } from '#designer/settings/FieldName.tsx'
import { OffersProvider, offerButtons } from '#designer/settings/offers.ts'
import { PanelEditor } from '#designer/settings/PanelEditor.tsx'
import { PanelForm } from '#designer/settings/PanelForm.tsx'
import type { PanelPath } from '#designer/settings/panel-path.ts'
import { switchRule } from '#designer/settings/RuleSwitches.tsx'
import { WidgetsProvider } from '#runtime/contract/widgets.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { loadPanel } from '#runtime/fields/kit/panels.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { PanelWord, SettingsPanel } from '#runtime/schema/settings/settings-node.ts'
import { buildRuntime, draw, fakeHttp } from '../screens/support.tsx'

const runtime = buildRuntime(fakeHttp({}), { types: fieldTypes })
afterEach(cleanup)

const readWord = async (key: string): Promise<PanelWord> => {
  const word = (await loadPanel('field')).find(({ field }) => field.key === key)
  if (!word) throw new Error(`no word ${key}`)
  return word
}

interface EditedProps {
  panel: SettingsPanel
  start?: JsonObject
  onChange(value: JsonObject): void
}

function Edited({ panel, start = { key: 'fname' }, onChange }: EditedProps) {
  const [value, setValue] = useState<JsonObject>(start)
  const change = (next: JsonObject) => {
    setValue(next)
    onChange(next)
  }
  return (
    <PanelEditor
      title="名称"
      panel={panel}
      value={value}
      isListed={() => true}
      fieldKeys={[]}
      onChange={change}
    />
  )
}

it('a value without a keyword keeps its input while it changes', async () => {
  const panel = [await readWord('list')]
  let written: JsonObject = {}
  draw(<Edited panel={panel} onChange={(value) => (written = value)} />, runtime)
  await userEvent.click(page.getByRole('button', { name: '列表里显示的详细设置' }))
  await userEvent.click(page.getByText('是否'))
  const box = await page.findByRole('checkbox')
  expect(written).toEqual({ key: 'fname', list: true })
  await userEvent.click(box)
  expect(written).toEqual({ key: 'fname', list: false })
  expect(page.getByRole('checkbox')).toBe(box)
})

interface TitledProps {
  words: PanelWord[]
  /** Receives the function that changes the field from outside of the form. */
  onReady(write: (value: JsonObject) => void): void
}

function Titled({ words, onReady }: TitledProps) {
  const [value, setValue] = useState<JsonObject>({ key: 'finput', title: '名' })
  onReady(setValue)
  return <PanelForm words={words} value={value} fieldKeys={[]} onChange={setValue} />
}

it('an input keeps its place while another part of the same field changes', async () => {
  let write = (_value: JsonObject) => {}
  draw(<Titled words={[await readWord('title')]} onReady={(change) => (write = change)} />, runtime)
  const input = await page.findByLabelText('名称')
  await userEvent.type(input, '称')
  act(() => write({ key: 'fmc', title: '名称' }))
  expect(page.getByLabelText('名称')).toBe(input)
  act(() => write({ key: 'fmc', title: '书名' }))
  expect((page.getByLabelText('名称') as HTMLInputElement).value).toBe('书名')
})

it('a part that is yes, no or a word is chosen without its panel', async () => {
  const panel = [await readWord('query')]
  let written: JsonObject = {}
  draw(<Edited panel={panel} onChange={(value) => (written = value)} />, runtime)
  const choose = async (text: RegExp) => {
    await userEvent.click(page.getByRole('combobox', { name: '查询' }))
    await userEvent.click((await page.findAllByTitle(text)).at(-1) as HTMLElement)
  }
  await choose(/^包含$/)
  expect(written).toEqual({ key: 'fname', query: 'like' })
  await choose(/^否$/)
  expect(written).toEqual({ key: 'fname', query: false })
  await choose(/^缺省$/)
  expect(written).toEqual({ key: 'fname' })
})

it('a list without its last member stays empty, and is absent only when it is cleared', async () => {
  const panel = (await loadPanel('document.screen')).filter(({ field }) => field.key === 'flow')
  let written: JsonObject = {}
  const start = { flow: { field: 'fstates', editable: ['草稿'] } }
  draw(<Edited panel={panel} start={start} onChange={(value) => (written = value)} />, runtime)
  await userEvent.click(page.getByText('审批'))
  await userEvent.click(page.getByText('可改的状态'))
  await userEvent.click(page.getByRole('button', { name: '删除草稿' }))
  expect(written).toEqual({ flow: { field: 'fstates', editable: [] } })
  await userEvent.click(page.getByRole('button', { name: '清除' }))
  expect(written).toEqual({ flow: { field: 'fstates' } })
})

it.each([
  [undefined, undefined, { folded: true }],
  [true, true, { folded: true }],
  ['like', { rule: 'like' }, { rule: 'like', folded: true }],
])('the settings of a part that is %j are opened without a loss', async (query, opened, folded) => {
  let written: JsonObject = { key: 'fname', ...(query !== undefined && { query }) }
  const panel = [await readWord('query')]
  draw(<Edited panel={panel} start={written} onChange={(value) => (written = value)} />, runtime)
  await userEvent.click(page.getByRole('button', { name: '查询的详细设置' }))
  await userEvent.click(page.getByText('详细'))
  expect(written.query).toEqual(opened)
  await userEvent.click(await page.findByLabelText('折叠'))
  expect(written.query).toEqual(folded)
})

it('a part with a word that rows of a table have themselves is opened, explained and edited', async () => {
  const table = (await loadPanel('document.screen')).find(({ field }) => field.key === 'table')?.node
  const panel = table?.kind === 'object' ? table.panel.filter(({ field }) => field.key === 'about') : []
  let written: JsonObject = {}
  const start = { about: { table: 'ftable', id: 'frecord' } }
  draw(<Edited panel={panel} start={start} onChange={(value) => (written = value)} />, runtime)
  await userEvent.click(page.getByRole('button', { name: /说的是哪条记录/ }))
  expect(page.getByText(String(panel[0]?.field.help))).toBeTruthy()
  expect(await page.findByText('frecord')).toBeTruthy()
  await userEvent.type(page.getByLabelText(/主键的字段/), 'fbill')
  await userEvent.tab()
  expect(written).toEqual({ about: { table: 'ftable', id: 'fbill' } })
})

it('a part with settings of its own says so beside its entry', async () => {
  const start = { key: 'fname', query: { folded: true } }
  draw(<Edited panel={[await readWord('query')]} start={start} onChange={() => {}} />, runtime)
  expect(page.getByText('1 项设置')).toBeTruthy()
})

it('switching a rule keeps the other rules and their messages', () => {
  const rules = [
    { required: true, message: '请填写' },
    { pattern: 'm', unique: true },
  ]
  const field = { key: 'ftel', validateRules: rules }
  expect(switchRule(field, 'required', false)).toEqual({ key: 'ftel', validateRules: [rules[1]] })
  expect(switchRule(field, 'unique', false).validateRules).toEqual([rules[0], { pattern: 'm' }])
  expect(switchRule({ key: 'ftel' }, 'required', true).validateRules).toEqual([{ required: true }])
  expect(switchRule({ key: 'ftel', validateRules: [{ unique: true }] }, 'unique', false)).toEqual({
    key: 'ftel',
  })
})

it('the key of a field is written when its input is left, and never one that another field has', async () => {
  const written: unknown[] = []
  const siblings = new Set(['ftel', 'fsupplier'])
  draw(
    <FieldName field={{ key: 'ftel' }} siblings={siblings} onChange={({ key }) => written.push(key)} />,
    runtime,
  )
  const input = page.getByLabelText('字段名')
  await userEvent.clear(input)
  await userEvent.type(input, 'fsupplier')
  expect(page.getByRole('alert').textContent).toBe('已有字段 fsupplier，请换一个')
  await userEvent.tab()
  expect(written).toEqual([])
  await userEvent.type(input, 'id')
  expect(written).toEqual([])
  await userEvent.tab()
  expect(written).toEqual(['fsupplierid'])
})

it('an icon is chosen from pictures, found by what they show, with the keyboard', async () => {
  const menu = (await loadPanel('document.screen')).find(({ field }) => field.key === 'menu')
  if (menu?.node?.kind !== 'object') throw new Error('no panel of the menu entry')
  const words = menu.node.panel.filter(({ field }) => field.key === 'icon')
  const onChange = vi.fn()
  draw(
    <WidgetsProvider value={clientParts.widgets}>
      <PanelForm words={words} value={{ icon: 'book-outlined' }} fieldKeys={[]} onChange={onChange} />
    </WidgetsProvider>,
    runtime,
  )
  await userEvent.click(await page.findByLabelText('图标'))
  expect(page.getByLabelText('书 book').getAttribute('aria-pressed')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(page.getByLabelText('查找图标')))
  await userEvent.keyboard('图')
  const shown = page.getAllByTitle(/ [a-z-]+$/).map(({ title }) => title)
  expect(shown).toContain('饼图 pie-chart')
  expect(shown).not.toContain('书 book')
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('{End}{ArrowLeft}{ArrowRight}{Enter}')
  expect(onChange).toHaveBeenLastCalledWith({ icon: shown.at(-1)?.split(' ').at(-1) })
})

it('a list of buttons offers those of its place and the moves of the document, each once', async () => {
  const panel = (await loadPanel('document.screen')).filter(({ field }) => field.key === 'actions')
  const moves = [
    { code: 'audit', title: '审核', batch: true },
    { code: 'reject', title: '退回' },
  ]
  const offers = (path: PanelPath) => (path.length === 2 ? offerButtons(String(path[1]), moves) : undefined)
  let written: JsonObject = {}
  draw(
    <OffersProvider value={offers}>
      <Edited panel={panel} start={{ actions: { row: ['edit'] } }} onChange={(value) => (written = value)} />
    </OffersProvider>,
    runtime,
  )
  await userEvent.click(page.getByText('按钮'))
  await userEvent.click(page.getByText('行内按钮'))
  expect(page.getByTitle('编辑 edit')).toBeTruthy()
  await userEvent.click(page.getByRole('button', { name: '添加' }))
  await userEvent.click(page.getByRole('combobox', { name: '第 2 项' }))
  const shown = page.getAllByTitle(/ [a-z]+$/).map(({ title }) => title)
  expect(shown).toContain('退回 reject')
  expect(shown).not.toContain('新增 add')
  expect(shown.filter((title) => title === '编辑 edit')).toHaveLength(1)
  await userEvent.click(page.getByTitle('退回 reject'))
  expect(written).toEqual({ actions: { row: ['edit', 'reject'] } })
  expect(offerButtons('toolbar', moves).map(({ value }) => value)).not.toContain('reject')
})
