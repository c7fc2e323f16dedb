import { isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import { describeChange } from '#runtime/schema/changes/describe.ts'
import { diffDocuments } from '#runtime/schema/changes/diff.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import type { RegisteredNames } from '#runtime/schema/names/known-names.ts'
import { type PackageContent, readPackage } from '#runtime/schema/package/package-file.ts'
import {
  listDefined,
  type PackageRenaming,
  type RenamedPackage,
  renamePackage,
} from '#runtime/schema/package/rename-package.ts'
import { readStored } from '#runtime/schema/versions.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import { type Inspected, inspectDocuments } from '../inspect.ts'
import { getRenameParts } from '../rename/rename-parts.ts'
import type { DesignServices } from '../services.ts'
import { type DocumentSource, readSources } from '../tables/sources.ts'
import { findMissing, listOutside, type MissingNeed } from './missing-needs.ts'
import { type PartsChoice, type PlannedParts, planParts, type ReadyParts } from './plan-parts.ts'

const refuse = defineRefusals({ DESIGN_PACKAGE: '{fault}' })

/** What becomes of a document of a package. */
export type PackageAction = 'import' | 'skip' | 'replace' | 'rename'

export interface PackageChoice {
  id: string
  action: PackageAction
  /** New names of what it defines; with `rename` its id is among them. */
  names?: readonly PackageRenaming[]
}

/** What an import does with the parts of a package. */
export interface PackageChoices {
  choices: readonly PackageChoice[]
  /** Absent: both, and what administrators of this place have set stays. */
  parts?: PartsChoice
}

const bothParts: PartsChoice = { roles: true, menu: true, replace: [] }

/** A document of a package beside those that there are. */
export interface PackedDocument {
  id: string
  title: unknown
  kind: unknown
  /** `taken`: another document has its id, of another kind, table or code. */
  state: 'new' | 'same' | 'different' | 'taken'
  /** Null: it has to be chosen. */
  action: PackageAction | null
  /** What replacing the present document changes, in words. */
  changes: string[]
  /** Its names that may be changed; `takenBy` is the id of the document that has one of them already. */
  names: ReturnType<typeof listDefined>
}

export interface PackagePlan extends Pick<Inspected, 'problems' | 'warnings' | 'steps'> {
  documents: PackedDocument[]
  /** What the documents need and neither the package nor this place has. */
  missing: MissingNeed[]
  /** What a release proposes for roles and changes in the menu; null before it can be said. */
  parts: PlannedParts | null
  /** Why the chosen names cannot be given. */
  faults: string[]
}

/** A plan with the documents as they would be stored. */
export interface ReadyPackage {
  plan: PackagePlan
  sources: ReadonlyMap<string, DocumentSource>
  drafts: { id: string; body: JsonObject }[]
  inspected: Inspected | null
  /** What is written beside the documents when they are released. */
  parts: ReadyParts | null
}

/** The names by which other documents and the database know a document. */
const identity = ({ kind, table, code, extends: base }: JsonObject) => ({
  kind,
  code,
  base,
  table: (table as JsonObject | undefined)?.name,
})

function compare(document: JsonObject, current: JsonObject | undefined): PackedDocument['state'] {
  if (!current) return 'new'
  if (isSameJson(current, document)) return 'same'
  return isSameJson(identity(current), identity(document)) ? 'different' : 'taken'
}

const defaults: Readonly<Record<PackedDocument['state'], PackageAction | null>> = {
  new: 'import',
  same: 'skip',
  different: 'replace',
  taken: null,
}

/** The documents of a package beside the present ones, and as the choices would store them. */
export interface ComparedPackage
  extends Pick<PackagePlan, 'documents' | 'faults'>,
    Pick<RenamedPackage, 'ids' | 'renameCode'> {
  drafts: { id: string; body: JsonObject }[]
}

/** Compares the documents of a package with the present ones. */
export function comparePackage(
  packed: readonly JsonObject[],
  written: ReadonlyMap<string, JsonObject>,
  choices: readonly PackageChoice[],
  registeredNames: RegisteredNames,
): ComparedPackage {
  const present = new Map(
    [...written].map(([id, current]) => {
      const { $schema: _, ...document } = readStored(current)
      return [id, document]
    }),
  )
  const { owners } = collectKnown(present.values(), registeredNames)
  const chosen = new Map(choices.map((choice) => [choice.id, choice]))
  const documents = packed.map((document): PackedDocument => {
    const id = String(document.id)
    const current = present.get(id)
    const state = compare(document, current)
    const changes =
      current && state === 'different'
        ? diffDocuments(current, document).map((change) => describeChange(change, current, document))
        : []
    const names = listDefined(document, owners, present)
    const action = chosen.get(id)?.action ?? defaults[state]
    return { id, title: document.title, kind: document.kind, state, action, changes, names }
  })
  const skipped = new Set(documents.flatMap(({ id, action }) => (action === 'skip' ? [id] : [])))
  const renamings = documents.flatMap(({ id }) => (skipped.has(id) ? [] : (chosen.get(id)?.names ?? [])))
  const renamed = renamePackage(
    packed.filter(({ id }) => !skipped.has(String(id))),
    renamings,
    owners,
    getRenameParts(registeredNames),
  )
  const faults = [...renamed.faults]
  for (const [former, id] of renamed.ids)
    if (present.has(id)) faults.push(`「${former}」的新编号「${id}」已有文档，请换一个`)
  for (const { id, action, title } of documents)
    if (action === 'rename' && !renamed.ids.has(id) && renamed.faults.length === 0)
      faults.push(`「${String(title)}」还没有新编号，请填写`)
  const drafts = renamed.documents.map((body) => ({ id: String(body.id), body }))
  return { documents, faults, drafts, ids: renamed.ids, renameCode: renamed.renameCode }
}

/** The content of a package file; refuses a file that is none. */
export function readContent(text: string): PackageContent {
  const read = readPackage(text)
  if ('fault' in read) throw refuse('DESIGN_PACKAGE', { values: { fault: read.fault } })
  return read
}

/** Compares documents with the present ones and checks what the choices would store. Stores nothing. */
export async function planDocuments(
  services: DesignServices,
  user: SessionUser,
  { documents: packed, parts }: PackageContent,
  { choices, parts: wanted = bothParts }: Pick<PackageChoices, 'choices' | 'parts'>,
): Promise<ReadyPackage> {
  const { registeredNames, config, db } = services
  const sources = await readSources(config, db.app)
  const written = new Map([...sources].map(([id, { current }]) => [id, current]))
  const compared = comparePackage(packed, written, choices, registeredNames)
  const { documents, faults, drafts } = compared
  const after = new Map([...written, ...drafts.map(({ id, body }) => [id, body] as const)])
  const ids = drafts.map(({ id }) => id)
  const missing = await findMissing(listOutside(ids, after, registeredNames), db.app)
  const isReady = faults.length === 0 && documents.every(({ action }) => action !== null)
  const inspected =
    isReady && drafts.length > 0 ? await inspectDocuments(services, user, sources, drafts) : null
  const { problems = [], warnings = [], steps = [], released: stored = [] } = inspected ?? {}
  const ready =
    isReady && problems.length === 0
      ? await planParts(services, user, parts, wanted, { ...compared, stored, after })
      : null
  faults.push(...(ready?.faults ?? []))
  const plan = { documents, faults, missing, parts: ready?.plan ?? null, problems, warnings, steps }
  return { plan, sources, drafts, inspected, parts: ready }
}
