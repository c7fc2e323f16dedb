import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { loadPanel } from '#runtime/fields/kit/panels.ts'
import { fieldSettings } from '#runtime/fields/settings.ts'
import { composeDescribedSchema, composeSchema } from '#runtime/schema/compose.ts'
import { describeSchema, eachProperty } from '#runtime/schema/language/describe.ts'
import { editorNames } from '../../../scripts/build/editor-names.ts'

const keywords = new Set<string>()
eachProperty(composeDescribedSchema(fieldSettings), (path) => keywords.add(path.at(-1) ?? ''))

/** Modules whose sets are about other things than the use of a keyword: which words name a field, and what a rule says of itself. */
const others = ['src/designer/field-names.ts', 'src/designer/settings/RuleSwitches.tsx']
const folders = ['src/designer', 'runtime/schema/kinds/panel/blocks']
const modules = [
  ...folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  ),
  'runtime/schema/checks/ineffective-settings.ts',
].filter((file) => /\.tsx?$/.test(file) && !others.includes(file))

/** The sets and constant lists of texts in a module all of whose members are keywords of the language. */
const keywordSets = (code: string): string[] =>
  [...code.matchAll(/(?:new Set(?:<string>)?\(|= )\[([^()=]*?)\](?:\)| as const)/g)].flatMap(
    ([text, members = '']) => {
      const words = [...members.matchAll(/'([^']*)'/g)].map(([, word = '']) => word)
      const rest = members.replaceAll(/'[^']*'|[\s,.[\]]/g, '')
      return words.length > 0 && rest === '' && words.every((word) => keywords.has(word)) ? [text] : []
    },
  )

it('designer and panel blocks have no list of keywords: the shapes say what keywords are used for', () => {
  expect(modules.length).toBeGreaterThan(150)
  expect(keywordSets("const common = new Set(['title', ...['query', 'form']])")).toHaveLength(1)
  expect(keywordSets("const words = ['compute', 'showIf'] as const")).toHaveLength(1)
  const found = modules.flatMap((file) =>
    keywordSets(readFileSync(file, 'utf8')).map((text) => `${file}: ${text}`),
  )
  expect(found).toEqual([])
})

it('a panel has the use of each keyword from its shape', async () => {
  const panel = await loadPanel('field')
  const getWord = (key: string) => panel.find(({ field }) => field.key === key)
  expect(getWord('title')).toMatchObject({ isCommon: true, editor: 'head' })
  expect(getWord('scale')).toMatchObject({ isCommon: true, appliesTo: { values: 'number' } })
  expect(getWord('compute')).toMatchObject({ isCommon: 'field', appliesTo: { kindsWith: 'hasForm' } })
  const expressions = panel.filter(({ editor }) => editor === 'expression').map(({ field }) => field.key)
  expect(expressions).toEqual(['compute', 'showIf', 'requireIf', 'disableIf'])
  expect(getWord('calckey')).toMatchObject({ replacedBy: 'compute' })
  expect(getWord('persist')?.isCommon).toBeUndefined()
})

it('neither the check of documents nor the schema for editors has the use of keywords', () => {
  const schemas = [
    composeSchema(fieldSettings),
    describeSchema(composeDescribedSchema(fieldSettings), editorNames),
  ]
  for (const schema of schemas)
    expect(JSON.stringify(schema)).not.toMatch(/"(isCommon|appliesTo|replacedBy|editor|holds|offers)":/)
})
