import { isJsonObject } from '#runtime/kernel/json.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { FileProblem, RegistryEntry } from '../documents/library/registry.ts'
import { tryDict } from './dict.ts'
import { collectFindings, type Findings } from './findings.ts'
import { tryForm } from './form.ts'
import { tryPanel } from './panel.ts'
import { tryPicker } from './picker.ts'
import type { TrialServices } from './record.ts'
import { tryReport } from './report.ts'
import { tryScreen } from './screen.ts'

export interface TrialResult {
  problems: FileProblem[]
  /** The documents that were tried. */
  count: number
  /** Why documents were tried without a full record, by id. */
  untried: ReadonlyMap<string, string>
}

/**
 * Uses documents as people do, one after the other: those of the ids, all without ids. Each problem names the document, the
 * place and the step.
 */
export async function tryDocuments(
  parts: Omit<TrialServices, 'nextSeed'>,
  ids: readonly string[] | null,
): Promise<TrialResult> {
  const { documents, client } = parts
  const problems: FileProblem[] = []
  const untried = new Map<string, string>()
  const isWanted = (id: string) => ids === null || ids.includes(id)
  let [count, seed] = [0, 0]
  const nextSeed = () => {
    seed += 1
    return seed
  }
  for (const [id, broken] of documents.broken()) if (isWanted(id)) problems.push(...broken)
  for (const entry of documents.entries().filter(({ id }) => isWanted(id))) {
    problems.push(...entry.problems)
    const { id: file } = entry
    const add = (path: string, step: string, reason: string) => {
      const text = `试运行时${step}没有成功：${reason}。请改这里，再试一次`
      problems.push({ file, path: writtenPath(entry, path), code: 'TRIAL', text })
    }
    const findings = collectFindings(client, add, (reason) => void untried.set(file, reason))
    if (await tryOne({ ...parts, nextSeed }, entry.document, findings)) count += 1
  }
  return { problems, count, untried }
}

async function tryOne(services: TrialServices, document: Document, findings: Findings): Promise<boolean> {
  const screen = asDocumentWith(document, 'hasTable')
  const report = asDocumentWith(document, 'hasQuery')
  const panel = asDocumentWith(document, 'arrangesBlocks')
  const picker = asDocumentWith(document, 'picksRecords')
  const dict = asDocumentWith(document, 'hasChoices')
  const form = asDocumentWith(document, 'submitsForm')
  if (screen) await tryScreen(services, screen, findings)
  else if (report) await tryReport(services, report, findings)
  else if (panel) await tryPanel(services, panel, findings)
  else if (picker) await tryPicker(services, picker, findings)
  else if (dict) await tryDict(services, dict, findings)
  else if (form) await tryForm(services, form, findings)
  return Boolean(screen ?? report ?? panel ?? picker ?? dict ?? form)
}

/** The place in the document as it is written: an overlay names its fields by their keys. */
function writtenPath({ overlay, document }: RegistryEntry, path: string): string {
  if (!overlay) return path
  let place: unknown = document
  return path
    .split('/')
    .map((part, at) => {
      if (at === 0) return part
      const [isList, parent] = [Array.isArray(place), place as Record<string, unknown>]
      place = parent?.[part]
      return isList && isJsonObject(place) && typeof place.key === 'string' ? place.key : part
    })
    .join('/')
}
