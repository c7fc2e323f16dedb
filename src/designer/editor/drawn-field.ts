import type { JsonObject } from '#runtime/kernel/json.ts'
import { type FieldPath, fieldAt } from '../document-edit.ts'

/** The field that is drawn at an element of the preview; undefined between fields. */
export function drawnField(document: JsonObject, element: Element): FieldPath | undefined {
  const item = element.closest<HTMLElement>('[data-key]')?.dataset.key
  const cell = element.closest<HTMLElement>('[data-field]')?.dataset.field
  const paths = [[item, cell], [item], [cell]].map((path) => path.filter((key) => key !== undefined))
  return paths.find((path) => fieldAt(document, path) !== undefined)
}

/** The selector of the elements that draw a field: the form item, or the cells of a list or a detail table. */
export function drawnSelector(path: FieldPath): string | undefined {
  const [item, cell] = path
  if (item === undefined || !path.every((key) => /^\w+$/.test(key))) return undefined
  return cell === undefined
    ? `[data-key="${item}"], [data-field="${item}"]:not([data-key] *)`
    : `[data-key="${item}"] [data-field="${cell}"]`
}
