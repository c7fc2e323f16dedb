import { fieldValues } from '#runtime/fields/values.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import { writeLog } from '../../../platform/store/system-log.ts'
import { bindDocument } from '../../../records/list/list-route.ts'
import { getResource } from '../../../records/resource.ts'
import type { RecordServices } from '../../../records/services.ts'
import { callerWithin } from '../../../records/then/author.ts'
import { writeRecords } from '../../../records/transaction.ts'
import { prepareEdit } from '../../../records/write/save-change.ts'
import { prepareAdd } from '../../../records/write/save-new.ts'
import { groupComponent, proposePacked } from '../../permission/interface.ts'
import type { MenuChange } from './plan-menu.ts'
import type { ReadyParts } from './plan-parts.ts'

/** How many grants are proposed and how many entries and groups were written. */
export interface AppliedParts {
  proposals: number
  menu: number
}

/** Writes what a plan proposes and changes, after its documents were registered, with a line of the log: all or nothing. */
export async function applyParts(
  services: RecordServices,
  user: SessionUser,
  { proposals, changes }: Pick<ReadyParts, 'proposals' | 'changes'>,
  { content, ip }: { content: string; ip: string },
): Promise<AppliedParts> {
  const { document, documentHash } = bindDocument(services, 'system/permission').entry()
  const resource = getResource(document, documentHash, fieldValues)
  return await writeRecords(services, async (transaction) => {
    const { trx } = transaction
    const caller = callerWithin(transaction, user)
    const added = new Map<string, string>()
    const place = ({ parentId }: MenuChange['values']) => {
      if (parentId === undefined) return {}
      return parentId === ''
        ? { menuType: 0, parentId: null }
        : { menuType: 1, parentId: added.get(parentId) ?? parentId }
    }
    for (const { kind, id, values } of changes) {
      const body = { ...values, ...place(values) }
      if (kind === 'group') {
        const group = await (await prepareAdd(resource, caller, { ...body, component: groupComponent }))(
          transaction,
        )
        added.set(id, String(group.id))
      } else await (await prepareEdit(resource, caller, { ...body, id }))(transaction)
    }
    const open = await proposePacked(trx, proposals)
    const texts = [content, `拟授权 ${open} 项`, `菜单 ${changes.length} 处`]
    await writeLog(trx, {
      type: 2,
      content: texts.join('；'),
      username: user.username,
      ip,
      route: '/design/packages',
    })
    return { proposals: open, menu: changes.length }
  })
}
