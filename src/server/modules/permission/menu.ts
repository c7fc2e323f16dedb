import { createHash } from 'node:crypto'
import { isWebAddress } from '#runtime/kernel/menu-address.ts'
import type { PermissionRow } from './permissions.ts'

/** An entry of the menu (docs/http.md, "Menu entries"). */
export interface MenuNode {
  id: string
  path: string
  name: string
  component: string
  redirect: string | null
  route: '0' | '1'
  hidden?: true
  alwaysShow?: true
  children?: MenuNode[]
  meta: {
    title: string
    icon: string | null
    keepAlive: boolean
    internalOrExternal: boolean
    /** `_blank`: a page of the application that opens in a new window. */
    target?: '_blank'
    componentName: string | null
    /** The web address of an external entry, or of the page in a frame. */
    url?: string
    permissionList?: AuthEntry[]
  }
}

export interface AuthEntry {
  action: string
  type: string
  describe: string
}

export const authEntry = (row: PermissionRow): AuthEntry => ({
  action: row.perms ?? '',
  type: row.permsType ?? '1',
  describe: row.name,
})

/** A layout contains other entries and has no page. */
const isGroup = ({ component }: PermissionRow): boolean => /^layouts\/(?!Iframe)/.test(component ?? '')
const isFrame = ({ component }: PermissionRow): boolean => component?.endsWith('IframePageView') ?? false

/** An external address cannot be a path of the app: its page has the digest as its path. */
const getPath = ({ url, internalOrExternal }: PermissionRow): string =>
  url && isWebAddress(url) && !internalOrExternal
    ? `/${createHash('md5').update(url).digest('hex')}`
    : (url ?? '')

const isButton = (row: PermissionRow): boolean => row.menuType === 2

const getName = (row: PermissionRow): string =>
  row.componentName ?? (row.url ?? '').replace(/^\//, '').replaceAll('/', '-').replaceAll(':', '@')

/** The menu of a user whose permissions `has` reports; a group without pages is left out, and one whose pages are all hidden is hidden. */
export function buildMenu(rows: readonly PermissionRow[], has: (id: string) => boolean): MenuNode[] {
  const byParent = new Map<string, PermissionRow[]>()
  for (const row of rows) {
    const siblings = byParent.get(row.parentId)
    if (siblings) siblings.push(row)
    else byParent.set(row.parentId, [row])
  }

  const toNode = (row: PermissionRow): MenuNode | null => {
    const inner = byParent.get(row.id) ?? []
    const children = inner
      .filter((child) => !isButton(child))
      .map(toNode)
      .filter((node) => node !== null)
    if (isGroup(row) ? children.length === 0 : !has(row.id)) return null
    // The pages of the group can still be opened by their addresses.
    const isHidden = row.hidden || (isGroup(row) && children.every((child) => child.hidden))
    const buttons = inner.filter((child) => isButton(child) && has(child.id))
    return {
      id: row.id,
      path: getPath(row),
      name: getName(row),
      component: row.component ?? '',
      redirect: row.parentId === '' ? row.redirect : null,
      route: row.route ? '1' : '0',
      ...(isHidden && { hidden: true as const }),
      ...(row.alwaysShow && { alwaysShow: true as const }),
      ...(children.length > 0 && { children }),
      meta: {
        title: row.name,
        icon: row.icon,
        keepAlive: row.keepAlive,
        internalOrExternal: row.internalOrExternal,
        componentName: row.componentName,
        ...(row.internalOrExternal && !isWebAddress(row.url ?? '') && { target: '_blank' as const }),
        ...(row.url && (isWebAddress(row.url) || isFrame(row)) && { url: row.url }),
        ...(buttons.length > 0 && { permissionList: buttons.map(authEntry) }),
      },
    }
  }
  return (byParent.get('') ?? [])
    .filter((row) => !isButton(row))
    .map(toNode)
    .filter((node) => node !== null)
}
