// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import { loadPanel } from '#runtime/fields/kit/panels.ts'
import { newRecord } from '#runtime/record/formulas/defaults.ts'
import type { PanelWord, SettingsPanel } from '#runtime/schema/settings/settings-node.ts'
import { readPanel, writePanel } from '#runtime/schema/settings/settings-panel.ts'
import type { Field, ScreenDocument } from '#runtime/schema/types.ts'
import { FormHost } from '#runtime/screens/form/FormHost.tsx'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../../unit/screens/support.tsx'
import { checkField } from './panel-checks.ts'

beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const buildDocument = (panel: SettingsPanel): ScreenDocument => ({
  version: 2,
  kind: 'screen',
  id: 'designer/panel',
  title: '设置',
  fields: panel.map(({ field }) => field),
  form: { columnCount: 1 },
})
const env = {
  user: { id: '1', username: 'a', realname: 'a', orgCode: 'a' },
  now: new Date(),
  mode: 'add' as const,
}

const loadTypePanel = async (word: string): Promise<SettingsPanel> =>
  (await fieldTypes.get(word)?.designer.settings?.()) ?? []

/** Types without settings of their own: they use the common panel. */
const panelWords = await Promise.all(
  [...fieldTypes.values()].map(async ({ type }) => ({ type, panel: await loadTypePanel(type) })),
)
const withOwn = new Set(panelWords.filter(({ panel }) => panel.length > 0).map(({ type }) => type))

it('most types have settings of their own', () => {
  expect(withOwn.size).toBeGreaterThan(fieldTypes.size / 2)
})

describe.each([...fieldTypes.values()].map(({ type, designer }) => [type, designer.sample] as const))(
  'the settings panel of %s',
  (word, sample) => {
    it('reads the sample and writes it back unchanged, in a field without problems', async () => {
      const panel = await loadTypePanel(word)
      const common = await loadPanel('field')
      const said = (before: Field) => ({
        ...writePanel(common, readPanel(common, sample), before),
        type: word,
        ...(sample.fields ? { fields: sample.fields } : {}),
        ...writePanel(panel, readPanel(panel, sample), before),
      })
      expect(said(sample)).toEqual(sample)
      // The field was empty before: the panel writes all of it.
      expect(checkField(said({} as Field))).toEqual([])
    })

    it('has every key of the type’s settings and of its sample', async () => {
      const keys = [...(await loadTypePanel(word)), ...(await loadPanel('field'))].map(
        ({ field }) => field.key,
      )
      const known = new Set([...keys, 'type', 'fields', 'actions'])
      expect(Object.keys(sample).filter((key) => !known.has(key))).toEqual([])
    })
  },
)

it.each([...withOwn])(
  'the settings of %s are a generated form with a labelled control for each setting',
  async (word) => {
    const panel = await loadTypePanel(word)
    const screen = buildDocument(panel)
    expect(newRecord(screen, env)).toBeTruthy()
    const runtime = buildRuntime(fakeHttp({}), { types: fieldTypes })
    draw(<FormHost screen={screen} mode="add" onClose={() => {}} onSaved={() => {}} />, runtime)
    await page.findByRole('dialog', { name: /设置/ })
    for (const { field, shape } of panel)
      if (!shape) expect(await page.findAllByLabelText(field.title ?? '')).not.toHaveLength(0)
  },
)

it('an empty entry of a panel writes no key', async () => {
  const panel = await loadTypePanel('select')
  expect(writePanel(panel, { dictCode: 'unit', options: [], allowInput: null })).toEqual({ dictCode: 'unit' })
})

it('lists, maps and objects are unchanged after reading and writing', async () => {
  const popup = await loadTypePanel('popup')
  const said = {
    popupCode: 'p',
    orgFields: ['a', 'b'],
    destFields: ['c', 'd'],
    onPick: { lookup: 'x.y', fill: ['e'] },
  }
  expect(writePanel(popup, readPanel(popup, said))).toEqual(said)
  const select = await loadTypePanel('select')
  const chosen = { options: [{ value: '1', text: '甲' }], dictWhere: { fregion: '$form.fregion' } }
  expect(writePanel(select, readPanel(select, chosen))).toEqual(chosen)
  const table = await loadTypePanel('table')
  const rows = { table: { name: 'a_b', fk: 'fid' }, minRows: 1, alwaysEdit: true }
  expect(writePanel(table, readPanel(table, rows))).toEqual(rows)
})

it('a setting that is on by default is drawn so, and writes only that it is off', async () => {
  const panel = (await loadPanel('field')).filter(({ field }) => field.key === 'persist')
  expect(readPanel(panel, {})).toEqual({ persist: true })
  expect(writePanel(panel, { persist: true })).toEqual({})
  expect(writePanel(panel, { persist: false })).toEqual({ persist: false })
  expect(writePanel(panel, { persist: true }, { persist: false })).toEqual({})
  expect(writePanel(panel, { persist: true }, { persist: true })).toEqual({ persist: true })
})

it('a blank row of a map or of a list of objects is no entry', async () => {
  const tag = (await loadPanel('field')).filter(({ field }) => field.key === 'tag')
  expect(writePanel(tag, { tag: [{ name: '已审核', value: 'green' }, { id: 'x' }] })).toEqual({
    tag: { 已审核: 'green' },
  })
  expect(writePanel(tag, { tag: [{ id: 'x' }] })).toEqual({})
})

it('a number that is typed as the default value of numbers is a number', async () => {
  const words = (await loadPanel('field')).filter(({ field }) => field.key === 'defaultValue')
  const panel = words.map((word): PanelWord => ({ ...word, shape: 'scalar' }))
  expect(writePanel(panel, { defaultValue: '13' })).toEqual({ defaultValue: 13 })
  expect(writePanel(panel, { defaultValue: '=today()' })).toEqual({ defaultValue: '=today()' })
  expect(readPanel(panel, { defaultValue: 13 })).toEqual({ defaultValue: '13' })
})
