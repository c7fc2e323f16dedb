import { atom } from 'jotai'
import { noTabs, reduce, type Step, type Tabs } from './tabs.ts'

const memory = atom<Tabs>(noTabs)

/** The open tabs of the signed-in user. */
export const tabsAtom = atom(
  (get) => get(memory),
  (get, set, step: Step) => set(memory, reduce(get(memory), step)),
)
