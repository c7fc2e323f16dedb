import { parseExpression } from '#runtime/kernel/expression.ts'
import { type JsonObject, listObjects, readText } from '#runtime/kernel/json.ts'
import { listOccasions } from '#runtime/schema/kinds/screen/then/shapes.ts'
import { getKey, listFields } from '../document-edit.ts'

const titles: Readonly<Record<string, string>> = {
  add: '新增',
  edit: '编辑',
  remove: '删除',
  date: '到了日期',
}

const listNotes = (document: JsonObject): JsonObject[] =>
  listObjects(document.then).filter(({ notify }) => notify !== undefined)

/** The changes after which the draft sends messages, in the order of its entries, with their titles. */
export function listToldChanges(document: JsonObject): { value: string; label: string }[] {
  const { moves } = (document.flow ?? {}) as JsonObject
  const findTitle = (change: string): string => {
    const code = change.replace(/^move /, '')
    const move = listObjects(moves).find((entry) => entry.code === code)
    return titles[change] ?? (readText(move?.title) || code)
  }
  const changes = new Set(listNotes(document).flatMap(listOccasions))
  return [...changes].map((value) => ({ value, label: findTitle(value) }))
}

/** The fields whose value before the change the conditions of this change read. */
export function listReadBefore(document: JsonObject, change: string): JsonObject[] {
  const keys = new Set(
    listNotes(document)
      .filter((entry) => listOccasions(entry).includes(change))
      .flatMap(({ when }) => {
        const read = parseExpression(readText(when))
        return read.ok ? read.value.names : []
      })
      .flatMap((name) => (name.startsWith('before.') ? [name.slice('before.'.length)] : [])),
  )
  return listFields(document).filter((field) => keys.has(getKey(field)))
}
