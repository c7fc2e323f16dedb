/** The parts of the module of saved queries that other modules may import. */
export { type RenamedField, renameInQueries, renamePath } from './rename-field.ts'
