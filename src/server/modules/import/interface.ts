/** The parts of the import module that other modules may import. */
export { IMPORT_DAYS } from './store.ts'
