/** The parts of the design module that other modules may import: drafts, releases and removals in the one way. */

export { refuseChanged } from './draft-changed.ts'
export { inspectDocument } from './inspect.ts'
export { designRelease, designWrite } from './permissions.ts'
export { conflictWords } from './release/conflicts.ts'
export { releaseDraft } from './release/release.ts'
export { removeReleased } from './release/remove-document.ts'
export type { DesignServices } from './services.ts'
export {
  type Draft,
  readDraft,
  readDrafts,
  readOlder,
  readRevisions,
  removeDraft,
  storeDraft,
} from './store.ts'
export {
  keyOfColumn,
  readFreeTables,
  readTableFields,
  systemColumns,
  tablesOfOthers,
} from './tables/existing-tables.ts'
export { getTableName } from './tables/force-tables.ts'
export { type DocumentSource, readSources } from './tables/sources.ts'
