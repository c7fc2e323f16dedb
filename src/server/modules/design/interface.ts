/** The parts of the design module that other modules may import: drafts, releases and removals in the one way. */

export { conflictWords } from './conflicts.ts'
export { refuseChanged } from './draft-changed.ts'
export {
  keyOfColumn,
  readFreeTables,
  readTableFields,
  systemColumns,
  tablesOfOthers,
} from './existing-tables.ts'
export { tableNameOf } from './force-tables.ts'
export { inspectDocument } from './inspect.ts'
export { designRelease, designWrite } from './permissions.ts'
export { releaseDraft } from './release.ts'
export { removeReleased } from './remove-document.ts'
export type { DesignServices } from './services.ts'
export { type DocumentSource, readSources } from './sources.ts'
export {
  type Draft,
  readDraft,
  readDrafts,
  readOlder,
  readRevisions,
  removeDraft,
  storeDraft,
} from './store.ts'
