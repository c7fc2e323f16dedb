import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { KnownNames } from '#runtime/schema/names/known-names.ts'
import { checkDocument } from '../../../documents/check-document.ts'
import type { FileProblem } from '../../../documents/library/registry.ts'
import type { ValidationResult } from '../../../documents/validate.ts'
import { followStage, type RenameStage } from '../rename/plan-renames.ts'
import { readRunningVersions } from '../rename/running-versions.ts'
import type { DesignServices } from '../services.ts'

/** Names that a version of a workflow cannot do without. */
const needed: ReadonlySet<string> = new Set(['UNKNOWN_FIELD', 'UNKNOWN_NAME'])

/**
 * What drafts of screens no longer have although cases go on by versions of workflows that need it: fields, moves. The versions
 * follow the names that the release gives.
 */
export async function findRunningUses(
  { db, registeredNames }: Pick<DesignServices, 'db' | 'registeredNames'>,
  drafts: readonly Pick<ValidationResult, 'id' | 'file' | 'document'>[],
  knownNames: KnownNames,
  stages: readonly RenameStage[],
): Promise<FileProblem[]> {
  const problems: FileProblem[] = []
  const renamedIds = new Map(
    stages.flatMap(({ renaming: { kind, from, to } }) => (kind === 'document' ? [[to, from]] : [])),
  )
  for (const { id, file, document } of drafts) {
    if (!asDocumentWith(document, 'hasTable')) continue
    for (const { version, count, document: former } of await readRunningVersions(db.app, [
      renamedIds.get(id) ?? id,
    ])) {
      const followed = stages.reduce((body, stage) => followStage({ registeredNames }, stage, body), former)
      const found = await checkDocument({ rule: 'problems', json: followed, options: { knownNames } })
      const lost = found.find(({ code, path }) => needed.has(code) && !path.endsWith('/workflow'))
      if (!lost) continue
      const text = `还有 ${count} 件按流程「${String(former.title)}」第 ${version} 版在走，离不开它：${lost.text}。请留着它，或等它们走完、在流程实例里换到新版本以后再发布`
      problems.push({ file, path: '', code: lost.code, text })
    }
  }
  return problems
}
