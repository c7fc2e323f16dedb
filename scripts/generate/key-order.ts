// The order of keys in a formatted document, from the order of the properties in the composed schema.

import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { JsonSchema } from '#runtime/schema/shape-builder.ts'

/** One order that agrees with all given orders; keys without a common order keep the order of their first appearance. */
export function mergeOrders(name: string, orders: readonly (readonly string[])[]): string[] {
  const keys = new Set(orders.flat())
  const merged: string[] = []
  while (keys.size > 0) {
    const next = [...keys].find((key) =>
      orders.every((order) => {
        const at = order.indexOf(key)
        return at < 0 || order.slice(0, at).every((before) => !keys.has(before))
      }),
    )
    if (next === undefined) throw new Error(`${name}: no order of ${[...keys].join(', ')} fits all shapes`)
    merged.push(next)
    keys.delete(next)
  }
  return merged
}

/** The group of a definition of the schema: `document` and `field`, else the key that contains its objects. */
function findGroup(definition: string): string | undefined {
  const [group = '', word = ''] = definition.split('.')
  if (group === 'common') return word
  if (group === 'field') return word === '' ? undefined : 'field'
  if (group === 'overlay') return word === 'field' ? 'field' : 'document'
  if (group === 'kind' || group === 'screen') return definition === 'kind.screen' ? undefined : 'document'
  return group === 'block' || group === 'printBlock' ? 'blocks' : group
}

/**
 * Visits the properties of all shapes with their group: the key that contains the objects, `document` and `field` for
 * documents and fields, `key.*` for the objects in a map.
 */
export function visitProperties(
  schema: JsonSchema,
  visit: (group: string, properties: JsonObject) => void,
): void {
  const defs = isJsonObject(schema.$defs) ? schema.$defs : {}
  const walk = (node: unknown, group: string): void => {
    if (Array.isArray(node)) {
      for (const member of node) walk(member, group)
      return
    }
    if (!isJsonObject(node)) return
    // A category tree refers to its own node: the keys count under the referring key too.
    const target = typeof node.$ref === 'string' ? node.$ref.replace('#/$defs/', '') : ''
    const referred = target.includes('.') ? undefined : defs[target]
    if (isJsonObject(referred) && isJsonObject(referred.properties)) visit(group, referred.properties)
    for (const [name, inner] of Object.entries(node)) {
      if (name === 'properties' && isJsonObject(inner)) {
        visit(group, inner)
        for (const [key, shape] of Object.entries(inner))
          walk(shape, key === 'params' || key === 'fields' ? 'field' : key)
      } else if (name === 'patternProperties' && isJsonObject(inner)) {
        walk(Object.values(inner), `${group}.*`)
      } else if (name === 'anyOf' || name === 'items') walk(inner, group)
    }
  }
  for (const [name, definition] of Object.entries(defs)) {
    const group = findGroup(name)
    if (group) walk(definition, group)
  }
}

/** The keys of the objects of each group, in the order of all its shapes. Shapes of a group must not contradict each other. */
export function keyOrder(schema: JsonSchema): Record<string, string[]> {
  const orders = new Map<string, string[][]>()
  visitProperties(schema, (group, properties) =>
    orders.set(group, [...(orders.get(group) ?? []), Object.keys(properties)]),
  )
  return Object.fromEntries([...orders].map(([group, all]) => [group, mergeOrders(group, all)]))
}

/** The Chinese titles of the keys of each group; where shapes differ, the title that most of them have. */
export function keyTitles(schema: JsonSchema): Record<string, Record<string, string>> {
  const counts = new Map<string, Map<string, Map<string, number>>>()
  const ensureEntry = <Value>(map: Map<string, Value>, key: string, make: () => Value): Value => {
    const value = map.get(key) ?? make()
    map.set(key, value)
    return value
  }
  visitProperties(schema, (group, properties) => {
    for (const [key, shape] of Object.entries(properties)) {
      if (!isJsonObject(shape) || typeof shape.title !== 'string') continue
      // A name that tells shapes apart has the title of its value.
      if ('const' in shape && !('description' in shape)) continue
      const titles = ensureEntry(
        ensureEntry(counts, group, () => new Map()),
        key,
        () => new Map<string, number>(),
      )
      titles.set(shape.title, (titles.get(shape.title) ?? 0) + 1)
    }
  })
  const mostFrequent = (titles: Map<string, number>): string =>
    [...titles].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0]
  return Object.fromEntries(
    [...counts].map(([group, keys]) => [
      group,
      Object.fromEntries([...keys].map(([key, titles]) => [key, mostFrequent(titles)])),
    ]),
  )
}
