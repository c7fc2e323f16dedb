import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The patterns of the shipped documents, each once. */
export function listShippedPatterns(): string[] {
  const files = readdirSync('schemas', { recursive: true, encoding: 'utf8' })
  const texts = files
    .filter((name) => name.endsWith('.json') && !name.startsWith('$'))
    .map((name) => readFileSync(join('schemas', name), 'utf8'))
  const found = texts.flatMap((text) => text.match(/"pattern": "(?:\\.|[^"\\])*"/g) ?? [])
  return [...new Set(found.map((text) => JSON.parse(`{${text}}`).pattern as string))]
}
