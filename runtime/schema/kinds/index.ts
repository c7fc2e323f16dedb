import { isJsonObject } from '#runtime/kernel/json.ts'
import type { AnyDocumentKind } from './contract.ts'
import { dictKind } from './dict/dict.ts'
import { formKind } from './form/form.ts'
import { panelKind } from './panel/panel.ts'
import { pickerKind } from './picker/picker.ts'
import { printKind } from './print/print.ts'
import { reportKind } from './report/report.ts'
import { screenKind } from './screen/screen.ts'

/** All kinds of documents, in the order in which the JSON Schema lists them. */
export const documentKinds: readonly AnyDocumentKind[] = [
  screenKind,
  formKind,
  dictKind,
  pickerKind,
  reportKind,
  panelKind,
  printKind,
]

/** The kind of a document; undefined for an unknown `kind`. */
export const findKind = (
  document: unknown,
  kinds: readonly AnyDocumentKind[] = documentKinds,
): AnyDocumentKind | undefined =>
  isJsonObject(document) ? kinds.find(({ kind }) => kind === document.kind) : undefined
