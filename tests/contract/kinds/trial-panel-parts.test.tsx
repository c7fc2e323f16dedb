// @vitest-environment jsdom
// @fresh: the lists of blocks and charts get members that no other file may see
import { cleanup, screen as page } from '@testing-library/react'
import Type from 'typebox'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { chartTypes } from '#runtime/schema/kinds/panel/blocks/chart/charts.ts'
import { blockPlans } from '#runtime/schema/kinds/panel/blocks/plans.ts'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../../unit/screens/support.tsx'

/** A list with one more line: the only change outside the folders of a trial block or chart. */
const addLine = (list: unknown, entry: unknown): void => {
  if (Array.isArray(list)) list.push(entry)
  else Object.assign(list as object, entry)
}
const lists: string[] = []
const register = (file: string, list: unknown, entry: unknown) => {
  lists.push(file)
  addLine(list, entry)
}

const panel = {
  version: 2,
  kind: 'panel',
  id: 'trial/board',
  title: '试用看板',
  blocks: [
    { type: 'gauge', title: '进度', source: { url: '/sys/visit' }, key: 'n' },
    { type: 'chart', title: '圆点', source: { url: '/sys/days' }, chart: { kind: 'dots', x: 'd', y: ['n'] } },
  ],
}

beforeAll(async () => {
  register('chart/charts.ts', chartTypes, { name: 'dots', title: '点' })
  const { blockShapes } = await import('#runtime/schema/kinds/panel/blocks/shapes.ts')
  const { namedKey } = await import('#runtime/schema/kinds/panel/blocks/block-shape.ts')
  const { source } = await import('#runtime/schema/kinds/panel/sources.ts')
  const { blockViews } = await import('#runtime/screens/panel/block-views.ts')
  const { ownCharts } = await import('#runtime/screens/panel/blocks/chart/own-charts.ts')
  register('chart/own-charts.ts', ownCharts, { dots: () => <div>画成圆点</div> })
  register('blocks/shapes.ts', blockShapes, {
    name: 'gauge',
    shape: { title: Type.String(), source, key: Type.String() },
    keys: ({ key }: { key?: unknown }) => namedKey(['key'], key),
  })
  register('blocks/plans.ts', blockPlans, {
    name: 'gauge',
    title: '进度',
    keys: ({ key }: { key: string }) => [key],
    limit: () => 1,
    designer: {
      icon: 'dashboard',
      starter: { title: '进度' },
      missing: ({ key }: { key?: unknown }) => (key === undefined ? '请在右边选数字' : undefined),
    },
  })
  register('panel/block-views.ts', blockViews, { gauge: () => <div>画成进度条</div> })
})
beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('a new block is one line in each of three lists, and a new chart one line in each of two', () => {
  expect(lists.filter((file) => !file.startsWith('chart/'))).toHaveLength(3)
  expect(lists.filter((file) => file.startsWith('chart/'))).toHaveLength(2)
})

it('the schema, the guide and the check know a new block and a new chart', async () => {
  const { composeDescribedSchema } = await import('#runtime/schema/compose.ts')
  const { fieldSettings } = await import('#runtime/fields/settings.ts')
  const { collectKnown } = await import('#runtime/schema/known.ts')
  const { registeredNames } = await import('#server/app/registered-names.ts')
  const { getDocumentCheck } = await import('#server/documents/document-checker.ts')
  const schema = JSON.stringify(composeDescribedSchema(fieldSettings))
  for (const text of ['block.gauge', 'gauge 进度', 'dots 点']) expect(schema).toContain(text)
  const check = getDocumentCheck()
  const listProblems = (blocks: readonly object[]) =>
    check({ ...panel, blocks }, { knownNames: collectKnown([], registeredNames) }).map(({ path }) => path)
  expect(listProblems(panel.blocks)).toEqual([])
  expect(listProblems([{ type: 'gauge', title: '进度', source: { url: '/x' } }])).toEqual(['/blocks/0'])
  const noScreen = [{ type: 'gauge', title: '进度', source: { screen: 'no/where' }, key: 'n' }]
  expect(listProblems(noScreen)).toEqual(['/blocks/0/source/screen'])
}, 60_000)

it('the designer offers a new block and says what it needs', async () => {
  const { missingPart, newBlock } = await import('#designer/panel/block-types.ts')
  const gauge = blockPlans.find(({ name }) => String(name) === 'gauge')
  expect(gauge && newBlock(gauge)).toEqual({ type: 'gauge', title: '进度' })
  expect(gauge && missingPart(newBlock(gauge))).toBe('请在右边选数字')
  const { chartPlan } = await import('#runtime/schema/kinds/panel/blocks/chart/plan.ts')
  expect(JSON.stringify(chartPlan.designer.settings?.({}, []))).toContain('点')
})

it('a panel draws a new block and a new chart', async () => {
  const { PanelScreen } = await import('#runtime/screens/panel/PanelScreen.tsx')
  const http = fakeHttp({ '/schema/index': [], '/sys/visit': { n: 1 }, '/sys/days': [{ d: '周一', n: 1 }] })
  draw(<PanelScreen document={panel as never} />, buildRuntime(http))
  expect(await page.findByText('画成进度条')).toBeTruthy()
  expect(await page.findByText('画成圆点')).toBeTruthy()
}, 30_000)
