/** The parts of the dictionary module that other modules may import. */

export { type DictionaryUse, dictionaryUses, usesByValue } from './admin/uses.ts'
export type { Dictionaries } from './dictionaries.ts'
