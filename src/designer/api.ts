import type { DocumentProblem } from '#runtime/data/documents.ts'
import type { Http } from '#runtime/data/http.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { ChangeOwner } from '#runtime/schema/changes/change.ts'
import type { ImportAnswer } from '#runtime/screens/list-kit/import/import-answer.ts'

export type Origin = 'file' | 'local' | 'designed'

/** A place where a draft or local changes do not fit the current document. */
export interface Conflict {
  path: readonly string[]
  /** The change in words. */
  text: string
  /** The value in the other document, in words; absent where the part does not exist there. */
  current?: string
}

/** A conflict with the change of somebody else, or of another page, between whose values the user chooses. */
export interface DocumentConflict extends Conflict {
  by: ChangeOwner
}

export interface Draft {
  base: JsonObject | null
  body: JsonObject
  /** Another one after each change. */
  version: string
  updateTime: string
}

/** What there is of a document for its designer, where a page knew something else. */
export type PresentDraft = Pick<DesignedSource, 'draft' | 'current'>

/** The version of the draft that a page knows, null for none, and the name of the one that it stores. */
export interface DraftStep {
  previous: string | null
  version: string
}

/** A document with the designer's own draft. */
export interface DesignedSource {
  id: string
  /** Null for a document that is only a draft. */
  origin: Origin | null
  current: JsonObject | null
  draft: Draft | null
  revision: number
  /** The number of rows that were pasted with the header and wait for their import. */
  pastedRows: number
  /** Whether records came with the template of which it is a part. */
  hasSamples: boolean
  /** The local changes of a file, in words. */
  changes: string[]
  conflicts: Conflict[]
}

export interface PlannedStep {
  text: string
  additive: boolean
  blocks: boolean
  rows: number | null
  samples: string[]
}

/** A draft of a new dictionary or picker that is released with the document that names it. */
export interface Companion {
  id: string
  title: string
  body: JsonObject
}

/** A name that a draft gives to what is released, with the documents that follow it at the release. */
export interface RenameStep {
  text: string
  documents: { id: string; title?: string; count: number }[]
}

export interface Inspection {
  problems: DocumentProblem[]
  /** Findings in the document that prevent no release. */
  warnings: DocumentProblem[]
  steps: PlannedStep[]
  renames: RenameStep[]
  /** The released document with these names, from which the draft differs otherwise; null without names. */
  named: JsonObject | null
  companions: Companion[]
}

export interface RevisionRow {
  revision: number
  note: string
  author: string
  createTime: string
}

export interface Revision {
  revision: number
  body: JsonObject
  /** As a draft over the present document: with its id, and with notes of the names that fields and tables have got since. */
  restored: JsonObject
  changes: string[]
}

/** A table of the database without a document; `rows` is an estimate. */
export interface FreeTable {
  name: string
  comment: string | null
  columns: number
  rows: number
}

/** The fields for a table's columns, the other words of its document, and the columns that no field can have. */
export interface TableFields {
  fields: JsonObject[]
  words: JsonObject
  readOnly: string[]
  left: string[]
}

/** Another key of a field of a draft, or of the column of one of its detail tables. */
export interface RenamedField {
  detail?: string
  from: string
  to: string
}

/** Another id of a document, code of a dictionary, or name of a table. */
export interface RenamedName {
  kind: 'document' | 'dict' | 'table'
  from: string
  to: string
}

/** What a rename changes; with `faults` it is refused, and uses `byHand` have to be changed before. */
export interface RenameInspection extends Pick<RenameStep, 'documents'> {
  faults: string[]
  /** The draft with the name; null with faults. */
  body: JsonObject | null
  byHand: { id: string; text: string }[]
  drafts: { documentId: string; realname: string }[]
}

export type ReviewState = 'open' | 'approved' | 'returned'

/** What a second person approves beside the release of a draft. */
export interface ReviewedOperation {
  kind: 'remove'
  isDropped: boolean
}

/** A draft, or an operation, that was sent to a second person. */
export interface ReviewRow {
  id: string
  reviewer: string
  /** The operation in words; null for a draft. */
  operation: string | null
  state: ReviewState
  answer: string | null
  createTime: string
}

export interface ReviewComment {
  id: string
  /** The first comment of the thread; null for the first one itself. */
  threadId: string | null
  path: string[]
  part: string
  author: string
  text: string
  resolved: boolean
  /** Its part is not in the draft any more. */
  isGone: boolean
  createTime: string
}

export interface OpenedReview extends ReviewRow {
  documentId: string
  author: string
  note: string
  base: JsonObject | null
  body: JsonObject
  isAuthor: boolean
  /** The draft is another one than at the request. */
  isChanged: boolean
  renames: RenameStep[]
  changes: { path: string[]; text: string }[]
  comments: ReviewComment[]
}

export type PackageAction = 'import' | 'skip' | 'replace' | 'rename'

/** A document that a package may contain; `neededBy` is empty for one that was chosen. */
export interface PackageEntry {
  id: string
  title: string
  kind: string
  neededBy: readonly string[]
  isSystem: boolean
}

/** A document of a package beside those that there are. */
export interface PackedDocument {
  id: string
  title: string
  kind: string
  state: 'new' | 'same' | 'different' | 'taken'
  /** Null: it has to be chosen. */
  action: PackageAction | null
  changes: string[]
  names: { kind: RenamedName['kind']; name: string; takenBy: string | null }[]
}

/** What a role would gain on a document, by the titles of the permissions. */
export interface PlannedGrant {
  title: string
  gains: string[]
  present: number
  waiting: number
  decided: string[]
  notes: string[]
}

/** What an import proposes for roles and changes in the menu beside its documents. */
export interface PlannedParts {
  /** Which parts the package has, wanted or not. */
  offered: { roles: boolean; menu: boolean }
  /** How many grants are proposed and how many entries and groups are written. */
  count: number
  roles: { code: string; name: string; isMissing: boolean; sameName: string[]; grants: PlannedGrant[] }[]
  menu: {
    entries: { id: string; title: string; changes: string[]; conflicts: string[] }[]
    groups: string[]
    notes: string[]
    refused: string | null
  } | null
}

export interface PackagePlan extends Pick<Inspection, 'problems' | 'warnings' | 'steps'> {
  documents: PackedDocument[]
  faults: string[]
  /** What the documents need and neither the package nor this place has. */
  missing: { kind: string; name: string; text: string }[]
  /** Null before it can be said. */
  parts: PlannedParts | null
}

/** Which parts an import takes over; `replace` are the documents whose settings replace those of this place. */
export interface PartsChoice {
  roles: boolean
  menu: boolean
  replace: string[]
}

/** The choices of a user about a package. */
export interface PackageChoices {
  choices: readonly PackageChoice[]
  parts: PartsChoice
}

export interface PackageChoice {
  id: string
  action: PackageAction
  names?: RenamedName[]
}

const at = (id: string, part = ''): string => `/design/documents/${id}${part}`

/** The requests of the designer. */
export const designApi = (http: Http) => ({
  documents: (signal?: AbortSignal) =>
    http.get<{ documents: { id: string }[]; newDrafts: { documentId: string }[] }>(
      '/design/documents',
      undefined,
      signal,
    ),
  source: (id: string, signal?: AbortSignal) => http.get<DesignedSource>(at(id), undefined, signal),
  saveDraft: (id: string, base: JsonObject | null, body: JsonObject, step: DraftStep) =>
    http.send<null>('PUT', at(id, '/draft'), { base, body, ...step }),
  removeDraft: (id: string, params: { companions?: true; previous?: string } = {}) =>
    http.send<null>('DELETE', at(id, '/draft'), undefined, { params }),
  /** The new dictionaries and pickers that only this draft names. */
  draftCompanions: (id: string) => http.get<Pick<Companion, 'id' | 'title'>[]>(at(id, '/draft/companions')),
  saveRows: (id: string, pasted: { keys: string[]; rows: string[][] }) =>
    http.send<null>('PUT', at(id, '/rows'), pasted),
  removeRows: (id: string) => http.send<null>('DELETE', at(id, '/rows')),
  importRows: (id: string) => http.send<ImportAnswer>('POST', at(id, '/rows/import')),
  inspect: async (id: string, body: JsonObject) =>
    (await http.send<Inspection>('POST', at(id, '/inspect'), { body })).result,
  /**
   * `table` is the typed name of the table, which confirms steps that lose data; `previous` the version of the draft that is
   * released.
   */
  release: async (id: string, body: { note: string; table?: string; previous?: string }) =>
    (await http.send<{ revision: number }>('POST', at(id, '/release'), body)).result,
  /** Gives a name in a draft; nothing is stored. */
  rename: async (id: string, body: JsonObject, renaming: RenamedField | RenamedName) =>
    (await http.send<RenameInspection>('POST', at(id, '/rename'), { body, renaming })).result,
  reviewers: (signal?: AbortSignal) =>
    http.get<{ id: string; username: string; realname: string }[]>('/design/reviewers', undefined, signal),
  reviews: (id: string, signal?: AbortSignal) =>
    http.get<{ isRequired: boolean; reviews: ReviewRow[] }>(at(id, '/reviews'), undefined, signal),
  /** `previous` is the version of the draft that is reviewed; without it an operation is. */
  requestReview: (
    id: string,
    body: { reviewerId: string; note: string } & ({ previous: string } | { operation: ReviewedOperation }),
  ) => http.send<string>('POST', at(id, '/reviews'), body),
  review: (review: string, signal?: AbortSignal) =>
    http.get<OpenedReview>(`/design/reviews/${review}`, undefined, signal),
  comment: (review: string, body: { path: string[]; text: string; threadId?: string }) =>
    http.send<null>('POST', `/design/reviews/${review}/comments`, body),
  resolveComment: (review: string, comment: string, resolved: boolean) =>
    http.send<null>('PUT', `/design/reviews/${review}/comments/${comment}`, { resolved }),
  decideReview: (review: string, body: { isApproval: boolean; answer: string }) =>
    http.send<null>('POST', `/design/reviews/${review}/decision`, body),
  packageEntries: async (ids: readonly string[]) =>
    (
      await http.send<{
        documents: PackageEntry[]
        outside: { kind: 'dict' | 'picker' | 'document' | 'role' | 'dataSource'; name: string }[]
      }>('POST', '/design/packages/entries', { ids })
    ).result,
  exportPackage: async (ids: readonly string[], parts: { roles: boolean; menu: boolean }) =>
    (await http.send<JsonObject>('POST', '/design/packages/export', { ids, ...parts })).result,
  inspectPackage: async (text: string, choices: PackageChoices) =>
    (await http.send<PackagePlan>('POST', '/design/packages/inspect', { text, ...choices })).result,
  /** Without `release` the documents become drafts of the user. */
  importPackage: (text: string, choices: PackageChoices, release: { note: string } | null) =>
    http.send<null>('POST', '/design/packages', { text, ...choices, release }),
  database: (id: string, signal?: AbortSignal) =>
    http.get<Pick<Inspection, 'problems' | 'steps'> & { table: string }>(
      at(id, '/database'),
      undefined,
      signal,
    ),
  synchronise: (id: string, table?: string) =>
    http.send<null>('POST', at(id, '/database'), table === undefined ? {} : { table }),
  remove: (id: string, table?: string) =>
    http.send<null>('POST', at(id, '/remove'), table === undefined ? {} : { table }),
  tables: (signal?: AbortSignal) => http.get<FreeTable[]>('/design/tables', undefined, signal),
  table: (name: string, signal?: AbortSignal) =>
    http.get<FreeTable & TableFields>(`/design/tables/${name}`, undefined, signal),
  revisions: (id: string, signal?: AbortSignal) =>
    http.get<RevisionRow[]>(at(id, '/revisions'), undefined, signal),
  revision: (id: string, revision: number, signal?: AbortSignal) =>
    http.get<Revision>(at(id, '/revision'), { revision }, signal),
})

export type DesignApi = ReturnType<typeof designApi>
