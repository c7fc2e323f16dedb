// @vitest-environment jsdom
import { screen as page } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { FieldName } from '#designer/FieldName.tsx'
import { PanelEditor } from '#designer/PanelEditor.tsx'
import { fieldTypes } from '#runtime/fields/index.ts'
import { loadPanel } from '#runtime/fields/kit/panels.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { PanelWord, SettingsPanel } from '#runtime/schema/settings-node.ts'
import { draw, fakeHttp, runtimeOf } from '../screens/support.tsx'

const runtime = runtimeOf(fakeHttp({}), { types: fieldTypes })
const wordOf = async (key: string): Promise<PanelWord> => {
  const word = (await loadPanel('field')).find(({ field }) => field.key === key)
  if (!word) throw new Error(`no word ${key}`)
  return word
}

interface EditedProps {
  panel: SettingsPanel
  onChange(value: JsonObject): void
}

function Edited({ panel, onChange }: EditedProps) {
  const [value, setValue] = useState<JsonObject>({ key: 'fname' })
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
  const panel = [await wordOf('list')]
  let written: JsonObject = {}
  draw(<Edited panel={panel} onChange={(value) => (written = value)} />, runtime)
  await userEvent.click(page.getByRole('button', { name: /^作列/ }))
  await userEvent.click(page.getByText('是否'))
  const box = await page.findByRole('checkbox')
  expect(written).toEqual({ key: 'fname', list: true })
  await userEvent.click(box)
  expect(written).toEqual({ key: 'fname', list: false })
  expect(page.getByRole('checkbox')).toBe(box)
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
