import { atom } from 'jotai'

/** Whether the settings drawer is open: the account's menu opens it, and under `npm run dev` a handle at the edge. */
export const settingsOpenAtom = atom(false)
