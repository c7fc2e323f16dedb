import type { ActionCode } from '#runtime/schema/action-codes.ts'
import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import type { DocumentProblem } from '#runtime/schema/names/problem-codes.ts'
import type { FormDocument } from '#runtime/schema/types.ts'
import { getPath } from '../check/constants.ts'
import { grantProblems } from './proposed-grants.ts'
import type { RegistrationServices } from './registration-services.ts'

type Page = Pick<FormDocument | PanelDocument, 'id' | 'title' | 'needs' | 'menu' | 'roles'>

/** A page has one code at most. */
export const pageCodes = ({ needs, title }: Page): ActionCode[] =>
  needs === undefined ? [] : [{ code: needs, title }]

/** A page proposes nothing but its own code. */
export const pageGrantProblems = (document: Page): DocumentProblem[] =>
  grantProblems(document, pageCodes(document))

/**
 * Registers the menu entry and the code of a form or a panel. The code may belong to the button that opens the form, or
 * to the list that the panel shows: then it stays with the screen that registered it.
 */
export async function registerPage(
  { id, title, needs, menu, roles }: Page,
  { permissions }: RegistrationServices,
  /** The title of the code, and the code whose holders see the menu entry, where these are others. */
  { codeTitle = title, listCode = needs }: { codeTitle?: string; listCode?: string | undefined } = {},
): Promise<void> {
  if (!menu) await permissions.retire(id)
  if (needs === undefined) return
  const registered = (await permissions.rows()).find((row) => row.perms === needs)
  const codes = !registered || registered.parentId === id ? [{ code: needs, title: codeTitle }] : []
  const entry = menu && { id, title, path: getPath(id), component: id, ...menu }
  await permissions.register({
    owner: id,
    codes,
    listCode: listCode ?? needs,
    ...(entry && { menu: entry }),
    ...(roles && { roles }),
  })
}
