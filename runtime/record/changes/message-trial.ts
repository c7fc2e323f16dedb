/** A message that an entry of `then` would send, or would not. */
export interface TriedMessage {
  /** The title of its way, such as 邮件. */
  way: string
  /** Who gets it; absent for the group of a robot, and where the entry names nobody who exists. */
  account?: string
  name?: string
  /** Empty where nothing is sent. */
  title: string
  text: string
  /** Why nothing is sent. */
  omitted?: string
  /** Not before this time, as `YYYY-MM-DD HH:mm:ss`. */
  due?: string
  /** Sent in one mail with the others of its hour or day. */
  isCollected?: boolean
}

/** What an entry of `then` would tell whom after a change of a record. */
export interface TriedEntry {
  /** Its place in `then`. */
  at: number
  /** Whether its condition holds. */
  isMet: boolean
  /** Why it tells nobody though its condition holds. */
  note?: string
  messages: readonly TriedMessage[]
}
