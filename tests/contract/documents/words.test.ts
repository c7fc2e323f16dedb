import { readFileSync } from 'node:fs'
import Ajv from 'ajv'
import { expect, it } from 'vitest'
import { fieldSettings } from '#runtime/fields/settings.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { composeDescribedSchema, composeSchema } from '#runtime/schema/compose.ts'
import { describeSchema, eachProperty, findTexts, withoutTexts } from '#runtime/schema/language/describe.ts'
import { compileSchema } from '#runtime/schema/validator.ts'
import { editorNames } from '../../../scripts/build/editor-names.ts'
import { settingsPanels } from '../../../scripts/generate/settings-panels.ts'
import { withWordTables } from '../../../scripts/generate/word-tables.ts'

const schema = composeDescribedSchema(fieldSettings)
const panels = settingsPanels(schema, Object.keys(fieldSettings))
const properties: [path: string, shape: JsonObject][] = []
eachProperty(schema, (path, shape) => properties.push([path.join('.'), shape]))

it('every property of the language has a Chinese hover text and an example', () => {
  expect(properties.length).toBeGreaterThan(500)
  const silent = properties.flatMap(([path, shape]) => {
    const texts = findTexts(shape)
    return texts && /\p{Script=Han}/u.test(texts.title + texts.description) && texts.examples[0] !== undefined
      ? []
      : path
  })
  expect(silent).toEqual([])
})

/** The methods of HTTP, and the types of buttons that have nothing else to say. */
const plainWords = /^(GET|POST|PUT|DELETE)$/

/** The lists of words inside a shape: in the shape itself, in the members of its list, in one of its variants. */
const lists = (shape: unknown): JsonObject[] => {
  if (!isJsonObject(shape)) return []
  const own = Array.isArray(shape.enum) ? [shape] : []
  const { items, anyOf } = shape
  return [...own, ...lists(items), ...(Array.isArray(anyOf) ? anyOf.flatMap(lists) : [])]
}

it('every word that a property may be has a title, in hover texts and in the panels of the designer', () => {
  // The word of a type, which is explained as a whole.
  const asked = properties.filter(([path]) => path.split('.').at(-1) !== 'type')
  const untitled = asked.flatMap(([path, shape]) =>
    lists(shape).flatMap(({ enum: words, enumDescriptions: titles }) =>
      (words as unknown[]).flatMap((word, at) =>
        plainWords.test(String(word)) || (Array.isArray(titles) && titles[at])
          ? []
          : `${path} ${String(word)}`,
      ),
    ),
  )
  expect(untitled).toEqual([])
  const statistics = panels.field?.find(({ field }) => field.key === 'statistics')?.field
  expect(statistics?.options).toEqual([
    { value: 'sum', text: '合计' },
    { value: 'average', text: '平均' },
  ])
})

it('every field type has its own word as the example of its type', () => {
  const examples = Object.values(fieldSettings).map(({ type }) => findTexts(JSON.parse(JSON.stringify(type))))
  expect(examples.map((texts) => texts?.examples[0])).toEqual(Object.keys(fieldSettings))
})

it('every example is a value that its property accepts', () => {
  // Many properties share a shape, and to compile one takes long.
  const compiled = new Map<string, ReturnType<typeof compileSchema>>()
  const compile = (shape: JsonObject) => {
    const text = JSON.stringify(shape)
    const check = compiled.get(text) ?? compileSchema(shape)
    compiled.set(text, check)
    return check
  }
  const wrong = properties.flatMap(([path, shape]) => {
    const example = findTexts(shape)?.examples[0]
    // A fixed word is explained for all kinds at once. Shapes that lead elsewhere (fields in fields) are examples of documents, which have tests of their own.
    if (example === undefined || 'const' in shape || JSON.stringify(shape).includes('$ref')) return []
    const [error] = compile(withoutTexts(shape))(example)
    return error ? [`${path} ${JSON.stringify(example)}: ${error.message}`] : []
  })
  expect(wrong).toEqual([])
})

it('the schema for editors has the texts, the schema for the check has none', () => {
  const described = JSON.parse(readFileSync('schemas/$meta/document.schema.json', 'utf8'))
  expect(described).toEqual(JSON.parse(JSON.stringify(describeSchema(schema, editorNames))))
  expect(JSON.stringify(described)).toContain('"description":"必填：不能空"')
  expect(JSON.stringify(composeSchema(fieldSettings))).not.toMatch(
    /(description|enumDescriptions|examples|names)":["[]/,
  )
})

it('the schema for editors proposes the icons and the menu parents', () => {
  const { $defs } = describeSchema(schema, editorNames) as { $defs: Record<string, JsonObject> }
  const panel = $defs['kind.panel'] as { properties: { menu: JsonObject } }
  const accepts = new Ajv({ strict: false }).compile(panel.properties.menu)
  expect(accepts({ icon: 'inbox', parent: 'stock' })).toBe(true)
  expect(accepts({ icon: 'ant-design:inbox-outlined' })).toBe(true)
  expect(accepts({ icon: 'inboks' })).toBe(false)
  // Documents may add groups, so the check of all documents refuses a misspelt one, not the editor.
  expect(accepts({ parent: 'archive' })).toBe(true)
  expect(accepts({ parent: 'Stock' })).toBe(false)
})

it('the tables of the README need a place each and keep the text between them', () => {
  expect(() => withWordTables('# 界面文档', schema)).toThrow('has no place')
  const readme = readFileSync('schemas/README.md', 'utf8')
  expect(withWordTables(readme.replace('# 界面文档', '# 别的'), schema)).toBe(
    readme.replace('# 界面文档', '# 别的'),
  )
})
