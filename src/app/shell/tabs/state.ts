import { atom } from 'jotai'
import { permissionsAtom } from '../../session/state.ts'
import { pagesOf } from '../menu.ts'
import { noTabs, reduce, type Step, type Tabs } from './tabs.ts'

/** The menu and the pages it brings. */
export const menuAtom = atom((get) => {
  const menu = get(permissionsAtom)?.menu ?? []
  return { menu, pages: pagesOf(menu) }
})

const memory = atom<Tabs>(noTabs)

/** The open tabs of the person who is signed in. */
export const tabsAtom = atom(
  (get) => get(memory),
  (get, set, step: Step) => set(memory, reduce(get(memory), step)),
)
