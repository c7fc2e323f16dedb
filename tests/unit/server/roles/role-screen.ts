import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../../../../schemas/system/role.json')
const { panes: _, list, ...shipped } = JSON.parse(readFileSync(file, 'utf8'))

/** The shipped screen of roles, which brings the right to grant; without its pane, whose screen shows users. */
export const roleScreen: unknown = { ...shipped, list: { ...list, layout: 'normal' } }
