import { createCache } from '@ant-design/cssinjs'

/**
 * A cache that keeps its entries. The cache of antd drops the styles of a component when its last instance is unmounted
 * and computes them again for the next: on every opening of a form. Its size is limited by the chosen themes.
 */
export function lastingStyles(): ReturnType<typeof createCache> {
  const cache = createCache()
  const update = cache.opUpdate.bind(cache)
  cache.opUpdate = (path, change) => update(path, (old) => change(old) ?? (old ? [0, old[1]] : null))
  return cache
}
