import { isJsonObject } from '#runtime/kernel/json.ts'
import { codeOfAction } from '#runtime/schema/action-codes.ts'
import { type FormMode, formFields } from '#runtime/schema/derive.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { moveCodes, reportWideningCodes, wideningCodes } from '#runtime/schema/widening-codes.ts'
import { pickerCodes } from '../../documents/kinds/picked-source.ts'
import type { ReadServices } from '../../records/services.ts'
import type { RightNotes } from './permission-tree.ts'

type Documents = ReadServices['documents']

/** The words that may name a picker: `popupCode`, and the types of fields that have a picker of their own. */
function pickerWords(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(pickerWords)
  if (!isJsonObject(value)) return []
  const words = [value.popupCode, value.type].filter((word) => typeof word === 'string')
  return [...words, ...Object.values(value).flatMap(pickerWords)]
}

/** What opens each picker of a form; one code of each list is enough, the first gives the least. */
function needsOfForm(documents: Documents, screen: StoredScreen, mode: FormMode): string[][] {
  const needs = new Map<string, string[]>()
  for (const word of new Set(pickerWords(formFields(screen, mode)))) {
    const picker = documents.picker(word)
    const codes = picker ? pickerCodes(documents, picker.document) : []
    const [first] = codes
    if (first !== undefined) needs.set(first, codes)
  }
  return [...needs.values()]
}

/** What the loaded documents say about their rights. */
export function rightNotes(documents: Documents): RightNotes {
  const moves: string[] = []
  const widening = new Set<string>()
  const needs = new Map<string, string[][]>()
  // A column that is restricted for some role is still part of the page for others: only what documents declare widens.
  for (const { document: whole, declared: document = whole } of documents.entries()) {
    const screen = asDocumentWith(document, 'hasTable') as StoredScreen | undefined
    const report = asDocumentWith(document, 'hasQuery')
    const found = screen ? wideningCodes(screen) : report ? reportWideningCodes(report) : []
    for (const code of found) widening.add(code)
    if (!screen) continue
    moves.push(...moveCodes(screen))
    for (const mode of ['add', 'edit'] as const) {
      const code = codeOfAction(screen, mode)
      needs.set(code, [...(needs.get(code) ?? []), ...needsOfForm(documents, screen, mode)])
    }
  }
  const hasColumns = (id: string) => (documents.screen(id) ?? documents.report(id)) !== undefined
  const hasRules = (id: string) => (documents.screen(id)?.document.rowRules ?? []).length > 0
  return { hasColumns, hasRules, moves: [...new Set(moves)], widening, needs }
}
