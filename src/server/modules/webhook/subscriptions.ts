import { sql } from 'kysely'
import type { Database } from '../../platform/store/database.ts'
import { runAsServer } from '../../platform/store/requester.ts'

/** The channel that tells the servers of changed webhooks. */
export const hookChannel = 'hooks_changed'

/** The changes that a webhook may be about. */
export const hookEvents = ['added', 'changed', 'removed', 'moved'] as const
export type HookEvent = (typeof hookEvents)[number]

/** A webhook that is switched on and has a secret. */
export interface Subscription {
  id: string
  name: string
  address: string
  screens: ReadonlySet<string>
  events: ReadonlySet<string>
  /** Whose rights its requests have. */
  userId: string
}

/** The webhooks by what they are about, read once and again after each change, because every save asks. */
export interface Subscriptions {
  find(screen: string, event: HookEvent): Promise<Subscription[]>
}

interface Row extends Omit<Subscription, 'screens' | 'events'> {
  screens: string
  events: string
}

const parts = (text: string): Set<string> => new Set(text.split(',').map((part) => part.trim()))

async function readAll(db: Database): Promise<Subscription[]> {
  const { rows } = await sql<Row>`
    select h.id, h.name, h.address, h.screens, h.events, s.user_id as "userId"
    from sys_hook h join sys_hook_secret s on s.hook_id = h.id where h.enabled = '1' order by h.id`.execute(
    db.app,
  )
  return rows.map(({ screens, events, ...row }) => ({
    ...row,
    screens: parts(screens),
    events: parts(events),
  }))
}

export async function openSubscriptions(db: Database): Promise<Subscriptions> {
  let cached: Promise<Subscription[]> | null = null
  const forget = () => {
    cached = null
  }
  await db.listen(hookChannel, forget, forget)
  return {
    async find(screen, event) {
      const reading = cached ?? runAsServer(() => readAll(db))
      cached = reading
      const all = await reading.catch((error: unknown) => {
        if (cached === reading) forget()
        throw error
      })
      return all.filter(({ screens, events }) => screens.has(screen) && events.has(event))
    },
  }
}
