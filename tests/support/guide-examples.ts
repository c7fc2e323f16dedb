import { readdirSync, readFileSync } from 'node:fs'

export type Json = Record<string, unknown>

/** The pages that configurators read. */
export const guidePages: readonly string[] = [
  'schemas/README.md',
  ...readdirSync('docs/guide')
    .sort()
    .map((name) => `docs/guide/${name}`),
]

/** The JSON in the code of a page; a part of a document is read as an object with this part. */
export function readExamples(page: string): Json[] {
  const blocks = readFileSync(page, 'utf8').matchAll(/```json\n([\s\S]*?)```/g)
  return [...blocks].flatMap(([, text = '']): Json[] => {
    const whole = text.trimStart().startsWith('{') ? `[${text}]` : `[{${text}}]`
    return JSON.parse(whole)
  })
}

export const isDocument = (example: Json): boolean => typeof example.kind === 'string'
