import { type AuthItem, type AuthLists, decide } from '#runtime/access/decide.ts'
import { findBinding } from '#runtime/access/row-binding.ts'
import { isEditableRow } from '#runtime/compile/action-availability.ts'
import { actionCodes, codeOfAction } from '#runtime/schema/action-codes.ts'
import { getPerm, getTitle } from '#runtime/schema/derive.ts'
import { canInState } from '#runtime/schema/field-rights.ts'
import {
  accessByRules,
  listHeldCodes,
  listRuleCodes,
  mapAccess,
  readRuled,
} from '#runtime/schema/kinds/screen/field-rule-codes.ts'
import { type Field, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'

/** A role, and a state of the records, with which a draft is tried. */
export interface Trial {
  /** The code of the role; absent: with all rights. */
  role?: string | undefined
  /** The state that the shown records have; absent: that of each record. */
  state?: string | undefined
}

type Row = Readonly<Record<string, unknown>>

export interface TrialRights {
  /** The screen with the codes that follow from the rules of its fields. */
  screen: ScreenDocument
  can(code: string): boolean
  /** Whether the role may open the list. */
  isOpen: boolean
  /** Whether the role may change a record, as the rights and the state of the record decide. */
  canEdit(row: Row): boolean
  /** A record in the chosen state, else in the first one of the flow. */
  row: Row
  /** The titles of the fields that it does not see in this record, and of those that it only reads. */
  hidden: readonly string[]
  readOnly: readonly string[]
  /** The names of the row rules that bind it. */
  rowRules: readonly string[]
}

/** Each field and each column of a detail table, with its title. */
const listTitled = (fields: readonly Field[], before = ''): { field: Field; title: string }[] =>
  fields.flatMap((field) => {
    const title = `${before}${getTitle(field)}`
    return [{ field, title }, ...(isDetail(field) ? listTitled(field.fields, `${title}的`) : [])]
  })

/**
 * What a role may do in a draft, as the server and the pages decide it for a user with this role only. It has what the draft
 * proposes for it and the codes in `granted`.
 */
export function trialRights(
  written: ScreenDocument,
  { role, state }: Trial,
  granted: ReadonlySet<string>,
): TrialRights {
  const listCode = `${getPerm(written)}:list`
  const { roles: proposed = {} } = written
  const codes = new Set([...((role && proposed[role]) || []), ...granted])
  const rolesByList = new Map(role !== undefined && codes.has(listCode) ? [[listCode, [role]]] : [])
  const holder = { roles: role === undefined ? [] : [role], rolesByList }
  const fields = mapAccess(written.fields, ({ access }, path) =>
    access?.rules ? { rules: access.rules, ...accessByRules(written.id, path, access.rules) } : access,
  )
  const screen = { ...written, fields }
  const ruled = readRuled(written, listCode)
  const controlled: AuthItem[] = [
    ...actionCodes(written).map(({ code, type = '1' }) => ({ action: code, type })),
    ...(ruled ? [...listRuleCodes(ruled)] : []).map((action) => ({ action, type: '1' })),
  ]
  const heldCodes = new Set([...codes, ...(ruled ? listHeldCodes(ruled, holder) : [])])
  const lists: AuthLists = {
    allAuth: controlled,
    auth: controlled.filter(({ action }) => heldCodes.has(action)),
  }
  const can = (code: string): boolean =>
    role === undefined || (decide(code, lists, 'visible').allow && decide(code, lists, 'enabled').allow)
  const { flow } = written
  const row = flow ? { [flow.field]: state ?? flow.initial } : {}
  const inRow = canInState(can, written, row)
  const sees = ({ access }: Field) => !access?.read || inRow(access.read)
  const changes = ({ access }: Field) => !access?.edit || inRow(access.edit)
  const titled = listTitled(fields)
  const { always, oneOf } = findBinding(role === undefined ? [] : (written.rowRules ?? []), listCode, {
    isAdmin: false,
    codes,
    ...holder,
  })
  return {
    screen,
    can,
    isOpen: can(listCode),
    canEdit: (record) => can(codeOfAction(written, 'edit')) && isEditableRow(flow, record),
    row,
    hidden: titled.filter(({ field }) => !sees(field)).map(({ title }) => title),
    readOnly: titled.filter(({ field }) => sees(field) && !changes(field)).map(({ title }) => title),
    rowRules: [...always, ...oneOf.flat()].map(({ name }) => name),
  }
}

/** The codes of the roles that a screen names: in its proposals, in the rules of its fields, in its row rules. */
export function listNamedRoles({ roles = {}, fields, rowRules = [] }: ScreenDocument): string[] {
  const named = new Set([...Object.keys(roles), ...rowRules.flatMap((rule) => rule.roles ?? [])])
  mapAccess(fields, ({ access }) => {
    for (const rule of access?.rules ?? []) for (const role of rule.roles ?? []) named.add(role)
    return access
  })
  return [...named]
}
