import Type from 'typebox'
import type { Registration } from '../../documents/services.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { RecordServices } from '../../records/services.ts'
import { readReminders, reminderNames } from '../../records/workflow/reminders.ts'
import type { Settings } from '../setting/interface.ts'

export type ReminderServices = Pick<RecordServices, 'db'> & { settings: Settings }

const settingCode = 'bpm:setting'

export const settingPermission: Registration = {
  owner: 'workflow-setting',
  codes: [{ code: settingCode, title: '设置流程的时限和催办' }],
  listCode: settingCode,
}

const hours = (maximum: number) => Type.Union([Type.Number({ minimum: 0, maximum }), Type.Null()])

const ReminderBody = Type.Object(
  {
    text: Type.Union([Type.String({ maxLength: 500 }), Type.Null()]),
    limitHours: hours(8760),
    repeatHours: hours(8760),
  },
  { additionalProperties: false },
)

/** The limit of steps and the reminders of all workflows. */
export const reminderRoutes: Plugin<ReminderServices> = (app, { db, settings }) => {
  const config = { access: settingCode } as const

  app.get('/workflow/setting', { config }, async () => {
    const { text, limitHours, repeatHours } = await readReminders(db.app)
    return ok({ text, limitHours: limitHours || null, repeatHours: repeatHours || null })
  })

  app.put('/workflow/setting', { config, schema: { body: ReminderBody } }, async ({ body, user }) => {
    const changes = {
      [reminderNames.text]: body.text?.trim() || null,
      [reminderNames.limitHours]: body.limitHours || null,
      [reminderNames.repeatHours]: body.repeatHours || null,
    }
    await db.write((trx) => settings.store(trx, changes, user.username))
    return ok(null, '保存成功！')
  })
}
