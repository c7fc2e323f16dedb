import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  text: string
  /** The account that signed in, or ''. */
  account: string
}

export interface MailServer {
  port: number
  received: ReceivedMail[]
  /** While it is set, each mail is refused with this text. */
  refuse(text: string | null): void
  close(): Promise<void>
}

/** A mail server on this machine; with an account it requires a sign-in. */
export async function openMailServer(account?: { user: string; password: string }): Promise<MailServer> {
  const received: ReceivedMail[] = []
  let refusal: string | null = null
  const server = new SMTPServer({
    authOptional: account === undefined,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    logger: false,
    onAuth({ username, password }, _session, callback) {
      const isRight = username === account?.user && password === account?.password
      if (isRight) callback(null, { user: username })
      else callback(new Error('wrong account'))
    },
    onData(stream, session, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (refusal !== null) return callback(Object.assign(new Error(refusal), { responseCode: 451 }))
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(parts).toString('utf8'),
          account: String(session.user ?? ''),
        })
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    refuse: (text) => {
      refusal = text
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
