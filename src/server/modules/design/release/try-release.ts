import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { tryPlan } from '../../../documents/apply.ts'
import { databaseText } from '../../../documents/plan/database-text.ts'
import { describeStep, StepFailure } from '../../../documents/plan/step-failure.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import type { Trx } from '../../../platform/store/database.ts'
import { isConflict } from '../../../platform/store/failures.ts'
import type { DesignServices } from '../services.ts'
import { storeRevisions } from '../store.ts'

/** What a release would store. */
interface Release {
  released: readonly Document[]
  /** The documents as they are written; `shipped` is the one of a file. */
  drafts: readonly { id: string; body: JsonObject; shipped: JsonObject | null }[]
  /** The documents whose tables it plans. */
  planned: readonly Document[]
  /** Runs before the documents are stored. */
  work?(trx: Trx): Promise<void>
  /** Whether it also runs steps that wait for a confirmation. */
  isForced: boolean
}

/** The documents that a release of the document can break: itself, and the screen that it prints. */
function listTried(document: Document): string[] {
  const template = asDocumentWith(document, 'printsRecords')
  if (template) return [template.screen]
  return [document.id]
}

/**
 * Releases documents in a transaction and uses them there as their users would; all of it is rolled back. Returns the reasons
 * why they cannot be used.
 */
export async function tryRelease(
  services: Pick<DesignServices, 'db' | 'tryDocuments'>,
  user: SessionUser,
  release: Release,
): Promise<string[]> {
  const ids = [...new Set(release.released.flatMap(listTried))]
  if (ids.length === 0) return []
  const attempt = () => tryOnce(services, user, release, ids)
  try {
    // A release of the same tables at the same time: the one that lost the deadlock is tried again.
    return await attempt().catch((error: unknown) => {
      if (!isConflict(error instanceof StepFailure ? error.cause : error)) throw error
      return attempt()
    })
  } catch (error) {
    if (!(error instanceof StepFailure)) return [`表改不了：${databaseText(error)}`]
    return [`表改不了：${describeStep(error.step, release.planned)}：${databaseText(error.cause)}`]
  }
}

async function tryOnce(
  { db, tryDocuments }: Pick<DesignServices, 'db' | 'tryDocuments'>,
  user: SessionUser,
  { drafts, planned, isForced, work }: Release,
  ids: readonly string[],
): Promise<string[]> {
  return await tryPlan(db, planned, fieldValues, isForced, async (trx) => {
    await work?.(trx)
    const { username: author } = user
    await storeRevisions(
      trx,
      drafts.map((draft) => ({ ...draft, note: '', author })),
    )
    const { problems } = await tryDocuments(trx, ids, user)
    return problems.map(({ text }) => text)
  })
}
