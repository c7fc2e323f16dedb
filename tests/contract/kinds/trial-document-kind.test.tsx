// @vitest-environment jsdom
// @fresh: the lists of document kinds get a member that no other file may see
import { readFileSync } from 'node:fs'
import { cleanup, screen as page } from '@testing-library/react'
import Type from 'typebox'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { documentHead } from '#runtime/schema/language/document.ts'
import { optional } from '#runtime/schema/language/property.ts'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../../unit/screens/support.tsx'
import { listImporters } from './importers.ts'

const note = { version: 2, kind: 'note', id: 'desk/first', title: '第一张', code: 'first', text: '借书三天' }

const lists: string[] = []
const register = (file: string, list: unknown, entry: unknown) => {
  lists.push(file)
  if (Array.isArray(list)) list.push(entry)
  else Object.assign(list as object, entry)
}

// One line in each of four lists: the plans and the languages, the server halves, and the pages.
beforeAll(async () => {
  const plan = { name: 'note', title: '便笺', otherNames: 'memo sticky', isPage: true, hasSettings: true }
  const { kindPlans } = await import('#runtime/schema/kinds/plans.ts')
  register('runtime/schema/kinds/plans.ts', kindPlans, plan)
  const { documentKinds } = await import('#runtime/schema/kinds/index.ts')
  const { codeClaims, pageClaims } = await import('#runtime/schema/kinds/claims.ts')
  const { publicParts } = await import('#runtime/schema/kinds/public-parts.ts')
  const text = (title: string) => optional(title, `便笺的${title}`, '借书三天', Type.String())
  const parts = { ...documentHead('note'), code: text('编码'), text: text('正文'), author: text('作者') }
  register('runtime/schema/kinds/index.ts', documentKinds, {
    ...plan,
    shape: ({ plain }: { plain(shape: Type.TSchema): object }) =>
      plain(Type.Object(parts, { additionalProperties: false })),
    check: () => [],
    publicView: (document: object) => publicParts(document, ['author']),
    names: (document: Parameters<typeof pageClaims>[0]) => ({
      claims: [...codeClaims(document, 'note', '便笺编码'), ...pageClaims(document)],
    }),
    migrate: [],
    starter: { parts: ({ name }: { name: string }) => ({ code: name, text: '请填写' }) },
    settings: { without: ['text'] },
  })
  const { serverKinds } = await import('#server/documents/kinds/index.ts')
  register('src/server/documents/kinds/index.ts', serverKinds, {
    kind: 'note',
    openCode: () => null,
    indexEntry: ({ code }: { code: string }) => ({ components: [], code }),
    register: async () => undefined,
    unregister: async () => undefined,
  })
  const { pageViews } = await import('#runtime/screens/index.ts')
  register('runtime/screens/index.ts', pageViews, {
    note: ({ document }: { document: typeof note }) => <p>画成便笺：{document.text}</p>,
  })
})
beforeEach(() => fakeWindow())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const fourLists = [
  'runtime/schema/kinds/index.ts',
  'runtime/schema/kinds/plans.ts',
  'runtime/screens/index.ts',
  'src/server/documents/kinds/index.ts',
]

it('a new document kind is one line in each of four lists', () => {
  expect([...lists].sort()).toEqual(fourLists)
})

it.each(['dict', 'form', 'ledger', 'panel', 'picker', 'print', 'report', 'screen', 'workflow'])(
  'only the lists of kinds name the plan, the language and the server half of %s',
  (kind) => {
    const folder = `runtime/schema/kinds/${kind}/`
    const own = [
      ...['plan', kind, 'starter'].map((file) => `${folder}${file}.ts`),
      `src/server/documents/kinds/${kind}.ts`,
    ]
    const importers = listImporters(own).filter((file) => !file.startsWith(folder))
    expect(importers).toEqual(fourLists.filter((file) => !file.includes('screens')))
  },
)

it('the schema, the check and the words of other tools know a new kind', async () => {
  const { composeDescribedSchema } = await import('#runtime/schema/compose.ts')
  const { fieldSettings } = await import('#runtime/fields/settings.ts')
  const { collectKnown } = await import('#runtime/schema/known.ts')
  const { registeredNames } = await import('#server/app/registered-names.ts')
  const { getDocumentCheck } = await import('#server/documents/document-checker.ts')
  const schema = JSON.stringify(composeDescribedSchema(fieldSettings))
  for (const text of ['kind.note', 'workflow 流程、note 便笺']) expect(schema).toContain(text)
  const check = getDocumentCheck()
  const knownNames = collectKnown([note], registeredNames)
  const listProblems = (document: object) =>
    check({ ...note, ...document }, { knownNames }).map(
      ({ path, fix }) => `${path} ${JSON.stringify(fix?.[0]?.value)}`,
    )
  expect(listProblems({})).toEqual([])
  expect(listProblems({ text: 5 })).toEqual(['/text "5"'])
  expect(listProblems({ kind: 'sticky' })).toEqual(['/kind "note"'])
  expect(listProblems({ id: 'desk/second' })).toEqual(['/code undefined'])
}, 60_000)

it('the guide, the command for new documents and the settings panel know a new kind', async () => {
  const { composeDescribedSchema } = await import('#runtime/schema/compose.ts')
  const { fieldSettings } = await import('#runtime/fields/settings.ts')
  const { documentKinds } = await import('#runtime/schema/kinds/index.ts')
  const { collectKnown } = await import('#runtime/schema/known.ts')
  const { registeredNames } = await import('#server/app/registered-names.ts')
  const { withWordTables } = await import('../../../scripts/generate/word-tables.ts')
  const { settingsPanels } = await import('../../../scripts/generate/settings-panels.ts')
  const { newDocument } = await import('../../../scripts/documents/new-document.ts')
  const schema = composeDescribedSchema(fieldSettings)
  const guide = withWordTables(readFileSync('schemas/README.md', 'utf8'), schema)
  expect(guide).toContain('### 便笺')
  expect(guide).toContain('| `author` | 作者：便笺的作者 | `"借书三天"` |')
  const kind = documentKinds.find(({ name }) => String(name) === 'note')
  if (!kind) throw new Error('the kind is not registered')
  expect(newDocument(kind, 'desk/first', collectKnown([], registeredNames))).toMatchObject({
    ...{ version: 2, kind: 'note', id: 'desk/first', code: 'first', text: '请填写' },
  })
  expect(JSON.stringify(settingsPanels(schema, Object.keys(fieldSettings))['document.note'])).toContain(
    '作者',
  )
}, 60_000)

it('the server lists and opens a new kind, and keeps back what is not public', async () => {
  const { buildIndexEntry } = await import('#server/documents/routes.ts')
  const { publicView } = await import('#runtime/schema/compose/public.ts')
  const document = { ...note, author: '甲' } as never
  expect(buildIndexEntry({ id: note.id, document }, 'r1')).toEqual({
    ...{ id: 'desk/first', title: '第一张', kind: 'note', rev: 'r1', components: [], code: 'first' },
  })
  expect(publicView(document)).toEqual(note)
})

it('the page and the preview draw a new kind', async () => {
  const { DocumentView } = await import('#runtime/resolve/SchemaPage.tsx')
  const { DocumentPreview } = await import('#runtime/preview/DocumentPreview.tsx')
  draw(<DocumentView document={note as never} documentHash="" />, buildRuntime(fakeHttp({})))
  expect(await page.findByText('画成便笺：借书三天')).toBeTruthy()
  cleanup()
  draw(<DocumentPreview sample={{ document: note as never }} />, buildRuntime(fakeHttp({})))
  expect(await page.findByText('画成便笺：借书三天')).toBeTruthy()
}, 30_000)

it('a kind without a page is previewed by its title', async () => {
  const { kindPlans } = await import('#runtime/schema/kinds/plans.ts')
  const { DocumentPreview } = await import('#runtime/preview/DocumentPreview.tsx')
  ;(kindPlans as unknown as object[]).push({ name: 'card', title: '卡片' })
  draw(
    <DocumentPreview sample={{ document: { ...note, kind: 'card' } as never }} />,
    buildRuntime(fakeHttp({})),
  )
  expect(await page.findByText('卡片「第一张」')).toBeTruthy()
}, 30_000)
