import { isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import { partAt } from '#runtime/schema/changes/apply.ts'
import type { ChangeConflict, ChangeOwner } from '#runtime/schema/changes/change.ts'
import { describeConflict } from '#runtime/schema/changes/describe.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import type { Db } from '../../../platform/store/database.ts'
import { readAuthors } from '../store.ts'

/** Conflicts in words, with the parts that are released now. */
export const conflictWords = (
  conflicts: readonly ChangeConflict[],
  before: JsonObject | null,
  after: JsonObject | null,
) => conflicts.map((conflict) => describeConflict(conflict, before ?? {}, after ?? {}))

/** Who released the present state of each part of a document, as seen by `user`. */
export async function readReleasers(
  db: Db,
  id: string,
  current: JsonObject,
  paths: readonly (readonly string[])[],
  user: SessionUser,
): Promise<ChangeOwner[]> {
  const revisions = await readAuthors(db, id)
  return paths.map((path) => {
    const part = partAt(current, path)
    const first = revisions.findIndex(({ body }) => !isSameJson(partAt(body, path), part))
    const author = revisions[first < 0 ? revisions.length - 1 : first - 1]
    // A part that no revision has came with a file.
    if (!author || author.username === 'system') return { kind: 'upgrade' }
    return author.username === user.username ? { kind: 'own' } : { kind: 'person', name: author.realname }
  })
}
