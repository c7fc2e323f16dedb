/** The part of the administration of dictionaries that other modules may import. */
export { type DictionaryUse, dictionaryUses } from './uses.ts'
