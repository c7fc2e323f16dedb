/** A way by which messages leave the system: to a phone, an address, or the robot of a group chat. */
export type Channel = 'sms' | 'mail' | 'dingtalk' | 'feishu' | 'wecom'

/** A file that a mail brings. */
export interface MailFile {
  name: string
  type: string
  content: Buffer
}

export interface Message {
  /** A phone or an address; robots have one group each. */
  to: string
  kind: Channel
  text: string
  /** Of a mail; the product's name when absent. */
  subject?: string | null
  /** The text of a mail with its formats. */
  html?: string | null
  /** Of a mail. */
  files?: readonly MailFile[]
  /** Whether the text may contain a code that opens an account, so that no list shows it. Default: true. */
  hasCode?: boolean
}

/** Accepts messages for delivery. A rejection means that the message was not accepted. */
export interface Sender {
  send(message: Message): Promise<void>
}
