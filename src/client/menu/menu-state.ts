import { atom } from 'jotai'
import { permissionsAtom } from '../session/state.ts'
import { listMenuEntries, listPages } from './menu.ts'

/** The menu of the signed-in user with its derived values, computed once for all readers. */
export const menuAtom = atom((get) => {
  const menu = get(permissionsAtom)?.menu ?? []
  return { menu, entries: listMenuEntries(menu), pages: listPages(menu) }
})
