export interface Message {
  to: string
  kind: 'sms' | 'mail'
  text: string
}

/** Sends text messages and mail. A rejection means that nothing was sent. */
export interface Sender {
  send(message: Message): Promise<void>
}
