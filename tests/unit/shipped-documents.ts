import { readdirSync, readFileSync } from 'node:fs'
import type { Document } from '#runtime/schema/documents.ts'

const isDocument = (name: string) => /(?<!\/\$template)\.json$/.test(name) && !name.startsWith('$meta/')

/**
 * Every shipped document and every one of a template, as it is written, in the order of the paths. They are read as files:
 * `import.meta.glob` makes a module of each, which costs far more.
 */
export const shippedDocuments: readonly Document[] = readdirSync('schemas', {
  recursive: true,
  encoding: 'utf8',
})
  .filter(isDocument)
  .sort()
  .map((name) => JSON.parse(readFileSync(`schemas/${name}`, 'utf8')))
