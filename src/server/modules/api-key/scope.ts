import { actionCodes, allFields } from '#runtime/schema/action-codes.ts'
import { listRuleCodes, readRuled } from '#runtime/schema/kinds/screen/field-rule-codes.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { listCode } from '../../documents/kinds/list.ts'
import { holds, type SessionUser } from '../../platform/http/requests/user.ts'

/** What a key may do on its screens. */
export const keyRights = ['read', 'add', 'edit', 'delete', 'move', 'import', 'export'] as const
export type KeyRight = (typeof keyRights)[number]

/** The right that the last part of a code belongs to; codes of other actions are never given to a key. */
const rightOfVerb: Readonly<Record<string, KeyRight>> = {
  list: 'read',
  detail: 'read',
  add: 'add',
  edit: 'edit',
  delete: 'delete',
  import: 'import',
  export: 'export',
}

/** The codes of a screen that these rights contain: of its verbs and moves, of its fields, and of exemptions from its row rules. */
function listCodes(screen: StoredScreen, rights: ReadonlySet<string>): string[] {
  const moves = new Set(screen.flow?.moves.map(({ code }) => code))
  const ofActions = actionCodes(screen).flatMap(({ code }) => {
    const verb = code.split(':').at(-1) ?? ''
    const right = moves.has(verb) ? 'move' : rightOfVerb[verb]
    return right !== undefined && rights.has(right) ? [code] : []
  })
  const fields = allFields(screen.fields)
  const ruled = readRuled(screen, listCode(screen))
  const read = rights.has('read')
    ? [
        ...fields.flatMap(({ access }) => access?.read ?? []),
        ...(screen.rowRules ?? []).flatMap(({ unless }) => unless ?? []),
        ...(ruled ? listRuleCodes(ruled) : []),
      ]
    : []
  const isWriter = rights.has('add') || rights.has('edit')
  return [...ofActions, ...read, ...(isWriter ? fields.flatMap(({ access }) => access?.edit ?? []) : [])]
}

/** The owner of a key with what is both within the scope of the key and within the owner's rights; never an administrator. */
export function limitUser(
  owner: SessionUser,
  screens: readonly StoredScreen[],
  rights: ReadonlySet<string>,
): SessionUser {
  const codes = screens.flatMap((screen) => listCodes(screen, rights)).filter((code) => holds(owner, code))
  return { ...owner, isAdmin: false, codes: new Set(codes), mustChange: false, isPasswordExpired: false }
}
