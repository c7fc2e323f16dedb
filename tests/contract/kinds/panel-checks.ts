import { collectKnown } from '#runtime/schema/known.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { getDocumentCheck } from '#server/documents/document-checker.ts'
import { shipped } from './kind-stage.tsx'

const check = getDocumentCheck()

/** The problems of a field in a document of its own; names and fields that samples refer to are known. */
export function checkField(field: Record<string, unknown>): string[] {
  const named = [field.destFields, field.idField].flat().filter((key) => typeof key === 'string')
  const others = [...new Set(named)].filter((key) => key !== field.key)
  const screen = {
    version: 2,
    kind: 'screen',
    id: 'designer/sample',
    title: '样例',
    table: { name: 'designer_sample' },
    fields: [field, ...others.map((key) => ({ key, type: 'hidden' }))],
  }
  const known = collectKnown([...shipped, screen], registeredNames)
  return check(screen, { knownNames: known }).map(({ path, text }) => `${path} ${text}`)
}
