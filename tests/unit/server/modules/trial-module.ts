import { type Kysely, sql } from 'kysely'
import Type from 'typebox'
import { defineModule } from '#server/modules/define-module.ts'
import { ok } from '#server/platform/http/envelope.ts'
import { defineRefusals } from '#server/platform/http/refusals.ts'
import type { PlatformServices } from '#server/platform/services.ts'
import { defineEffect } from '#server/records/effects/effects.ts'
import type { HookContext } from '#server/records/effects/hooks.ts'
import type { RecordEvent } from '#server/records/events.ts'

const refuse = defineRefusals({ TRIAL_REFUSED: '试用模块不接受' })

/** The events that the subscriber of the module received. */
export const received: RecordEvent[] = []
/** The contexts that the hook received, without the connection. */
export const hooked: { moment: string; before: unknown; after: unknown }[] = []

const log = ({ trx }: Pick<HookContext, 'trx'>, text: string) =>
  sql`insert into trial_log (text) values (${text})`.execute(trx)

const keep = (moment: string, { before, after }: HookContext) => hooked.push({ moment, before, after })

/** The service of the module: whether it is open, and whether it found the module's screen when it was opened. */
interface TrialShelf {
  isOpen: boolean
  hasScreen: boolean
}

/** A module with one of everything that a manifest can hold. */
export const trialModule = defineModule<PlatformServices, { trialShelf: TrialShelf }>({
  name: 'trial',
  migrations: {
    '20261125-0000-trial': {
      up: async (db: Kysely<unknown>) => {
        await db.schema
          .createTable('trial_log')
          .addColumn('id', 'serial', (column) => column.primaryKey())
          .addColumn('text', 'text', (column) => column.notNull())
          .execute()
      },
    },
  },
  open: ({ documents }) => ({
    trialShelf: { isOpen: true, hasScreen: documents.screen('trial/loan') !== undefined },
  }),
  close({ trialShelf }) {
    trialShelf.isOpen = false
  },
  routes: [
    (app, { db }) => {
      app.get('/trial/log', { config: { access: 'trial:log' } }, async () => {
        const { rows } = await sql<{ text: string }>`select text from trial_log order by id`.execute(db.app)
        return ok(rows.map(({ text }) => text))
      })
    },
  ],
  permissions: [
    { owner: 'system', codes: [{ code: 'trial:log', title: '查看试用日志' }], listCode: 'trial:log' },
  ],
  effects: [
    defineEffect({
      name: 'trial.lend',
      description: '试用：借出',
      reads: Type.Object({ fname: Type.String(), fcount: Type.Number() }),
      async run(context) {
        for (const { fname, fcount } of context.records) await log(context, `lend ${fname} ${fcount}`)
      },
    }),
  ],
  hooks: [
    {
      name: 'trial.log',
      description: '试用：记录',
      async beforeSave(context) {
        keep('beforeSave', context)
        await log(context, `before ${context.after.fname}`)
      },
      async afterSave(context) {
        keep('afterSave', context)
        if (context.after.fname === '不可') throw refuse('TRIAL_REFUSED')
        await log(context, `after ${context.after.fname}`)
      },
    },
  ],
  subscribers: (['record.saved', 'record.moved', 'record.removed'] as const).map((on) => ({
    on,
    async run(event) {
      received.push(event)
      if ('after' in event && event.after.fname === '失败') throw new Error('the subscriber fails')
    },
  })),
  jobs: [
    {
      name: 'trial-clean',
      schedule: '*/5 * * * *',
      catchUp: 0,
      async run({ db }, signal) {
        if (!signal.aborted) await sql`delete from trial_log`.execute(db.app)
      },
    },
  ],
})

const loan = {
  version: 2,
  kind: 'screen',
  id: 'trial/loan',
  title: '借用',
  table: { name: 'trial_loan', softDelete: true },
  hooks: ['trial.log'],
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fcount', title: '数量', type: 'inputNumber' },
    { key: 'fstate', title: '状态', type: 'input', form: false },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'trial_loan_item', fk: 'floanid' },
      fields: [{ key: 'fword', title: '词', type: 'input' }],
    },
  ],
  flow: {
    field: 'fstate',
    initial: '在库',
    moves: [{ code: 'lend', title: '借出', from: ['在库'], to: '借出', effect: 'trial.lend' }],
  },
}

/** Documents that name the module's hook and effect; all but the first are refused. */
export const documents = {
  'trial/loan.json': loan,
  'trial/no-field.json': {
    ...loan,
    id: 'trial/no-field',
    table: { name: 'trial_no_field' },
    fields: loan.fields.filter(({ key }) => key !== 'fcount' && key !== 'items'),
  },
  'trial/no-hook.json': {
    ...loan,
    id: 'trial/no-hook',
    table: { name: 'trial_no_hook' },
    hooks: ['trial.lgo'],
    fields: loan.fields.filter(({ key }) => key !== 'items'),
  },
  'trial/no-effect.json': {
    ...loan,
    id: 'trial/no-effect',
    table: { name: 'trial_no_effect' },
    fields: loan.fields.filter(({ key }) => key !== 'items'),
    flow: { ...loan.flow, moves: loan.flow.moves.map((move) => ({ ...move, effect: 'trial.lned' })) },
  },
}
