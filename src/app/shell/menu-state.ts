import { atom } from 'jotai'
import { permissionsAtom } from '../session/state.ts'
import { entriesOf, pagesOf } from './menu.ts'

/** The menu of the person who is signed in, and what follows from it: worked out once for all who ask. */
export const menuAtom = atom((get) => {
  const menu = get(permissionsAtom)?.menu ?? []
  return { menu, entries: entriesOf(menu), pages: pagesOf(menu) }
})
