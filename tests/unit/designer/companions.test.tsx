// @vitest-environment jsdom
import { screen as page } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { DictionaryChoice } from '#designer/dictionary/DictionaryChoice.tsx'
import { PickerChoice } from '#designer/picker/PickerChoice.tsx'
import { completionsAt } from '#designer/source/completions.ts'
import { useKnownNames } from '#designer/source/useKnownNames.ts'
import { buildRuntime, draw, fakeHttp } from '../screens/support.tsx'

const description = '入库记账：改库存'
const runtime = buildRuntime(
  fakeHttp({
    '/schema/documents': [],
    '/design/documents/demo/shelf/enhancements': {
      effects: [{ name: 'loan.lend', description }],
      hooks: [{ name: 'system.user', description: '用户：查重' }],
      handlers: [],
      versions: {},
    },
  }),
)
const companions = [
  { id: 'dict/gx', title: '柜型', body: { kind: 'dict', code: 'gx', items: [] } },
  { id: 'base/rp-gx', title: '选柜', body: { kind: 'picker', code: 'rp_gx', fields: ['fname'] } },
]

const property = { type: 'string', description: '名' }
const schema = {
  type: 'object',
  properties: { effect: property, hooks: { type: 'array', items: property } },
}
function Offers() {
  const names = useKnownNames('demo/shelf')
  const offersIn = (text: string) =>
    completionsAt(text.replace('|', ''), text.indexOf('|'), schema, names)?.offers ?? []
  const offers = [...offersIn('{ "effect": "|" }'), ...offersIn('{ "hooks": ["|"] }')]
  return offers.map(({ label, title }) => (
    <p key={label}>
      {label} {title}
    </p>
  ))
}

it('a new dictionary and a new picker have their titles in the settings before the release', async () => {
  draw(
    <>
      <DictionaryChoice field={{ dictCode: 'gx' }} drafts={companions.slice(0, 1)} onChange={vi.fn()} />
      <PickerChoice
        field={{ popupCode: 'rp_gx' }}
        drafts={companions.slice(1)}
        siblings={new Set()}
        onUpdate={vi.fn()}
      />
    </>,
    runtime,
  )
  expect(await page.findByText('柜型 gx')).toBeTruthy()
  expect(await page.findByText('选柜 rp_gx')).toBeTruthy()
})

it('the source offers the registered effects and hooks with their titles', async () => {
  draw(<Offers />, runtime)
  expect(await page.findByText('loan.lend 入库记账')).toBeTruthy()
  expect(page.getByText('system.user 用户')).toBeTruthy()
})
