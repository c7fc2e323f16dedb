import { isJsonObject } from '#runtime/kernel/json.ts'
import type { AnyDocumentKind, DocumentKind } from './contract.ts'
import { dictKind } from './dict/dict.ts'
import { formKind } from './form/form.ts'
import { ledgerKind } from './ledger/ledger.ts'
import { panelKind } from './panel/panel.ts'
import { pickerKind } from './picker/picker.ts'
import { printKind } from './print/print.ts'
import { reportKind } from './report/report.ts'
import { screenKind } from './screen/screen.ts'
import { workflowKind } from './workflow/workflow.ts'

const kinds = [
  screenKind,
  formKind,
  dictKind,
  pickerKind,
  reportKind,
  panelKind,
  printKind,
  ledgerKind,
  workflowKind,
] as const

type DocumentOf<K> = K extends DocumentKind<infer D> ? D : never
/** A document of any kind. */
export type Document = DocumentOf<(typeof kinds)[number]>

/** All kinds of documents, in the order in which the JSON Schema lists them. */
export const documentKinds: readonly AnyDocumentKind[] = kinds

/** The kind of a document; undefined for an unknown `kind`. */
export const findKind = (
  document: unknown,
  kinds: readonly AnyDocumentKind[] = documentKinds,
): AnyDocumentKind | undefined =>
  isJsonObject(document) ? kinds.find(({ name }) => name === document.kind) : undefined
