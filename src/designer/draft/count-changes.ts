import type { JsonObject } from '#runtime/kernel/json.ts'
import { diffDocuments } from '#runtime/schema/changes/diff.ts'
import type { Inspection } from '../api.ts'

/** The number of changes of a draft; a name that it gives is one of them, with all that follows it. */
export const countChanges = (base: JsonObject, document: JsonObject, inspection: Inspection | null): number =>
  diffDocuments(inspection?.named ?? base, document).length + (inspection?.renames.length ?? 0)
