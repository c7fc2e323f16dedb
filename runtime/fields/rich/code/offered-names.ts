import { initials } from '#runtime/kernel/text/pinyin.ts'

/** A name that an expression or a text may use, as a completion offers it; `signature` is that of a function. */
export interface OfferedName {
  text: string
  title: string
  signature?: string
  /** The first letters of the title. */
  letters: string
}

export const nameEntry = (text: string, title: string): OfferedName => ({
  text,
  title,
  letters: initials(title),
})

/** The names that begin with the typed word, or whose titles or their first letters contain it; all of them without one. */
export function namesFor(word: string, names: readonly OfferedName[]): OfferedName[] {
  const typed = word.toLowerCase()
  return names.filter(
    ({ text, title, letters }) =>
      text.toLowerCase().startsWith(typed) ||
      (typed !== '' && (title.includes(typed) || letters.startsWith(typed))),
  )
}

/** A fault at a place of a text; -1 for none. */
export interface NameFault {
  from: number
  to: number
  text: string
}
