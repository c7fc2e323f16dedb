import { fieldValues } from '#runtime/fields/values.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { listExcessProblems } from '#runtime/schema/check.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { KnownNames, RegisteredNames } from '#runtime/schema/names/known-names.ts'
import type { DocumentProblem } from '#runtime/schema/names/problem-codes.ts'
import { migrate, readStored } from '#runtime/schema/versions.ts'
import { countRows, readPlan, readSamples } from '../../documents/apply.ts'
import { addressProblems } from '../../documents/check/addresses.ts'
import { isStaffName, storedProblems } from '../../documents/check/stored-names.ts'
import { checkDocument } from '../../documents/check-document.ts'
import { getServerKind } from '../../documents/kinds/index.ts'
import type { DocumentFile } from '../../documents/library/files.ts'
import type { FileProblem } from '../../documents/library/registry.ts'
import { validateAffected } from '../../documents/library/validate-once.ts'
import type { Step } from '../../documents/plan/plan-step.ts'
import { describeStep } from '../../documents/plan/step-failure.ts'
import { documentsToPlan } from '../../documents/sharing.ts'
import { collectNames, type ValidationResult } from '../../documents/validate.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import { demoRoles } from '../permission/interface.ts'
import type { Companion } from './companions.ts'
import { systemProblems } from './release/guard-system.ts'
import { findInheritedValues } from './release/inherited-values.ts'
import { findRemovedValues } from './release/removed-values.ts'
import { findRunningUses } from './release/running-uses.ts'
import { findStorageChanges } from './release/storage-changes.ts'
import { planRenames, type RenamePlan, type RenameStep } from './rename/plan-renames.ts'
import type { DesignServices } from './services.ts'
import { findReservedColumns } from './tables/application-columns.ts'
import { filterTables, listTables } from './tables/existing-tables.ts'
import type { DocumentSource } from './tables/sources.ts'

/**
 * A step of the plan in words. `additive` steps lose nothing and run at the release, others when an administrator
 * confirms them; a release has to wait for those that block.
 */
export interface PlannedStep {
  text: string
  additive: boolean
  blocks: boolean
  /** The rows whose content the step changes, and some of their values; null for a step that changes none. */
  rows: number | null
  samples: string[]
}

export interface Inspection {
  /** The problems of the document, and those that it would cause in other documents. */
  problems: FileProblem[]
  /** Findings in the document that prevent no release: values that reveal restricted ones, addresses of other servers. */
  warnings: DocumentProblem[]
  /** Empty when there are problems. */
  steps: PlannedStep[]
  /** The names that the document gives, with what follows them. */
  renames: RenameStep[]
  /** The released document with these names, of which the draft differs otherwise; null without names. */
  named: JsonObject | null
}

/** An inspection with the checked documents, and those whose tables a release plans; none with problems. */
export interface Inspected extends Inspection {
  released: Document[]
  documents: Document[]
}

/** The tables that the SELECT of a report names. */
const readsTables = (document: Document): readonly string[] =>
  asDocumentWith(document, 'hasQuery')?.source.tables ?? []

const faultyWith = (problems: FileProblem[]): Inspected => ({
  problems,
  warnings: [],
  steps: [],
  renames: [],
  named: null,
  released: [],
  documents: [],
})

/** Checks the changed documents and those that their changes can alter: a check of hundreds takes seconds. */
const checkAffected =
  (registeredNames: RegisteredNames, versions: readonly JsonObject[]) =>
  (files: readonly DocumentFile[]): Promise<{ results: ValidationResult[]; knownNames: KnownNames }> =>
    validateAffected(files, collectNames(files, [], registeredNames), versions)

/** Checks a document with its companions as a release of the user would, and plans its tables. Stores nothing. */
export const inspectDocument = async (
  services: InspectServices,
  user: Pick<SessionUser, 'isAdmin' | 'codes'>,
  sources: ReadonlyMap<string, DocumentSource>,
  id: string,
  body: JsonObject,
  companions: readonly Companion[] = [],
): Promise<Inspected> =>
  inspectNamed(services, user, sources, await planRenames(services, sources, id, body), body, companions)

/** The same with the names of a plan, which other documents follow. */
export async function inspectNamed(
  services: InspectServices,
  user: Pick<SessionUser, 'isAdmin' | 'codes'>,
  sources: ReadonlyMap<string, DocumentSource>,
  names: RenamePlan,
  body: JsonObject,
  companions: readonly Companion[],
): Promise<Inspected> {
  if (names.problems.length > 0) return faultyWith(names.problems)
  const drafts = [{ id: names.id, body }, ...companions]
  const inspected = await inspectDocuments(services, user, names.sources, drafts, { sources, names })
  const current = names.sources.get(names.id)?.current ?? null
  return { ...inspected, renames: names.steps, named: names.steps.length > 0 ? current : null }
}

type InspectServices = Pick<DesignServices, 'db' | 'registeredNames' | 'routes' | 'documents'>

/** The released documents, and the names that are given to them before they are checked. */
interface Renamed {
  sources: ReadonlyMap<string, DocumentSource>
  names: RenamePlan
}

/**
 * Checks documents among all others as one release of the user would, and plans their tables; the warnings are those of the
 * first. Stores nothing.
 */
export async function inspectDocuments(
  { db, registeredNames, routes, documents: registry }: InspectServices,
  user: Pick<SessionUser, 'isAdmin' | 'codes'>,
  sources: ReadonlyMap<string, DocumentSource>,
  drafts: readonly Companion[],
  renamed?: Renamed,
): Promise<Inspected> {
  const before = [...sources.values()].map(releasedFile)
  const excess = drafts.flatMap((draft) =>
    listExcessProblems(draft.body).map((problem) => ({ file: draft.id, ...problem })),
  )
  if (excess.length > 0) return faultyWith(excess)
  const files = drafts.map((draft) => buildFile(draft.id, draft.body))
  const ids = new Set(drafts.map((draft) => draft.id))
  const after = [...before.filter(({ expectedId }) => !ids.has(expectedId)), ...files]
  const followers = renamed?.names.followers ?? []
  const versions = [
    ...drafts.map(({ id }) => sources.get(id)?.current),
    ...files.map(({ json }) => json),
    ...followers.flatMap((follower) => [follower.before, follower.after]),
  ].filter(isJsonObject)
  const check = checkAffected(registeredNames, versions)
  const { results, knownNames } = await check(after)
  const inspected = results.filter((result) => ids.has(result.id))
  const problems = inspected.flatMap((result) => result.problems)
  if (problems.length > 0) return faultyWith(problems)
  const reserved = listSystemProblems(user, renamed?.sources ?? sources, [
    ...drafts,
    ...followers.map(({ id, after }) => ({ id, body: after })),
  ])
  if (reserved.length > 0) return faultyWith(reserved)
  const faulty = results.filter((result) => result.problems.length > 0)
  if (faulty.length > 0) {
    const sound = new Set(
      (await check(before)).results.flatMap((result) => (result.document ? [result.id] : [])),
    )
    const caused = faulty.filter((result) => sound.has(result.id)).flatMap((result) => result.problems)
    if (caused.length > 0) return faultyWith(caused)
  }
  const drafted = files.map(({ json }) => json)
  const seeded = new Set(demoRoles.map(({ code }) => code))
  const stored = await storedProblems(db.app, drafted, seeded)
  const unknown = stored.filter(({ kind }) => !isStaffName(kind))
  if (unknown.length > 0) return faultyWith(unknown.map(({ id: file, problem }) => ({ file, ...problem })))
  // What a report reads from tables of this release is tried with them.
  const tables = drafted.filter(isJsonObject).flatMap(listTables)
  const missing = new Set(await filterTables(db.app, tables, false))
  for (const { document, file: name } of inspected) {
    if (document && readsTables(document).some((table) => missing.has(table))) continue
    const problem = document && (await getServerKind(document).trial?.(document, db.report))
    if (problem) return faultyWith([{ file: name, ...problem }])
  }
  const running = await findRunningUses(
    { db, registeredNames },
    inspected,
    knownNames,
    renamed?.names.stages ?? [],
  )
  if (running.length > 0) return faultyWith(running)
  const documents = documentsToPlan(inspected, results, fieldValues)
  const served = registry.entries().map((entry) => entry.document)
  const lostOptions: DocumentProblem[] = []
  const inherited: PlannedStep[] = []
  for (const { id: draftId, file: name, document, overlay } of inspected) {
    if (!document) continue
    const draft = { document, overlay }
    const columns = await findReservedColumns(db.owner, draftId, draft, served)
    if (columns.length > 0) return faultyWith(columns)
    const formerId = draftId === renamed?.names.id ? renamed.names.formerId : draftId
    const lost = await findRemovedValues(db.app, registry.entry(formerId)?.document, draft)
    const moved = await findStorageChanges(db.owner, registry.entry(formerId)?.document, draft)
    const losses = [...lost.problems, ...moved]
    if (losses.length > 0) return faultyWith(losses.map((problem) => ({ file: name, ...problem })))
    if (draftId === drafts[0]?.id) lostOptions.push(...lost.warnings)
    const values = await findInheritedValues(db.owner, formerId, served, draft)
    // An overlay has no table whose name would confirm it.
    const isAsked = overlay === null
    inherited.push(...values.map((value) => ({ ...value, additive: !isAsked, blocks: isAsked })))
  }
  const first = drafts[0]?.body ?? {}
  const steps = inherited
  for (const step of await readPlan(db, documents, fieldValues)) {
    if (isInternal(step)) continue
    const [rows, samples] = [await countRows(db.app, step), await readSamples(db.app, step)]
    const { additive, blocks } = step
    steps.push({ text: describeStep(step, documents), additive, blocks, rows, samples })
  }
  return {
    problems: [],
    warnings: [
      ...(await checkDocument({ rule: 'warnings', json: first, options: { knownNames } })),
      ...addressProblems(first, { routes, documents: knownNames.documents }),
      ...lostOptions,
      ...stored.flatMap(({ id, problem }) => (id === drafts[0]?.id ? problem : [])),
    ],
    steps,
    renames: [],
    named: null,
    released: inspected.flatMap(({ document }) => document ?? []),
    documents,
  }
}

/** The parts of drafts that only administrators may change, by the documents before and with them. */
export function listSystemProblems(
  user: Pick<SessionUser, 'isAdmin' | 'codes'>,
  sources: ReadonlyMap<string, DocumentSource>,
  drafts: readonly Companion[],
): FileProblem[] {
  const before = new Map([...sources].map(([id, { current }]) => [id, current]))
  const after = new Map([...before, ...drafts.map(({ id, body }) => [id, body] as const)])
  return drafts.flatMap(({ id }) => systemProblems(user, id, before, after))
}

/** The problems that the removal of a document would cause in other documents. */
export async function problemsWithout(
  { registeredNames }: Pick<DesignServices, 'registeredNames'>,
  sources: ReadonlyMap<string, DocumentSource>,
  id: string,
): Promise<FileProblem[]> {
  const files = [...sources.values()].map(releasedFile)
  const check = checkAffected(registeredNames, [sources.get(id)?.current].filter(isJsonObject))
  const sound = new Set(
    (await check(files)).results.flatMap((result) => (result.document ? [result.id] : [])),
  )
  const { results } = await check(files.filter(({ expectedId }) => expectedId !== id))
  return results.flatMap((result) => (sound.has(result.id) ? result.problems : []))
}

/** Indexes and triggers: they follow from the columns and lose nothing. */
const internalSteps: ReadonlySet<Step['kind']> = new Set(['index', 'unindex', 'watch'])
/** An index follows the name of its table or column. */
const isInternal = ({ kind, blocks }: Step): boolean =>
  internalSteps.has(kind) || (kind === 'rename' && !blocks)

const releasedFile = ({ id, current }: DocumentSource): DocumentFile => ({
  file: id,
  expectedId: id,
  json: readStored(current),
  broken: null,
})

const buildFile = (id: string, body: JsonObject): DocumentFile => ({
  file: id,
  expectedId: id,
  json: migrate(body).document,
  broken: null,
})
