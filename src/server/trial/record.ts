import { pointer } from '#runtime/kernel/problem.ts'
import { isReadOnly } from '#runtime/schema/derive.ts'
import type { DetailField, Field, PickerDocument, StoredScreen } from '#runtime/schema/types.ts'
import { isDetail } from '#runtime/schema/types.ts'
import type { DocumentRegistry } from '../documents/library/registry.ts'
import type { SessionUser } from '../platform/http/requests/user.ts'
import type { Answer, TrialClient } from './client.ts'
import { listCandidates, type TrialDictionaries } from './values.ts'

export type Values = Record<string, unknown>

/** What a trial needs of the server. */
export interface TrialServices {
  client: TrialClient
  documents: DocumentRegistry
  dictionaries: TrialDictionaries
  /** The user of the requests. */
  user: SessionUser
  /** Carries out the entries of a screen about a day with a record; returns what failed, by the indexes of the entries. */
  tryDated(screen: string, id: string): Promise<readonly { at: number; error: unknown }[]>
  /** A number of its own for each record, the same in each trial. */
  nextSeed(): number
}

/** The address of a verb of a screen: its own, else the generic one. */
export const buildAddress = ({ id, url }: Pick<StoredScreen, 'id' | 'url'>, verb: string): string =>
  (url as Record<string, string | undefined> | undefined)?.[verb] ?? `/resource/${id}/${verb}`

/** How often a record is changed until the rules of its document accept it. */
const MAX_ATTEMPTS = 60
/** How far a record that refers to another one makes the other one, too. */
const MAX_DEPTH = 2

/** Where the values of a record come from, by the pointer of each. */
interface Draft {
  values: Values
  candidates: Map<string, { into: Values; key: string; left: unknown[] }>
}

const isFilled = (field: Field): boolean => !isReadOnly(field) && field.form !== false

/** The places of a record in a tree are made by the server; a trial's record stands at the top. */
const treeKeys = ['parent', 'hasChild', 'leaf'] as const
type TreeKeys = { readonly [Key in (typeof treeKeys)[number]]?: string }

/** The fields that are filled; a state is set by the flow. */
function listFilled(
  { fields, tree }: { fields: readonly Field[]; tree?: TreeKeys },
  flow?: StoredScreen['flow'],
): Field[] {
  const places = treeKeys.map((key) => tree?.[key])
  return fields.filter(({ key }) => key !== flow?.field && !places.includes(key))
}

async function fill(
  services: TrialServices,
  fields: readonly Field[],
  at: readonly (string | number)[],
  draft: Draft,
  into: Values,
  depth: number,
  seed: number,
): Promise<void> {
  for (const field of fields) {
    if (isDetail(field)) {
      if (field.own) continue
      const rows: Values[] = []
      const count = Math.max(field.look === 'form' ? 1 : 2, Number(field.minRows ?? 0))
      for (let row = 0; row < count; row++) {
        const values: Values = {}
        await fill(services, listFilled(field), [...at, field.key, row], draft, values, depth, seed + row)
        rows.push(values)
      }
      into[field.key] = rows
      continue
    }
    if (!isFilled(field) || into[field.key] !== undefined) continue
    const [value, ...left] = await listCandidates(field, services.dictionaries, seed)
    if (value !== undefined) into[field.key] = value
    draft.candidates.set(pointer(...at, field.key), { into, key: field.key, left })
  }
  // Picked records last: what they bring replaces what was made up.
  for (const field of fields) if (isFilled(field)) await pick(services, field, into, depth)
}

/** Fills what a picked record brings. */
async function pick(services: TrialServices, field: Field, into: Values, depth: number): Promise<void> {
  const { popupCode, orgFields, destFields } = field
  if (typeof popupCode !== 'string') return
  const picker: PickerDocument | undefined = services.documents.picker(popupCode)?.document
  const screen = services.documents.screen(String((picker?.source as Values | undefined)?.screen ?? ''))
  const row = screen && depth < MAX_DEPTH ? await findRecord(services, screen.document, depth + 1) : null
  const keys = Array.isArray(destFields) ? destFields.map(String) : []
  const from = Array.isArray(orgFields) ? orgFields.map(String) : []
  if (!row) {
    for (const key of [field.key, ...keys]) delete into[key]
    return
  }
  keys.forEach((key, index) => {
    into[key] = row[from[index] ?? ''] ?? null
  })
  if (!keys.includes(field.key)) into[field.key] = row.id
}

/** A record of the screen: the first of its list, else one that the trial saves. */
export async function findRecord(
  services: TrialServices,
  screen: StoredScreen,
  depth: number,
): Promise<Values | null> {
  const found = await services.client.send({ path: buildAddress(screen, 'list'), query: { pageSize: '1' } })
  const first = (found.result as { records?: Values[] } | null)?.records?.[0]
  if (first) return first
  return (await saveFull(services, screen, depth)).record
}

/** The saved record, or null with the last refusal. */
export interface Saved {
  record: Values | null
  sent: Values
  answer: Answer
}

/** Saves a record with a value in every field; values that a rule refuses are replaced by others, at last by none. */
export async function saveFull(services: TrialServices, screen: StoredScreen, depth = 0): Promise<Saved> {
  const path = buildAddress(screen, 'add')
  const save = (body: Values) => services.client.send({ method: 'POST', path, body })
  const { answer, sent } = await findAccepted(services, listFilled(screen, screen.flow), depth, save)
  return { record: answer.isOk ? (answer.result as Values | null) : null, sent, answer }
}

/** Fills the fields, and replaces values that an attempt refuses by others, until it succeeds or has none left. */
export async function findAccepted<A extends Pick<Answer, 'isOk' | 'isFault' | 'problems'>>(
  services: TrialServices,
  fields: readonly Field[],
  depth: number,
  attempt: (values: Values) => Promise<A>,
): Promise<{ answer: A; sent: Values }> {
  const draft: Draft = { values: {}, candidates: new Map() }
  await fill(services, fields, [], draft, draft.values, depth, services.nextSeed())
  for (let count = 1; ; count++) {
    const answer = await attempt(draft.values)
    const faulty = answer.problems.map(({ path }) => draft.candidates.get(path)).filter((entry) => !!entry)
    if (answer.isOk || answer.isFault || faulty.length === 0 || count === MAX_ATTEMPTS)
      return { answer, sent: draft.values }
    for (const entry of faulty) entry.into[entry.key] = entry.left.shift() ?? null
  }
}

/** A row of a detail table whose rows are saved by themselves, with a value in every field. */
export async function fillRow(services: TrialServices, detail: DetailField): Promise<Values> {
  const draft: Draft = { values: {}, candidates: new Map() }
  await fill(services, listFilled(detail), [], draft, draft.values, 0, services.nextSeed())
  return draft.values
}
