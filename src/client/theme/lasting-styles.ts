import { createCache } from '@ant-design/cssinjs'

/** The paths of the variables of one component in one theme, by the name that antd gives them. */
const isVariables = (path: string): boolean => path.startsWith('cssVar')

/**
 * A cache that keeps its entries. The cache of antd drops the styles of a component when its last instance is unmounted
 * and computes them again for the next: on every opening of a form. Its size is limited by the chosen themes. The
 * variables of a component are dropped as antd does: those of the previous theme would override the current ones.
 */
export function lastingStyles(): ReturnType<typeof createCache> {
  const cache = createCache()
  const update = cache.opUpdate.bind(cache)
  cache.opUpdate = (path, change) =>
    update(path, isVariables(path) ? change : (old) => change(old) ?? (old ? [0, old[1]] : null))
  return cache
}
