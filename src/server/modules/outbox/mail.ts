import { createTransport } from 'nodemailer'
import type { Message } from '../../platform/sender.ts'
import type { SettingValues } from '../setting/interface.ts'

/** Milliseconds for the connection, the greeting, and each answer of the mail server. */
const SMTP_TIMEOUT_MS = 10_000

export interface MailSender {
  values: SettingValues
  password: string | null
  /** The name of the sender and the default subject. */
  title: string
}

/** Mails that are sent at the same time. */
export const MAX_CONNECTIONS = 5

/** Connections to a mail server, which are opened with the first mail and used for all. */
export interface Mailer {
  /**
   * Sends one mail by SMTP. Rejects with the reason of the mail server or the connection. Its `Message-ID` follows from `id`,
   * so that mail servers recognise a mail that is sent again because its acceptance was not heard.
   */
  send(message: Message, id: string): Promise<void>
  /** Connects and signs in without a mail. Rejects like `send`. */
  verify(): Promise<void>
  close(): void
}

export function openMailer({ values, password, title }: MailSender): Mailer {
  const { mailHost, mailPort, mailSecurity, mailUser, mailFrom } = values
  const transport = createTransport({
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    host: mailHost,
    port: mailPort,
    secure: mailSecurity === 'tls',
    requireTLS: mailSecurity === 'starttls',
    ignoreTLS: mailSecurity === 'none',
    ...(mailUser && { auth: { user: mailUser, pass: password ?? '' } }),
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text, html, files = [] }, id) {
      await transport.sendMail({
        from: { name: title, address: mailFrom },
        to: { name: '', address: to },
        messageId: `<${id}@${mailFrom.split('@')[1] || 'localhost'}>`,
        subject: subject ?? title,
        text,
        ...(html && { html }),
        attachments: files.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
      })
    },
    verify: async () => void (await transport.verify()),
    close: () => transport.close(),
  }
}
