import { sql } from 'kysely'
import type { Logger } from 'pino'
import { planRun } from '../../platform/jobs/plan-run.ts'
import type { Channel, Message, Sender } from '../../platform/sender.ts'
import { currentTime, daysAgo } from '../../platform/store/clock.ts'
import type { Database, Db } from '../../platform/store/database.ts'
import { and, type Sql } from '../../records/query/condition.ts'
import type { Settings, SettingValues } from '../setting/interface.ts'

/** Days for which messages are stored. */
export const OUTBOX_DAYS = 7
/** The task that delivers the messages of one channel. */
export const DELIVERY_TASK = 'deliver-channel'

export const channelTitles: Readonly<Record<Channel, string>> = {
  mail: '邮件',
  sms: '短信',
  dingtalk: '钉钉群',
  feishu: '飞书群',
  wecom: '企业微信群',
}
export const channels = Object.keys(channelTitles) as Channel[]

const providers = {
  mail: 'mailHost',
  sms: 'smsUrl',
  dingtalk: 'dingtalkUrl',
  feishu: 'feishuUrl',
  wecom: 'wecomUrl',
} as const satisfies Record<Channel, keyof SettingValues>

/** Whether messages of the kind are delivered; otherwise they stay in the outbox for a reader. */
export const hasProvider = (kind: Channel, values: SettingValues): boolean => values[providers[kind]] !== ''

/** Asks for the delivery of what waits in a channel; each channel is delivered on its own, so that none holds up another. */
export const planDelivery = (db: Db, kind: Channel): Promise<void> =>
  planRun(db, {
    task: DELIVERY_TASK,
    key: `outbox:${kind}`,
    payload: { kind },
    due: currentTime(),
    isSerial: true,
  })

/** What belongs to a message for a user. */
interface Delay {
  userId?: string
  /** Not before this time. */
  due?: Date | undefined
  /** Delivered with the others that wait for the same time, as one. */
  isCollected?: boolean
  /** At most one message with this key is stored while messages are kept. */
  onceKey?: string
}

/**
 * Stores a message. With a provider it waits for the delivery, which begins at the commit; without a provider it stays in
 * the database, where a holder of `sys:outbox` can read it.
 */
export async function storeMessage(
  db: Db,
  values: SettingValues,
  { to, kind, text, subject = null, html = null, files = [], hasCode = true }: Message,
  { userId, due, isCollected = false, onceKey }: Delay = {},
): Promise<void> {
  const isDelivered = hasProvider(kind, values)
  const state = isCollected ? 'collected' : 'waiting'
  const names = files.map(({ name }) => name)
  const types = files.map(({ type }) => type)
  const contents = files.map(({ content }) => content)
  await sql`
    with message as (
      insert into sys_outbox (address, kind, subject, body, has_code, html, user_id, once_key, state, next_try)
      values (${to}, ${kind}, ${subject}, ${text}, ${hasCode}, ${html}, ${userId ?? null}, ${onceKey ?? null}, ${isDelivered ? state : 'stored'},
        case when ${isDelivered} then coalesce(${due?.toISOString() ?? null}::timestamptz, now()) end)
      on conflict (once_key) where once_key is not null do nothing returning id)
    insert into sys_outbox_file (message_id, place, name, type, content)
    select message.id, f.place, f.name, f.type, f.content
    from message, unnest(${names}::text[], ${types}::text[], ${contents}::bytea[]) with ordinality
      as f(name, type, content, place)`.execute(db)
  if (isDelivered && due === undefined) await planDelivery(db, kind)
}

/** Which of these keys messages have been stored with. */
export async function listStoredKeys(db: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select once_key as key from sys_outbox where once_key = any(${keys}::text[])`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

export const openSender = (db: Pick<Database, 'app'>, settings: Settings, log: Logger): Sender => ({
  async send(message) {
    const values = await settings.read()
    await storeMessage(db.app, values, message).catch((error: unknown) => {
      log.error({ err: error }, 'a message was not stored')
      throw error
    })
  },
})

export interface StoredMessage extends Omit<Message, 'subject' | 'html' | 'files' | 'hasCode'> {
  time: string
  /**
   * `stored`: no provider; `waiting`: for its next attempt; `collected`: for the time of the digest; `merged`: sent within
   * a digest; `sent`; `failed`: after the last attempt.
   */
  state: string
  attempts: number
  error: string | null
}

/** One page of the stored messages that meet the rules of a user, the newest first. */
export const readOutbox = (
  db: Db,
  rules: readonly Sql[],
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): Promise<StoredMessage[]> =>
  db
    .selectFrom('sys_outbox as t')
    .select(['address as to', 'kind', 'body as text', 'time', 'state', 'attempts', 'error'])
    .$narrowType<{ kind: Channel }>()
    .where('time', '>=', daysAgo(OUTBOX_DAYS))
    .where(sql<boolean>`${and([sql`true`, ...rules])}`)
    .orderBy('seq', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
