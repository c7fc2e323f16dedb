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

/** Sends one mail by SMTP. Rejects with the reason of the mail server or the connection. */
export async function sendMail({ values, password, title }: MailSender, message: Message): Promise<void> {
  const { mailHost, mailPort, mailSecurity, mailUser, mailFrom } = values
  const transport = createTransport({
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
  try {
    await transport.sendMail({
      from: { name: title, address: mailFrom },
      to: { name: '', address: message.to },
      subject: message.subject ?? title,
      text: message.text,
      ...(message.html && { html: message.html }),
      attachments: (message.files ?? []).map(({ name, type, content }) => ({
        filename: name,
        contentType: type,
        content,
      })),
    })
  } finally {
    transport.close()
  }
}
