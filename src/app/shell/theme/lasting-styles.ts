import { createCache } from '@ant-design/cssinjs'

/**
 * A cache that keeps what it was given. antd's own drops a component's styles when the last of them leaves the page and
 * works them out again for the next: at every opening of a form. The page holds the looks one has chosen, no more.
 */
export function lastingStyles(): ReturnType<typeof createCache> {
  const cache = createCache()
  const update = cache.opUpdate.bind(cache)
  cache.opUpdate = (path, change) => update(path, (old) => change(old) ?? (old ? [0, old[1]] : null))
  return cache
}
