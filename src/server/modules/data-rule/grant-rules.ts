import { defineRefusals } from '../../platform/http/refusals.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Trx } from '../../platform/store/database.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import { requireGranted } from '../role/interface.ts'
import { findRules } from './rules.ts'

const refuse = defineRefusals({
  ROLE_RULES_BEYOND: '授予的数据范围不能大于您自己的，请保留约束您的数据规则',
})

/** Who ticks rules, and from where. */
export type Author = { user: SessionUser; ip: string }

/** A role, a department or a role of a department, and how its rules are stored. */
interface RuleHolder {
  title: string
  /** It is a role of a department: what the author holds by such a role is enough. */
  isOfDepart?: boolean
  /** The address that the log names. */
  route: string
  store: () => Promise<void>
}

/** Rules only restrict: a user bound by rules may grant no selection that lacks one of them. */
function requireWithinOwn(user: SessionUser, permissionId: string, ruleIds: readonly string[]): void {
  const binding = user.isAdmin ? undefined : user.dataRules?.get(permissionId)
  if (binding && (binding.length === 0 || binding.some(({ id }) => !ruleIds.includes(id))))
    throw refuse('ROLE_RULES_BEYOND')
}

/**
 * Stores which data rules of a menu entry a holder has, with a line of the log. Refuses an entry that the author does not
 * hold, and a selection that shows more than the author sees.
 */
export async function writeRules(
  trx: Trx,
  { user, ip }: Author,
  { permissionId, ruleIds }: { permissionId: string; ruleIds: readonly string[] },
  { title, isOfDepart = false, route, store }: RuleHolder,
): Promise<void> {
  await requireGranted(trx, user, [permissionId], { ofDeparts: isOfDepart })
  requireWithinOwn(user, permissionId, ruleIds)
  await store()
  const names = (await findRules(trx, permissionId))
    .filter(({ id }) => ruleIds.includes(id))
    .map(({ ruleName }) => ruleName)
  const content = `${title}的数据规则（${permissionId}）：${names.join('、') || '无'}`
  await writeLog(trx, { type: 2, content, username: user.username, ip, route })
}
