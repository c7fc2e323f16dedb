import { asText, type JsonObject, listObjectEntries, listObjects } from '#runtime/kernel/json.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import type { CheckContext } from '../checks/check-context.ts'
import type { Path, Refer, Referred, Span } from '../checks/report.ts'
import { findKind } from '../kinds/index.ts'
import { isOverlay, resolveDocument } from '../kinds/screen/overlay.ts'
import { writtenRefer } from '../kinds/screen/written-path.ts'

/** A name in a document: where it stands, and what it stands for. */
export interface Use {
  path: Path
  /** Absent: the whole text at the path. */
  span: Span | undefined
  referred: Referred
}

/** What the checks of documents need to resolve names. */
export type NameContext = Pick<CheckContext, 'knownNames' | 'types' | 'settings' | 'compilePattern'>

/**
 * All names in a document that stand for a field, a document, a dictionary, a table or a column, as the checks of its kind
 * resolve them; each place once. The document may be broken anywhere.
 */
export function listUses(document: JsonObject, context: NameContext): Use[] {
  const uses = new Map<string, Use>()
  const add: Refer = (path, referred, span) => {
    uses.set(JSON.stringify([path, span?.in, span?.from, referred]), { path, referred, span })
  }
  if (!isOverlay(document)) read(document, context, add)
  else readOverlay(document, context, add)
  return [...uses.values()]
}

function read(document: JsonObject, context: NameContext, refer: Refer): void {
  findKind(document)?.check(document, {
    ...context,
    hasProblems: false,
    isFaulty: () => false,
    checkWhole: () => [],
    refer,
  })
}

/** The names of an overlay are those of the screen that it resolves to, as far as the overlay contains them. */
function readOverlay(overlay: JsonObject, context: NameContext, refer: Refer): void {
  const screen = asText(overlay.id) ?? ''
  refer(['extends'], { kind: 'document', name: asText(overlay.extends) ?? '' })
  const resolved = resolveDocument(overlay, (id) => context.knownNames.documents.get(id))
  if (!resolved.ok) return
  readPatches(overlay.fields, listObjects(resolved.document.fields), { screen, path: ['fields'] }, refer)
  const ofOverlay: Refer = (path, ...use) => {
    if (pointer(...path) !== '/extends') refer(path, ...use)
  }
  read(resolved.document, context, writtenRefer(overlay, resolved.document, ofOverlay))
}

/** The fields that an overlay changes, by their keys, and those that it places others after. */
function readPatches(
  patches: unknown,
  fields: readonly JsonObject[],
  { screen, detail, path }: { screen: string; detail?: string; path: Path },
  refer: Refer,
): void {
  for (const [index, patch] of listObjectEntries(patches)) {
    const at = [...path, index]
    const key = asText(patch.key)
    if (key === undefined) continue
    refer([...at, 'key'], { kind: 'field', screen, detail, key })
    if (typeof patch.after === 'string')
      refer([...at, 'after'], { kind: 'field', screen, detail, key: patch.after })
    const inner = listObjects(fields.find((field) => field.key === key)?.fields)
    readPatches(patch.fields, inner, { screen, detail: key, path: [...at, 'fields'] }, refer)
  }
}
