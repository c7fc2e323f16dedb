import { syllables } from '#runtime/kernel/text/syllables.ts'

/** The code point before those by which the database writes syllables (migration 041): a private use area. */
export const SYLLABLE_SIGNS = 0xe000

/** The sign of the syllable at a place. */
const signAt = (place: number): string => String.fromCharCode(SYLLABLE_SIGNS + 1 + place)

/** The sign of a syllable. */
export const syllableSign = (name: string): string => signAt(syllables.indexOf(name))

/** The signs of the syllables that begin with the letters. */
export const signsFrom = (letters: string): string[] =>
  syllables.flatMap((name, place) => (name.startsWith(letters) ? [signAt(place)] : []))
