// The lists of words in docs/guide/words.md: what a document may write where only certain words are allowed.

import { fieldValues } from '#runtime/fields/values.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { shortcuts } from '#runtime/rules/patterns.ts'
import { builtInActions } from '#runtime/schema/action-codes.ts'
import { documentKinds } from '#runtime/schema/kinds/index.ts'
import { blockPlans } from '#runtime/schema/kinds/panel/blocks/plans.ts'
import { printBlockShapes } from '#runtime/schema/kinds/print/blocks/shapes.ts'
import { eachProperty } from '#runtime/schema/language/describe.ts'
import { iconNames } from '#runtime/schema/names/icon-names.ts'
import { iconTitles } from '#runtime/schema/names/icon-titles.ts'
import type { JsonSchema } from '#runtime/schema/shape-builder.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { menuGroups } from '#server/modules/permission/seed.ts'
import { typeTexts } from './settings-panels.ts'
import { cell, table } from './word-tables.ts'

type Words = readonly (readonly [word: string, title: string])[]

/** The words of a shape with their titles, or of its variants, members and values. */
function readWords(shape: unknown): Words {
  if (!isJsonObject(shape)) return []
  const { enum: words, enumDescriptions: titles, items, anyOf, patternProperties } = shape as JsonObject
  if (Array.isArray(words) && Array.isArray(titles))
    return words.map((word, at) => [String(word), String(titles[at])])
  const inner = [
    items,
    ...(Array.isArray(anyOf) ? anyOf : []),
    ...(isJsonObject(patternProperties) ? Object.values(patternProperties) : []),
  ]
  return inner.map(readWords).find(({ length }) => length > 0) ?? []
}

/** Every property that has only certain words, by the place where a document writes it, each place once. */
function wordsByPlace(schema: JsonSchema): Map<string, Words> {
  const found = new Map<string, Words>()
  eachProperty(schema, ([first = '', second = '', ...rest], shape) => {
    const words = readWords(shape)
    const place =
      first === 'type' ? rest.join('.') : [...(first === 'field' ? [] : [first]), second, ...rest].join('.')
    if (words.length > 1 && !found.has(place)) found.set(place, words)
  })
  return found
}

const code = (word: string): string => `\`${cell(word)}\``
const wordTable = (head: string, words: Words): string =>
  table(
    head,
    words.map(([word, title]) => `| ${code(word)} | ${cell(title)} |`),
  )
const inLine = (words: Words): string => words.map(([word, title]) => `${code(word)} ${title}`).join('；')
const described = (names: readonly string[]): Words =>
  names.map((name) => [name, registeredNames.descriptions[name] ?? ''])

/** Each list by its name in the page. */
export function closedLists(schema: JsonSchema): Record<string, string> {
  const places = wordsByPlace(schema)
  const take = (place: string): Words => {
    const words = places.get(place)
    if (!words) throw new Error(`no property ${place} with a list of words`)
    return words
  }
  const apart = { queries: 'query.rule', layouts: 'screen.list.layout', colours: 'colors.color' }
  const others = [...places].filter(([place]) => place !== 'query' && !Object.values(apart).includes(place))
  const texts = typeTexts(schema, [...fieldValues.keys()])
  const types = [...fieldValues].flatMap(([word, { query }]) => {
    const text = texts[word]
    const rules = query?.rules.map(code).join(' ') || '不能'
    return text ? [`| ${code(word)} | ${cell(text.title)} | ${cell(text.purpose)} | ${rules} |`] : []
  })
  return {
    kinds: wordTable(
      '写法 | 种类',
      documentKinds.map(({ name, title }) => [name, title]),
    ),
    types: table('写法 | 名称 | 用处 | 查询', types),
    queries: wordTable('写法 | 查询时', take(apart.queries)),
    layouts: wordTable('写法 | 样子', take(apart.layouts)),
    buttons: wordTable('写法 | 按钮', Object.entries(builtInActions)),
    blocks: wordTable(
      '写法 | 看板的块',
      blockPlans.map(({ name, title }) => [name, title]),
    ),
    printBlocks: wordTable(
      '写法 | 打印模板的块',
      printBlockShapes.map(({ name, title }) => [name, title]),
    ),
    patterns: wordTable(
      '写法 | 要填成',
      [...shortcuts].map(([word, { expected }]) => [word, expected]),
    ),
    handlers: wordTable('写法 | 校验什么', described(registeredNames.handlers)),
    colours: wordTable('写法 | 意思', take(apart.colours)),
    groups: wordTable(
      '写法 | 菜单的组',
      Object.entries(menuGroups).map(([word, [title]]) => [word, title]),
    ),
    icons: `${inLine(iconNames.map((name) => [name, iconTitles[name]]))}。`,
    effects: wordTable('写法 | 做什么', described(registeredNames.effects)),
    others: table(
      '键 | 能写的词',
      others.map(([place, words]) => `| ${code(place)} | ${cell(inLine(words))} |`),
    ),
  }
}
