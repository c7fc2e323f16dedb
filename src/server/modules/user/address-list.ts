import { sql } from 'kysely'
import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { bindDocument, pageOfRecords } from '../../records/list/list-route.ts'
import type { UserServices } from './services.ts'
import { readUsers } from './view.ts'

/** Users by the code of their department, with the sight of the user list or of the address list. */
export const addressListRoutes: Plugin<UserServices> = (app, services) => {
  for (const [verb, id] of [
    ['queryByOrgCode', 'system/user'],
    ['queryByOrgCodeForAddressList', 'system/address-list'],
  ] as const) {
    const { entry, access } = bindDocument(services, id)
    app.get(`/sys/user/${verb}`, { config: { access, listLoad: true } }, async ({ user, query }) => {
      const { orgCode, ...filters } = query as Record<string, unknown>
      const more =
        typeof orgCode === 'string' && orgCode !== ''
          ? [
              sql`exists (select 1 from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
                where ud.user_id = t.id and starts_with(d.org_code, ${orgCode}))`,
            ]
          : []
      const found = await readUsers(services, entry, user, { filters, more })
      const { listRequest, records } = found
      if (verb === 'queryByOrgCodeForAddressList')
        for (const record of records) record.departName = record.orgCode_dictText ?? null
      return ok(pageOfRecords(found, listRequest))
    })
  }
}
