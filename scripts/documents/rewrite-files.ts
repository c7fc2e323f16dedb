import { readFileSync, writeFileSync } from 'node:fs'
import type { Problem } from '#runtime/kernel/problem.ts'
import { currentVersion } from '#runtime/schema/names/document-version.ts'
import { findVersion, oldVersion } from '#runtime/schema/versions.ts'
import { formatDocument } from '#runtime/schema/write/format.ts'
import { filesNamed, readDocument, UsageError } from './document-files.ts'

/** What a command that writes files anew does with one; undefined where the file stays as it is. */
type Rewriting = (before: string, json: unknown, name: string) => Rewritten | Problem | undefined
interface Rewritten {
  after: string
  /** What was done, and what is to be done. */
  done: string
  due: string
}

/** Writes the files anew, or with `--check` only says which are to be; returns the exit code. */
export function rewriteFiles(words: string[], rewriting: Rewriting): number {
  const onlyCheck = words.includes('--check')
  const flags = words.filter((word) => word.startsWith('--') && word !== '--check')
  if (flags.length > 0) throw new UsageError(`不认识的选项 ${flags.join(' ')}`)
  let failed = false
  for (const { name, path } of filesNamed(words.filter((word) => word !== '--check'))) {
    const parsed = readDocument(path)
    const result =
      'json' in parsed ? rewriting(readFileSync(path, 'utf8'), parsed.json, name) : parsed.problem
    if (!result) continue
    if ('after' in result) {
      console.log(onlyCheck ? result.due : result.done)
      if (!onlyCheck) writeFileSync(path, result.after)
    } else console.log(`${name}#${result.path} ${result.code} ${result.text}`)
    failed ||= onlyCheck || !('after' in result)
  }
  return failed ? 1 : 0
}

/** Writes a document of the current format in the one layout. */
export const format: Rewriting = (before, json, name) => {
  const version = findVersion(json)
  if (version !== undefined && version < currentVersion) return oldVersion(version)
  const after = formatDocument(json)
  if (after === before) return undefined
  const due = `${name} 写法不统一，请运行 npm run documents -- format ${name}`
  return { after, done: `已改写 ${name}`, due }
}

/** Converts a document of a past format to the current one. */
export const convert: Rewriting = (_, json, name) => {
  const version = findVersion(json)
  if (version === undefined || version >= currentVersion) return undefined
  const done = `${name} 从格式 ${version} 转成了 ${currentVersion}`
  return {
    after: formatDocument(json),
    done,
    due: `${name} 是旧格式 ${version}，请运行 npm run documents -- migrate ${name}`,
  }
}
