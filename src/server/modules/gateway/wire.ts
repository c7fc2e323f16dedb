import { isJsonObject, type JsonObject, toText } from '#runtime/kernel/json.ts'

/** A route's parts in the format of the contract. */
interface Predicate {
  name: string
  args: string[]
}
interface Filter {
  name: string
  args: { key: string; value: string }[]
}

const objects = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : [])

/** The rows of a stored route as the predicates of the contract. */
export const readPredicates = (rows: unknown): Predicate[] =>
  objects(rows).map(({ name, args }) => ({
    name: toText(name),
    args: toText(args).split(',').filter(Boolean),
  }))

/** The rows of a stored route as the filters of the contract: adjacent rows of one name are one filter. */
export function readFilters(rows: unknown): Filter[] {
  const filters: Filter[] = []
  for (const { name, argKey, argValue } of objects(rows)) {
    const last = filters.at(-1)
    const filter = last?.name === toText(name) ? last : { name: toText(name), args: [] }
    if (filter !== last) filters.push(filter)
    if (toText(argKey) !== '') filter.args.push({ key: toText(argKey), value: toText(argValue) })
  }
  return filters
}

/** The route that a client of the contract sends, in the keys of the document; unknown keys are left out. */
export function buildRecord(router: JsonObject): JsonObject {
  const predicates = objects(router.predicates).map(({ name, args }) => ({
    name: toText(name),
    args: (Array.isArray(args) ? args : []).map(toText).join(','),
  }))
  const filters = objects(router.filters).flatMap(({ name, args }) => {
    const pairs = objects(args)
    const rows = pairs.length > 0 ? pairs : [{ key: '', value: '' }]
    return rows.map(({ key, value }) => ({
      name: toText(name),
      argKey: toText(key),
      argValue: toText(value),
    }))
  })
  const keys = [
    'id',
    'routerId',
    'name',
    'uri',
    'status',
    'retryable',
    'stripPrefix',
    'persistable',
    'showApi',
  ]
  const head = keys.flatMap((key) => (router[key] === undefined ? [] : [[key, router[key]] as const]))
  return { ...Object.fromEntries(head), predicates, filters }
}
