import { writeFileSync } from 'node:fs'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { Problem } from '#runtime/kernel/problem.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import { formatDocument } from '#runtime/schema/write/format.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { countAddresses } from '#server/documents/check/addresses.ts'
import { documentWarnings, getDocumentCheck } from '#server/documents/document-checker.ts'
import {
  expectedId,
  filesNamed,
  formatPath,
  listFolders,
  readDocument,
  writtenFiles,
} from './document-files.ts'
import { fixDocument } from './document-fixes.ts'

/** Prints the problems and warnings of files, after correcting what can be; returns the exit code. */
export async function checkFiles(names: string[], isFixing: boolean): Promise<number> {
  const files = filesNamed(names)
  const texts = files.map((file) => ({ ...file, parsed: readDocument(file.path) }))
  const readJson = (parsed: ReturnType<typeof readDocument>) => ('json' in parsed ? [parsed.json] : [])
  const paths = new Set(files.map((file) => file.path))
  const others = writtenFiles().filter((file) => !paths.has(file.path))
  const documents = [
    ...others.map((file) => readDocument(file.path)),
    ...texts.map((text) => text.parsed),
  ].flatMap(readJson)
  const knownNames = collectKnown(documents, registeredNames)
  const checkDocument = getDocumentCheck()
  let count = 0
  let warnings = 0
  const sound = new Map<string, JsonObject>()
  for (const { name, path, parsed: written } of texts) {
    const listProblems = (json: unknown) => checkDocument(json, { knownNames, expectedId: expectedId(path) })
    const fixed = isFixing && 'json' in written ? fixDocument(written.json, listProblems) : { count: 0 }
    const parsed = 'document' in fixed && fixed.count > 0 ? { json: fixed.document } : written
    if (fixed.count > 0 && 'json' in parsed) {
      writeFileSync(path, formatDocument(parsed.json))
      console.log(`${name} 改正了 ${fixed.count} 处`)
    }
    const problems: Problem[] = 'json' in parsed ? listProblems(parsed.json) : [parsed.problem]
    for (const { path: pointer, code, text } of problems) console.log(`${name}#${pointer} ${code} ${text}`)
    count += problems.length
    if (problems.length > 0 || !('json' in parsed) || !isJsonObject(parsed.json)) continue
    const found = documentWarnings(parsed.json, knownNames)
    for (const { path: pointer, code, text } of found) console.log(`${name}#${pointer} ${code} 提醒：${text}`)
    warnings += found.length
    sound.set(name, parsed.json)
  }
  warnings += await compareStored(sound)
  const places = names.length > 0 ? '' : ` of ${listFolders().map(formatPath).join(' and ')}`
  const warned = warnings > 0 ? ` and ${warnings} warnings` : ''
  console.log(`${count} problems${warned} in ${files.length} files${places}`)
  return count === 0 ? 0 : 1
}

/** Prints which names of documents the database does not have, or what was not compared; returns the number of warnings. */
async function compareStored(documents: ReadonlyMap<string, JsonObject>): Promise<number> {
  const calls = [...documents.values()].reduce((sum, json) => sum + countAddresses(json), 0)
  if (calls > 0)
    console.log(`没有查：${calls} 处接口地址，由服务器在装载和发布时查，写进它的日志和设计器的提醒`)
  const { checkStoredNames } = await import('#server/documents/check/stored-check.ts')
  const { problems, unchecked } = await checkStoredNames([...documents.values()])
  if (unchecked !== '') console.log(`没有查：${unchecked}`)
  const names = new Map([...documents].map(([name, { id }]) => [String(id), name]))
  // Many documents name the same roles: one line for each name.
  const counts = new Map<string, number>()
  for (const { problem } of problems) counts.set(problem.text, (counts.get(problem.text) ?? 0) + 1)
  for (const [text, count] of counts) {
    const first = problems.find(({ problem }) => problem.text === text)
    const more = count > 1 ? `（另有 ${count - 1} 处）` : ''
    if (first) console.log(`${names.get(first.id)}#${first.problem.path} UNKNOWN_NAME 提醒：${text}${more}`)
  }
  return problems.length
}
