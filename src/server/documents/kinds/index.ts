import type { ActionCode } from '#runtime/schema/action-codes.ts'
import type { Document } from '#runtime/schema/documents.ts'
import type { FieldValues } from '#runtime/schema/field-value.ts'
import type { WantedTable } from '../plan/tables.ts'
import type { AnyServerKind, ServerKind } from './contract.ts'
import { dictKind } from './dict.ts'
import { formKind } from './form.ts'
import { ledgerKind } from './ledger.ts'
import { panelKind } from './panel.ts'
import { pickerKind } from './picker.ts'
import { printKind } from './print.ts'
import { reportKind } from './report.ts'
import { screenKind } from './screen.ts'
import { workflowKind } from './workflow.ts'

/** The server halves of all document kinds. */
export const serverKinds: readonly AnyServerKind[] = [
  screenKind,
  formKind,
  dictKind,
  pickerKind,
  reportKind,
  panelKind,
  printKind,
  ledgerKind,
  workflowKind,
]

/** The kind of a checked document. Throws for a kind that the list lacks. */
export function getServerKind<D extends { kind: string }>(
  document: D,
  kinds: readonly AnyServerKind[] = serverKinds,
): ServerKind<D> {
  const entry = kinds.find(({ kind }) => kind === document.kind)
  if (!entry) throw new Error(`The server has no document kind "${document.kind}"`)
  return entry as unknown as ServerKind<D>
}

/** The permission codes that a document brings, unless another one has registered them. */
export const listCodes = (document: Document): readonly ActionCode[] =>
  getServerKind(document).codes?.(document) ?? []

/** Whether documents of this kind define tables. */
export const hasTables = (document: Document): boolean => getServerKind(document).tables !== undefined

const tables = new WeakMap<FieldValues, WeakMap<Document, readonly WantedTable[]>>()

/** The tables that a document needs; none for most kinds. A load asks for them several times. */
export function listTables(document: Document, types: FieldValues): readonly WantedTable[] {
  const listed = tables.get(types) ?? new WeakMap<Document, readonly WantedTable[]>()
  tables.set(types, listed)
  const found = listed.get(document) ?? getServerKind(document).tables?.(document, types) ?? []
  listed.set(document, found)
  return found
}
