// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ExpressionPlaceProvider } from '#designer/formula/expression-place.ts'
import { PanelForm } from '#designer/settings/PanelForm.tsx'
import { fieldTypes } from '#runtime/fields/index.ts'
import { loadPanel } from '#runtime/fields/kit/panels.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { PanelWord } from '#runtime/schema/settings/settings-node.ts'
import { buildRuntime, draw, fakeHttp } from '../../screens/support.tsx'

afterEach(cleanup)

const fields = [
  { key: 'fname', title: '名称', type: 'input' },
  { key: 'fnum', title: '数量', type: 'inputNumber' },
]
const document = { version: 1, kind: 'screen', id: 'demo/shelf', title: '书架', fields }
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
    <ExpressionPlaceProvider value={{ document, path: ['fname'], isServed: true }}>
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
