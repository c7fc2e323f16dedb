import type { JsonObject } from '#runtime/kernel/json.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'

/** The page runs no script and loads pictures of this server only. */
export const announcementPolicy = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox"

/** An announcement as a page of its own; its content was sanitised when it was saved. */
export function announcementPage(record: JsonObject): string {
  const escapeValue = (key: string) => escapeHtml(String(record[key] ?? ''))
  const sender = escapeValue('sender_dictText') || escapeValue('sender')
  return `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><title>${escapeValue('titile')}</title></head>
<body>
<h1>${escapeValue('titile')}</h1>
<p>${sender} ${escapeValue('sendTime')}</p>
${String(record.msgContent ?? '') || `<p>${escapeValue('msgAbstract')}</p>`}
</body>
</html>`
}
