// @vitest-environment jsdom
// @fresh: the lists of layouts get a member that no other file may see
import { cleanup, screen as page } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { layoutPlans } from '#runtime/schema/layouts/plans.ts'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../../unit/screens/support.tsx'
import { listImporters } from './importers.ts'

const gallery = {
  version: 2,
  kind: 'screen',
  id: 'trial/photo',
  title: '照片',
  table: { name: 'trial_photo' },
  fields: [{ key: 'fname', title: '名称', type: 'input' }],
  list: { layout: 'gallery', gallery: { picture: 'fname' } },
}

const lists: string[] = []
const register = (file: string, list: unknown, entry: unknown) => {
  lists.push(file)
  if (Array.isArray(list)) list.push(entry)
  else Object.assign(list as object, entry)
}

// The screen's shape is composed when its module is loaded, so the modules are imported after the lines are added.
beforeAll(async () => {
  register('layouts/plans.ts', layoutPlans, {
    name: 'gallery',
    title: '图集',
    otherNames: 'album',
    records: 'drawing',
    pageSize: 8,
    components: ['GalleryList'],
  })
  const { default: Type } = await import('typebox')
  const { optional } = await import('#runtime/schema/language/property.ts')
  const { checkOwnProperty } = await import('#runtime/schema/kinds/screen/layouts/layout-check.ts')
  const { layoutShapes } = await import('#runtime/schema/kinds/screen/layouts/shapes.ts')
  const plan = { name: 'gallery', title: '图集', otherNames: '', records: 'drawing' } as const
  register('kinds/screen/layouts/shapes.ts', layoutShapes, {
    name: 'gallery',
    list: {
      gallery: optional(
        '图集',
        '图集的字段',
        { picture: 'fphoto' },
        Type.Object({ picture: Type.String() }, { additionalProperties: false }),
      ),
    },
    screen: {},
  })
  const { layoutChecks } = await import('#runtime/schema/kinds/screen/layouts/checks.ts')
  register(
    'kinds/screen/layouts/checks.ts',
    layoutChecks,
    (context: Parameters<typeof checkOwnProperty>[0]) => checkOwnProperty(context, plan, '请写明图片字段'),
  )
  const { layoutViews } = await import('#runtime/screens/index.ts')
  register('screens/index.ts', layoutViews, { gallery: () => <div>画成图集</div> })
})
beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('a new layout is one line in each list of its language, its plan and its view', () => {
  expect(lists).toEqual([
    'layouts/plans.ts',
    'kinds/screen/layouts/shapes.ts',
    'kinds/screen/layouts/checks.ts',
    'screens/index.ts',
  ])
})

it.each([
  ['board', 'board'],
  ['calendar', 'calendar'],
  ['erp', 'erp'],
  ['inner-table', 'innerTable'],
  ['tab', 'tab'],
  ['tree', 'treeList'],
])('only the lists of layouts name the files of %s', (file, folder) => {
  const own = [
    `runtime/schema/layouts/${file}.ts`,
    `runtime/schema/kinds/screen/layouts/${file}-`,
    `runtime/screens/${folder}/`,
  ]
  const expected = [
    'runtime/schema/kinds/screen/layouts/checks.ts',
    'runtime/schema/kinds/screen/layouts/shapes.ts',
    'runtime/schema/layouts/plans.ts',
    'runtime/screens/index.ts',
  ]
  expect(expected).toEqual(expect.arrayContaining(listImporters(own)))
})

it('the schema, the guide and the check know a new layout', async () => {
  const { composeDescribedSchema } = await import('#runtime/schema/compose.ts')
  const { fieldSettings } = await import('#runtime/fields/settings.ts')
  const { collectKnown } = await import('#runtime/schema/known.ts')
  const { registeredNames } = await import('#server/app/registered-names.ts')
  const { getDocumentCheck } = await import('#server/documents/document-checker.ts')
  expect(JSON.stringify(composeDescribedSchema(fieldSettings))).toContain('gallery 图集')
  const check = getDocumentCheck()
  const listProblems = (list: object) =>
    check({ ...gallery, list }, { knownNames: collectKnown([], registeredNames) }).map(
      ({ path, fix }) => `${path} ${JSON.stringify(fix?.[0]?.value)}`,
    )
  expect(listProblems(gallery.list)).toEqual([])
  expect(listProblems({ layout: 'gallery' })).toEqual(['/list/layout undefined'])
  expect(listProblems({ gallery: gallery.list.gallery })).toEqual(['/list/gallery "gallery"'])
  expect(listProblems({ layout: 'album', gallery: gallery.list.gallery })).toContain('/list/layout "gallery"')
}, 60_000)

it('a list is compiled, found by its menu component and drawn in a new layout', async () => {
  const { compileList } = await import('#runtime/compile/list.ts')
  const { fieldTypes } = await import('#runtime/fields/index.ts')
  const { resolveComponent } = await import('#runtime/resolve/component.ts')
  const { DocumentView } = await import('#runtime/resolve/SchemaPage.tsx')
  const plan = compileList(gallery as never, { types: fieldTypes, can: () => true })
  expect([plan.pageSize, plan.batch, plan.groupKeys]).toEqual([8, [], undefined])
  const target = { path: '/online/photo', component: 'online/GalleryList' }
  expect(resolveComponent(target, [], new Set())).toEqual({
    kind: 'online',
    layout: 'gallery',
    name: 'photo',
  })
  draw(<DocumentView document={gallery as never} documentHash="" />, buildRuntime(fakeHttp({})))
  expect(await page.findByText('画成图集')).toBeTruthy()
}, 30_000)
