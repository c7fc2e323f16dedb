import { readFileSync } from 'node:fs'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '#server/platform/config.ts'

export const readText = (name: string): string => readFileSync(`deploy/${name}`, 'utf8')

// biome-ignore lint/suspicious/noExplicitAny: files of other programs, of which each test reads what it needs.
export type Content = any

/** The only document of a file; an error of its syntax is thrown. */
export const readYaml = (name: string): Content => parse(readText(name), { merge: true, strict: true })

export const readDocuments = (name: string): Content[] =>
  parseAllDocuments(readText(name)).map((document) => {
    if (document.errors.length > 0) throw document.errors[0]
    return document.toJS()
  })

/** The names of all settings that the server reads. */
export function listSettings(): ReadonlySet<string> {
  const names = new Set<string>(['NODE_ENV'])
  const get = (target: Record<string, string>, name: string) => {
    names.add(name)
    return target[name]
  }
  const s3 = { S3_ENDPOINT: 'https://s3.example.org', S3_BUCKET: 'a', S3_ACCESS_KEY: 'b', S3_SECRET_KEY: 'c' }
  readConfig(new Proxy(s3, { get }))
  return names
}
