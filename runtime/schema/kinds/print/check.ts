import { asText, type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import type { CheckContext } from '../../checks/check-context.ts'
import { fieldsContext, needWord } from '../../checks/context.ts'
import type { Report } from '../../checks/report.ts'
import { isOverlay, resolveOverlay } from '../screen/overlay.ts'
import { findPrintBlockShape } from './blocks/shapes.ts'

/** Checks the screen of a template, and the fields, detail tables and placeholders that its blocks name. */
export function checkPrint(document: JsonObject, context: CheckContext, report: Report): void {
  const { knownNames } = context
  needWord(report, ['screen'], document.screen, knownNames.screens, 'UNKNOWN_NAME', '文档', 'document')
  const screenId = asText(document.screen) ?? ''
  const screen = findScreen(knownNames.documents, screenId)
  if (!screen || !knownNames.screens.has(screenId)) return
  const fields = fieldsContext(screen, context, report, false)
  for (const [index, block] of listObjectEntries(document.blocks)) {
    const path = ['blocks', index]
    findPrintBlockShape(block)?.check?.(block, { ...fields, screen, screenId, path })
  }
}

/** The screen as it is served: an overlay is resolved. */
function findScreen(documents: ReadonlyMap<string, JsonObject>, id: string): JsonObject | undefined {
  const written = documents.get(id)
  if (!isOverlay(written)) return written
  const resolved = resolveOverlay(written, (other) => documents.get(other))
  return resolved.ok ? resolved.document : undefined
}
