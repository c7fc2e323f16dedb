export interface Message {
  to: string
  kind: 'sms' | 'mail'
  text: string
  /** Of a mail; the product's name when absent. */
  subject?: string | null
}

/** Accepts text messages and mails for delivery. A rejection means that the message was not accepted. */
export interface Sender {
  send(message: Message): Promise<void>
}
