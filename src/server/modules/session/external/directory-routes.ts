import Type from 'typebox'
import { ok } from '../../../platform/http/envelope.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { Plugin } from '../../../platform/http/route.ts'
import { SETTING_CODE } from '../../setting/interface.ts'
import { type Limit, limit } from '../passwords/counters.ts'
import type { SessionServices } from '../services.ts'
import { type LdapStep, tryDirectory } from './ldap.ts'

const refuse = defineRefusals({
  DIRECTORY_UNSET: '请先填写并保存目录登录的设置',
  DIRECTORY_UNREACHABLE: '连接目录失败：{reason}',
  DIRECTORY_ACCOUNT: '查找账号或目录密码不对',
  DIRECTORY_BIND: '用查找账号登录目录失败：{reason}',
  DIRECTORY_SEARCH: '在目录里查找失败，请检查查找起点和查找条件：{reason}',
  DIRECTORY_NO_ENTRY: '连接成功，但没有找到「{username}」',
  DIRECTORY_ENTRIES: '找到不止一个「{username}」，请改正查找条件',
})
const reasons = {
  connect: 'DIRECTORY_UNREACHABLE',
  bind: 'DIRECTORY_BIND',
  search: 'DIRECTORY_SEARCH',
} as const satisfies Record<LdapStep, string>
const trials: Limit = { scope: 'test directory', most: 20, minutes: 10 }

const TrialBody = Type.Object({ username: Type.String({ minLength: 1, maxLength: 100 }) })

/** A trial of the saved settings of the directory, which says what failed. */
export const directoryRoutes: Plugin<Pick<SessionServices, 'db' | 'settings'>> = (app, { db, settings }) => {
  app.route({
    method: 'POST',
    url: '/sys/setting/testDirectory',
    config: { access: SETTING_CODE },
    schema: { body: TrialBody },
    handler: async ({ body: { username }, user }) => {
      await limit(db.app, trials, user.id)
      const values = await settings.read()
      if (values.ldapUrl === '') throw refuse('DIRECTORY_UNSET')
      const trial = await tryDirectory(values, await settings.readSecret('ldapPassword'), username)
      if ('failed' in trial) {
        if (trial.failed === 'bind' && trial.isRefused) throw refuse('DIRECTORY_ACCOUNT')
        throw refuse(reasons[trial.failed], { values: { reason: trial.reason } })
      }
      const [name, second] = trial.names
      if (name === undefined) throw refuse('DIRECTORY_NO_ENTRY', { values: { username } })
      if (second !== undefined) throw refuse('DIRECTORY_ENTRIES', { values: { username } })
      return ok(null, `连接成功，找到「${name}」`)
    },
  })
}
