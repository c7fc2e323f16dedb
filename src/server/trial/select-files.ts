import { isJsonObject } from '#runtime/kernel/json.ts'
import type { DocumentFile } from '../documents/library/files.ts'
import { getDocumentId } from '../documents/validate.ts'

/** The names by which other documents name a document: its id, its code, its table. */
function listNames(file: DocumentFile): string[] {
  const { json } = file
  const { code, table } = isJsonObject(json) ? json : {}
  const names = [getDocumentId(file), code, isJsonObject(table) ? table.name : undefined]
  return names.filter((name): name is string => typeof name === 'string')
}

/** Names in texts, in SQL and in lists such as `bas_goods,fname,id`. */
const NAME = /[A-Za-z][\w/:-]*/g

/** The documents of the ids, those that they name, and those that these name; and the templates that print them. */
export function selectFiles(all: readonly DocumentFile[], ids: readonly string[]): DocumentFile[] {
  const byName = new Map<string, DocumentFile[]>()
  for (const file of all)
    for (const name of listNames(file)) byName.set(name, [...(byName.get(name) ?? []), file])
  const printsOne = ({ json }: DocumentFile) => isJsonObject(json) && ids.includes(String(json.screen))
  const waiting = all.filter((file) => ids.includes(getDocumentId(file)) || printsOne(file))
  const selected = new Set(waiting)
  for (let file = waiting.pop(); file; file = waiting.pop())
    for (const name of JSON.stringify(file.json ?? null).match(NAME) ?? [])
      for (const other of byName.get(name) ?? []) {
        if (selected.has(other)) continue
        selected.add(other)
        waiting.push(other)
      }
  return [...selected]
}
