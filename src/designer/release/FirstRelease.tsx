import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { findNode, type MenuTreeNode } from '#runtime/data/menu-tree.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { useServices } from '#runtime/services/services.tsx'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import { useMenuTree } from '../useMenuTree.ts'
import { type RoleRow, useRoles } from '../useRoles.ts'
import { getAddress, hasPage } from './ScreenAddress.tsx'

const ScreenGrants = lazyDialog(async () => (await import('./ScreenGrants.tsx')).ScreenGrants)

/** Where the menu has a document: `上级 › 名称`; its address where it has no entry. */
function formatPlace(document: JsonObject, tree: readonly MenuTreeNode[]): string {
  const { menu } = document
  if (!isJsonObject(menu) || menu.hidden === true) return `菜单里没有，地址是 ${getAddress(document)}`
  const group = isJsonObject(menu.group) ? menu.group.title : undefined
  const parent = group ?? findNode(tree, String(menu.parent))?.name ?? menu.parent
  return `菜单「${String(parent)} › ${String(document.title)}」`
}

function formatProposal(document: JsonObject, roles: readonly RoleRow[]): string {
  if (!isJsonObject(document.roles)) return ''
  const names = Object.keys(document.roles).map(
    (code) => roles.find(({ roleCode }) => roleCode === code)?.roleName ?? code,
  )
  return names.length > 0 ? `；给${names.join('、')}的拟授权，要在角色的授权里确认` : ''
}

/** Where users find a document that is new, and who they are; none for a document without a page. */
function useFirstReleaseWords(document: JsonObject): string[] {
  const { data: tree = [] } = useMenuTree()
  const { data: roles = [] } = useRoles()
  if (!hasPage(document)) return []
  // An overlay without a permission code is seen by those who see its base.
  const isNew = document.extends === undefined || document.perm !== undefined
  const place = formatPlace(document, tree)
  return isNew ? [place, `授权以前只有管理员看得到${formatProposal(document, roles)}`] : [place]
}

export function FirstReleasePlace({ document }: { document: JsonObject }) {
  const words = useFirstReleaseWords(document)
  if (words.length === 0) return null
  return (
    <ul className="view-design-changes">
      {words.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

interface Props {
  /** The released document. */
  document: JsonObject
  onClose(): void
}

/** After the first release of a document: where it is, with the ways to its page and to its grants. */
export function FirstReleased({ document, onClose }: Props) {
  const { can } = useServices()
  const navigate = useNavigate()
  const [isGranting, setGranting] = useState(false)
  const words = useFirstReleaseWords(document)
  const title = String(document.title)
  return (
    <>
      <Alert
        banner
        type="success"
        message={`「${title}」已发布：${words.join('，')}`}
        closable
        onClose={onClose}
        action={
          <div className="view-design-choices">
            <Button size="small" onClick={() => navigate(getAddress(document))}>
              打开
            </Button>
            {can('role:grant') && (
              <Button size="small" onClick={() => setGranting(true)}>
                权限控制
              </Button>
            )}
          </div>
        }
      />
      {isGranting && <ScreenGrants title={title} onClose={() => setGranting(false)} />}
    </>
  )
}
