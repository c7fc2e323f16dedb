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
function groupOf(definition: string): string | undefined {
  const [group = '', word = ''] = definition.split('.')
  if (group === 'common') return word
  if (group === 'field') return word === '' ? undefined : 'field'
  if (group === 'overlay') return word === 'field' ? 'field' : 'document'
  if (group === 'kind' || group === 'screen') return definition === 'kind.screen' ? undefined : 'document'
  return group === 'block' || group === 'printBlock' ? 'blocks' : group
}

/**
 * The keys of the objects under each key, in the order of all shapes under this key; `document` and `field` for documents
 * and fields, `key.*` for the objects in a map. Shapes under one key must not contradict each other.
 */
export function keyOrder(schema: JsonSchema): Record<string, string[]> {
  const defs = isJsonObject(schema.$defs) ? schema.$defs : {}
  const orders = new Map<string, string[][]>()
  const add = (group: string, properties: JsonObject) =>
    orders.set(group, [...(orders.get(group) ?? []), Object.keys(properties)])
  const walk = (node: unknown, group: string): void => {
    if (Array.isArray(node)) {
      for (const member of node) walk(member, group)
      return
    }
    if (!isJsonObject(node)) return
    // A category tree refers to its own node: the keys count under the referring key too.
    const target = typeof node.$ref === 'string' ? node.$ref.replace('#/$defs/', '') : ''
    const referred = target.includes('.') ? undefined : defs[target]
    if (isJsonObject(referred) && isJsonObject(referred.properties)) add(group, referred.properties)
    for (const [name, inner] of Object.entries(node)) {
      if (name === 'properties' && isJsonObject(inner)) {
        add(group, inner)
        for (const [key, shape] of Object.entries(inner))
          walk(shape, key === 'params' || key === 'fields' ? 'field' : key)
      } else if (name === 'patternProperties' && isJsonObject(inner)) {
        walk(Object.values(inner), `${group}.*`)
      } else if (name === 'anyOf' || name === 'items') walk(inner, group)
    }
  }
  for (const [name, definition] of Object.entries(defs)) {
    const group = groupOf(name)
    if (group) walk(definition, group)
  }
  return Object.fromEntries([...orders].map(([group, all]) => [group, mergeOrders(group, all)]))
}
