// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { ExpressionPlaceProvider } from '#designer/formula/expression-place.ts'
import { PanelForm } from '#designer/settings/PanelForm.tsx'
import { fieldTypes } from '#runtime/fields/index.ts'
import { loadPanel } from '#runtime/fields/kit/panels.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { PanelNode, PanelWord } from '#runtime/schema/settings/settings-node.ts'
import { readPanel, writePanel } from '#runtime/schema/settings/settings-panel.ts'
import { buildRuntime, draw, fakeHttp } from '../../screens/support.tsx'

afterEach(cleanup)

const fields = [
  { key: 'fname', title: '名称', type: 'input' },
  { key: 'fnum', title: '数量', type: 'inputNumber' },
]
const document = { version: 2, kind: 'screen', id: 'demo/shelf', title: '书架', fields }
const record = { id: '1', fname: '甲', fnum: 3 }
const http = fakeHttp({
  '/resource/demo/shelf/list': { records: [record], total: 1 },
  '/resource/demo/shelf/queryById': record,
})

const readWord = async (key: string): Promise<PanelWord> => {
  const word = (await loadPanel('field')).find(({ field }) => field.key === key)
  if (!word) throw new Error(`no word ${key}`)
  return word
}

async function drawExpression(value: JsonObject) {
  const words = [await readWord('showIf')]
  expect(words[0]?.holds).toBe('expression')
  draw(
    <ExpressionPlaceProvider value={{ document, path: ['fname'], servedId: 'demo/shelf' }}>
      <PanelForm words={words} value={value} fieldKeys={[]} onChange={vi.fn()} />
    </ExpressionPlaceProvider>,
    buildRuntime(http, { types: fieldTypes }),
  )
}

it('an expression has its value on a record', async () => {
  await drawExpression({ key: 'fname', showIf: 'fnum > 2' })
  expect(await page.findByText(/试算：.*= 是/)).toBeTruthy()
})

it('a fault of the syntax is said in place of the value', async () => {
  await drawExpression({ key: 'fname', showIf: 'fnum >' })
  expect(await page.findByText(/第 \d+ 个字符/)).toBeTruthy()
  expect(page.queryByText(/试算/)).toBeNull()
})

function Holder({ words, onChange }: { words: PanelWord[]; onChange(value: JsonObject): void }) {
  const [value, setValue] = useState<JsonObject>({ key: 'fname', defaultValue: '=fnum * 2' })
  const change = (next: JsonObject) => {
    setValue(next)
    onChange(next)
  }
  return (
    <ExpressionPlaceProvider value={{ document, path: ['fname'], servedId: 'demo/shelf' }}>
      <PanelForm words={words} value={value} fieldKeys={[]} onChange={change} />
    </ExpressionPlaceProvider>
  )
}

it('a value is fixed, or an expression once it begins with =', async () => {
  const word = await readWord('defaultValue')
  expect(word.holds).toBe('value')
  const words = [word]
  const onChange = vi.fn()
  draw(<Holder words={words} onChange={onChange} />, buildRuntime(http, { types: fieldTypes }))
  expect(await page.findByText(/试算：.*= 6/)).toBeTruthy()
  fireEvent.click(page.getByText('固定值'))
  expect(onChange).toHaveBeenLastCalledWith({ key: 'fname' })
  await waitFor(() => expect(page.getByRole('textbox').tagName).toBe('INPUT'))
  fireEvent.change(page.getByRole('textbox'), { target: { value: '甲' } })
  expect(onChange).toHaveBeenLastCalledWith({ key: 'fname', defaultValue: '甲' })
})

it('the values of a map are edited as expressions too', async () => {
  const flow = (await loadPanel('document.screen')).find(({ field }) => field.key === 'flow')?.node
  const words = (node: PanelNode | undefined) => (node?.kind === 'object' ? node.panel : [])
  const moves = words(flow).find(({ field }) => field.key === 'moves')?.node
  const node = words(moves?.kind === 'list' ? moves.of : undefined).find(
    ({ field }) => field.key === 'set',
  )?.node
  if (node?.kind !== 'map') throw new Error('the values of a move are no map')
  const word = node.of.kind === 'value' ? node.of.word : undefined
  expect(word).toMatchObject({ holds: 'value' })
  const read = (value: unknown) => word && readPanel([word], { value })
  const write = (value: unknown) => word && writePanel([word], { value }, { value: 'x' })
  expect(read(3)).toEqual({ value: '3' })
  expect([write('=fnum + 1'), write('5')]).toEqual([{ value: '=fnum + 1' }, { value: 5 }])
})
