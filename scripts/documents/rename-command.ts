import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fieldSettings } from '#runtime/fields/settings.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { Renaming } from '#runtime/schema/rename/definition.ts'
import { rename } from '#runtime/schema/rename/rename.ts'
import { formatDocument } from '#runtime/schema/write/format.ts'
import type { ParsedDocument } from '#runtime/schema/write/parse-json.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { requirePattern } from '#server/documents/check/patterns.ts'
import { getDocumentCheck } from '#server/documents/document-checker.ts'
import { renameInSql } from '#server/documents/report-sql/rename-in-sql.ts'

/** A file of the documents folders. */
interface DocumentFile {
  name: string
  path: string
  parsed: ParsedDocument
}

/** What has a name of its own, by the words of the command. */
const nameKinds: Readonly<Record<string, 'document' | 'dict' | 'table'>> = {
  screen: 'document',
  dict: 'dict',
  table: 'table',
}

/** What the words after `rename` ask for; undefined where they are wrong. */
export function parseRenaming(words: readonly string[]): Renaming | undefined {
  const [kind, ...names] = words
  if (kind === 'field' && names.length === 3) {
    const [screen = '', key = '', to = ''] = names
    const [first = '', column] = key.split('.')
    return column === undefined
      ? { kind, screen, from: first, to }
      : { kind, screen, detail: first, from: column, to }
  }
  const [from = '', to = ''] = names
  if (names.length !== 2) return undefined
  const named = nameKinds[kind ?? '']
  return named && { kind: named, from, to }
}

/** Renames in the files and prints what followed; with `isDry` nothing is written. Returns the exit code. */
export function renameInFiles(files: readonly DocumentFile[], renaming: Renaming, isDry: boolean): number {
  const byId = new Map<string, DocumentFile & { json: JsonObject }>()
  for (const file of files)
    if ('json' in file.parsed && isJsonObject(file.parsed.json))
      byId.set(String(file.parsed.json.id), { ...file, json: file.parsed.json })
  const result = rename(
    [...byId.values()].map(({ json }) => json),
    renaming,
    {
      types: fieldValues,
      settings: fieldSettings,
      compilePattern: requirePattern,
      check: getDocumentCheck(),
      registered: registeredNames,
      renameInSql,
    },
  )
  if (!result.ok) {
    for (const fault of result.faults) console.error(fault)
    return 1
  }
  let count = 0
  for (const { id, after, places } of result.documents) {
    const file = byId.get(id)
    if (!file) continue
    count += places.length
    console.log(`${file.name} 跟着改 ${places.length} 处`)
    if (isDry) continue
    const path = after.id === id ? file.path : join(dirname(dirname(file.path)), `${String(after.id)}.json`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, formatDocument(after))
    if (path !== file.path) rmSync(file.path)
  }
  for (const { id, path, text } of result.byHand)
    console.log(`${byId.get(id)?.name ?? id}#${path} 要手工改：${text}`)
  if (renaming.kind === 'document')
    console.log(`原来的地址 /${renaming.from} 不再打开，收藏和别处的链接要改成 /${renaming.to}`)
  console.log(
    `${isDry ? '将' : '已'}把 ${renaming.from} 改名为 ${renaming.to}：${result.documents.length} 份文档、${count} 处，数据不动`,
  )
  return result.byHand.length === 0 ? 0 : 1
}
