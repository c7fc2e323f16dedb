import { type ComponentType, lazy } from 'react'
import { hasUnsaved } from '../../runtime/data/unsaved.ts'

/** One mark for each page: another page that loads well must not start the reloading anew. */
const markOf = (name: string): string => `pro__reloaded-for-${name}`

/**
 * A page whose code is fetched when it is first shown. After an update of the product the old code is gone from the
 * server: the page is reloaded once; if that does not help (or would lose work) the error boundary says so.
 */
export function lazyPage<P extends object = object>(
  name: string,
  load: () => Promise<{ default: ComponentType<P> }>,
) {
  return lazy(async () => {
    try {
      const page = await load()
      sessionStorage.removeItem(markOf(name))
      return page
    } catch (error) {
      if (sessionStorage.getItem(markOf(name)) !== null || hasUnsaved()) throw new MissingCode(error)
      sessionStorage.setItem(markOf(name), '1')
      window.location.reload()
      return new Promise<never>(() => undefined)
    }
  })
}

/** The code of a page could not be fetched. */
export class MissingCode extends Error {
  constructor(cause: unknown) {
    super('页面代码没有载入', { cause })
  }
}
