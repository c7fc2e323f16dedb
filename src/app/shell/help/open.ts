import { atom } from 'jotai'

/** The help of the page, the keys, what the product is, and the tour of the shell. */
export type HelpPanel = 'page' | 'keys' | 'about' | 'tour'

/** Which part of the help is open. */
export const helpAtom = atom<HelpPanel | null>(null)
