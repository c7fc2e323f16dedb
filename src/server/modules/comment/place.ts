import { fieldValues } from '#runtime/fields/values.ts'
import { codeOfAction } from '#runtime/schema/action-codes.ts'
import { findNameKey } from '#runtime/schema/names/record-name.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { screensOver } from '../../documents/access/screens-over.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import { buildCaller } from '../../records/caller.ts'
import { isGeneric } from '../../records/own-addresses.ts'
import { isRecordId } from '../../records/read/record.ts'
import { getResource } from '../../records/resource.ts'
import type { ReadServices } from '../../records/services.ts'

/** A record that a user may read, in the first screen that shows it to the user. */
export interface CommentedRecord {
  screen: StoredScreen
  table: string
  id: string
  /** Its number or first text; the title of the screen without one. */
  name: string
}

/** The screen of this id, or those over this table; records of derived tables and of own addresses have no comments. */
function listScreens({ documents }: Pick<ReadServices, 'documents'>, tableName: string) {
  const named = documents.screen(tableName.replace('.', '/'))
  if (named) return [named]
  return screensOver(documents, tableName.toLowerCase())
}

/** The record, if the user may view it in one of the screens, under the screen's row rules; else undefined. */
export async function findRecord(
  services: ReadServices,
  user: SessionUser,
  { tableName, tableDataId: id }: { tableName: string; tableDataId: string },
): Promise<CommentedRecord | undefined> {
  if (!isRecordId(id)) return undefined
  const caller = buildCaller(user, services)
  for (const { document: screen, documentHash } of listScreens(services, tableName)) {
    if (screen.table.derived || !isGeneric(screen, 'queryById')) continue
    if (!caller.can(codeOfAction(screen, 'detail'))) continue
    const resource = getResource(screen, documentHash, fieldValues)
    const opened = await caller.open(services.db.app, resource, id)
    if (!opened) continue
    const name =
      String(opened.head[findNameKey(opened.resource.screen, fieldValues) ?? ''] ?? '') || screen.title
    return { screen, table: screen.table.name, id, name }
  }
  return undefined
}
