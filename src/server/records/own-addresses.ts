import { appError } from '#runtime/kernel/errors.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'

type Verb = keyof NonNullable<StoredScreen['url']>

/**
 * The verbs that a generic route does, by its address below the screen: an own address of one of them has rules of its own,
 * which the route would pass by. `undo` takes back only what a generic route has done, and `referenced` reads records of other
 * screens.
 */
const verbsDone: Readonly<Record<string, readonly Verb[]>> = {
  list: ['list'],
  rootList: ['list'],
  childList: ['list'],
  getChildListBatch: ['list'],
  summary: ['list'],
  groups: ['list'],
  exportXls: ['list'],
  queryById: ['queryById'],
  printPdf: ['queryById'],
  moves: ['queryById'],
  'next-moves': ['queryById'],
  chain: ['queryById'],
  history: ['queryById'],
  add: ['add'],
  addBatch: ['add'],
  importTemplate: ['importExcel', 'add'],
  importExcel: ['importExcel', 'add'],
  edit: ['edit'],
  editBatch: ['edit'],
  delete: ['delete', 'deleteBatch'],
  deleteBatch: ['delete', 'deleteBatch'],
  undo: [],
  referenced: [],
  ':detail/referenced': [],
}

/** Whether the screen has no own address for what the route does; an unlisted route may do anything. */
export function isGeneric({ url }: Pick<StoredScreen, 'url'>, route: string): boolean {
  if (!url) return true
  const verbs = verbsDone[route] ?? (Object.keys(url) as Verb[])
  return verbs.every((verb) => url[verb] === undefined)
}

/** Throws NOT_FOUND where `isGeneric` does not hold. */
export function requireGeneric(screen: Pick<StoredScreen, 'url'>, route: string): void {
  if (!isGeneric(screen, route)) throw appError('NOT_FOUND')
}
