/** The parts of the module of arrangements that other modules may import. */
export { renameInArrangements } from './store.ts'
