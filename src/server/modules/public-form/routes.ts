import type { PublicFormView } from '#runtime/schema/kinds/screen/public/view.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import { readFormState } from './limits.ts'
import { openForm } from './open-form.ts'
import { FormParams, StateBody, SubmissionBody } from './shape.ts'
import { readState } from './state.ts'
import { type PublicFormServices, submit } from './submit.ts'
import { viewFields, viewHead } from './view.ts'
import { issueVisit } from './visit.ts'

const place = '/sys/publicForm/:group/:name'

/** The forms that people without an account fill in, and what they may see of their submission afterwards. */
export const publicFormRoutes: Plugin<PublicFormServices> = (app, services) => {
  const { db, secrets } = services

  app.route({
    method: 'GET',
    url: place,
    config: { access: 'public' },
    schema: { params: FormParams },
    handler: async ({ params: { group, name } }) => {
      const open = openForm(services, `${group}/${name}`)
      const state = await readFormState(db.app, open)
      const head = viewHead(open, state)
      const view: PublicFormView =
        state === 'open'
          ? {
              ...head,
              fields: await viewFields(services, open),
              visit: issueVisit(secrets, open.resource.screen.id),
            }
          : { ...head, fields: [] }
      return ok(view)
    },
  })

  app.route({
    method: 'POST',
    url: place,
    config: { access: 'public', changes: true },
    schema: { params: FormParams, body: SubmissionBody },
    handler: async ({ params: { group, name }, body, ip }) => {
      const open = openForm(services, `${group}/${name}`)
      const receipt = await submit(services, open, body, ip)
      const content = `公开表单：${open.resource.screen.title} ${receipt.number}`
      await writeLog(db.app, { type: 2, content, username: open.user.username, ip, route: place })
      return ok(receipt, '提交成功')
    },
  })

  app.route({
    method: 'POST',
    url: '/sys/publicForm/state',
    config: { access: 'public', changes: true },
    schema: { body: StateBody },
    handler: async ({ body: { secret }, ip }) => ok(await readState(services, secret, ip)),
  })
}
