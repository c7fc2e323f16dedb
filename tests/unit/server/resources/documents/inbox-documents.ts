import { readFileSync } from 'node:fs'

const dictionaries = [
  ...['msg-category', 'msg-type', 'priority', 'send-status', 'read-flag', 'user', 'sex', 'position'],
  ...['position-rank', 'depart', 'org-category', 'depart-tree', 'user-status', 'tenant', 'tenant-status'],
  'activiti-sync',
]
const screens = [
  'message/announcement',
  'message/my-message',
  ...['user', 'user-administrator', 'user-password', 'user-recycle', 'user-agent-form', 'tenant'].map(
    (name) => `system/${name}`,
  ),
  'system/position',
  'system/depart',
]

/** The shipped documents that a user's inbox needs, by path. */
export const inboxDocuments = (): Record<string, unknown> =>
  Object.fromEntries(
    [...screens, ...dictionaries.map((name) => `dict/${name}`)].map((name) => [
      `${name}.json`,
      JSON.parse(readFileSync(`schemas/${name}.json`, 'utf8')),
    ]),
  )
