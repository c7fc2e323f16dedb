import type { Logger } from 'pino'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { SessionUser } from '../platform/http/requests/user.ts'

/** The user who made a change. */
export type RecordAuthor = Pick<SessionUser, 'id' | 'username' | 'realname'> &
  Partial<Pick<SessionUser, 'orgCode' | 'tenantId'>>

interface EventOf<Type extends string> {
  type: Type
  /** The id of the screen. */
  screen: string
  /** The id of the record. */
  id: string
  /** The user who made the change. */
  by: RecordAuthor
}

/** A committed change of a record. Values have the keys of the document, with nothing left out for missing rights. */
export type RecordEvent =
  /** `before` is null when the record is new, or was removed and is restored. */
  | (EventOf<'record.saved'> & {
      before: Readonly<JsonObject> | null
      after: Readonly<JsonObject>
      isRestored?: boolean
    })
  /** The values of the head. Its details were removed with it; `rows` are those that roll-ups of other records read. */
  | (EventOf<'record.removed'> & { before: Readonly<JsonObject>; rows?: Readonly<JsonObject> })
  /** `move` is the code of the flow's move, which was made or undone. */
  | (EventOf<'record.moved'> & {
      move: string
      before: Readonly<JsonObject>
      after: Readonly<JsonObject>
      isUndone?: boolean
    })

/** Receives events of one type; `S` are the services that it uses. */
export interface Subscriber<S = unknown> {
  on: RecordEvent['type']
  /** Whether it also receives the changes of a commit that the database did not answer: they may be stored, or not. */
  takesUnanswered?: boolean
  run(event: RecordEvent, services: S, isUnanswered: boolean): Promise<void>
}

/** Publishes the events of committed transactions to the subscribers of this instance. */
export interface RecordEvents {
  /** Resolves when every subscriber has ended; a failure is logged, because the change is committed already. */
  publish(events: readonly RecordEvent[], isUnanswered?: boolean): Promise<void>
}

/** `services` is called at the first event: the services contain these events. */
export const createEvents = <S>(
  subscribers: readonly Subscriber<S>[],
  services: () => S,
  log: Pick<Logger, 'error'>,
): RecordEvents => ({
  async publish(events, isUnanswered = false) {
    for (const event of events)
      for (const { on, takesUnanswered, run } of subscribers)
        if (on === event.type && (!isUnanswered || takesUnanswered))
          await run(event, services(), isUnanswered).catch((error: unknown) =>
            log.error({ err: error, event: event.type, screen: event.screen }, 'subscriber failed'),
          )
  },
})
