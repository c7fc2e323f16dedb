import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../../schemas')

/** The shipped screen of menus and rights with the dictionaries that it names, by their paths. */
export const permissionDocuments: Record<string, unknown> = Object.fromEntries(
  ['system/permission.json', 'dict/global-perms-type.json', 'dict/valid-status.json'].map((name) => [
    name,
    JSON.parse(readFileSync(join(folder, name), 'utf8')),
  ]),
)
