import type { FastifyRequest } from 'fastify'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import { currentVersion } from '#runtime/schema/names/document-version.ts'
import type { Field, PickerDocument, StoredReport, StoredScreen } from '#runtime/schema/types.ts'
import { pickedKeys } from '../documents/kinds/picked-source.ts'
import type { DocumentRegistry, RegistryEntry } from '../documents/library/registry.ts'
import { answerList, readable } from '../records/list/list-route.ts'
import { prefix } from './parameters.ts'
import type { ReportServices } from './services.ts'

/** The records of a screen that a picker shows, as clients of the contract open a popup: by the code of a report. */
export interface PickedScreen {
  entry: RegistryEntry<StoredScreen>
  picker: PickerDocument
}

type Documents = Pick<DocumentRegistry, 'report' | 'picker' | 'screen'>

/** What a code of a popup names: a report, the report that a picker shows, or a picker over a screen; null for neither. */
export function popupSource(
  documents: Documents,
  code: string,
): RegistryEntry<StoredReport> | PickedScreen | null {
  const picker = documents.picker(code)?.document
  if (!picker) return null
  if ('report' in picker.source) return documents.report(picker.source.report) ?? null
  const entry = documents.screen(picker.source.screen)
  return entry ? { entry, picker } : null
}

/** The columns and query items of a picker in the form of a report, which the views of reports draw. */
export function pickerAsReport({ entry: { document }, picker }: PickedScreen): StoredReport {
  const queried = new Set(picker.query ?? [])
  const fields = picker.fields.flatMap((key): Field[] => {
    const field = document.fields.find((candidate) => candidate.key === key)
    // The visibility in the screen's own list and form does not bind its pickers.
    const { list: _, form: __, query, ...rest } = field ?? ({} as Field)
    return field ? [{ ...rest, ...(queried.has(key) && { query: query || true }) } as Field] : []
  })
  return {
    version: currentVersion,
    kind: 'report',
    id: picker.id,
    title: picker.title,
    code: picker.code,
    source: { sql: '', tables: [] },
    fields,
  } as unknown as StoredReport
}

/** Whether the user of a request may read a column of a picker. */
export function buildShownCheck(services: ReportServices, { entry }: PickedScreen, { user }: FastifyRequest) {
  const { columns } = readable(services, entry, user)
  return (key: string): boolean => columns.has(key)
}

/** A page of the records that a picker shows, with the picker's columns. */
export async function readPicked(services: ReportServices, picked: PickedScreen, request: FastifyRequest) {
  const { getAll: _, ...sent } = request.query as JsonObject
  const query = Object.fromEntries(Object.entries(sent).filter(([name]) => !name.startsWith(prefix)))
  const { result } = await answerList(services, picked.entry, { query, user: request.user })
  const keys = new Set(pickedKeys(picked.picker).flatMap((key) => [key, `${key}_dictText`]))
  const records = result.records.map((record) =>
    Object.fromEntries(Object.entries(record).filter(([key]) => keys.has(key))),
  )
  return { ...result, records }
}

/** Narrows what a code names. */
export const isPickedScreen = (found: RegistryEntry<StoredReport> | PickedScreen): found is PickedScreen =>
  !('document' in found) && hasCapability(found.picker, 'picksRecords')
