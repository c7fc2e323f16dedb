import { Button, Modal, Select, Typography } from 'antd'
import { Suspense, useId, useState } from 'react'
import type { MenuTreeNode } from '#runtime/data/menu-tree.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { menuGroups, useMenuTree } from '../useMenuTree.ts'

const PublicAddress = lazyPart(async () => (await import('./PublicAddress.tsx')).PublicAddress)

/** The address of a document's page. */
export const getAddress = (document: JsonObject): string =>
  isJsonObject(document.menu) && typeof document.menu.path === 'string'
    ? document.menu.path
    : `/${String(document.id)}`

/** Whether a document has a page of its own. */
export const hasPage = (document: JsonObject): boolean => hasCapability(document, 'isPage')

/** The nodes from the top level to the entry of an address; empty where the menu does not have it. */
function trailTo(nodes: readonly MenuTreeNode[], address: string): MenuTreeNode[] {
  for (const node of nodes) {
    if (node.url === address) return [node]
    const below = trailTo(node.children ?? [], address)
    if (below.length > 0) return [node, ...below]
  }
  return []
}

interface Props {
  /** The released document. */
  document: JsonObject
  onClose(): void
}

/** The address of a screen, its place in the menu, and one press that gives it one. */
export function ScreenAddress({ document, onClose }: Props) {
  const { http, can, notify } = useServices()
  const prefix = useId()
  const [chosen, setChosen] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const address = getAddress(document)
  const canRead = can('permission:list')
  const { data, refetch } = useMenuTree()
  const tree = data ?? []
  const groups = menuGroups(tree)
  const trail = trailTo(tree, address)
  const [group] = String(document.id).split('/')
  const parent = chosen ?? (groups.find(({ id }) => id === group) ?? groups[0])?.id
  const add = async () => {
    setBusy(true)
    try {
      const { message } = await http.send('POST', '/resource/system/permission/add', {
        menuType: 1,
        parentId: parent,
        name: document.title,
        component: document.id,
        url: address,
        icon: 'form',
        route: 'Y',
        hidden: 'N',
        keepAlive: 'Y',
        alwaysShow: 'N',
        internalOrExternal: 'N',
        sortNo: 90,
      })
      notify('success', message)
      await refetch()
    } catch (error) {
      notify('error', errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal open title="配置地址" footer={null} onCancel={onClose}>
      <div className="view-design-new">
        <span>地址</span>
        <Typography.Text code copyable={{ tooltips: ['复制', '已复制'] }}>
          {address}
        </Typography.Text>
        {canRead && data && (
          <>
            <label htmlFor={`${prefix}parent`}>菜单</label>
            {trail.length > 0 ? (
              <span>{trail.map(({ name }) => name).join(' › ')}</span>
            ) : can('permission:add') ? (
              <div className="view-design-choices">
                <Select
                  id={`${prefix}parent`}
                  aria-label="上级菜单"
                  value={parent}
                  options={groups.map(({ id, name }) => ({ value: id, label: name }))}
                  onChange={setChosen}
                />
                <Button type="primary" loading={isBusy} onClick={() => void add()}>
                  加到菜单
                </Button>
              </div>
            ) : (
              <span>没有菜单项</span>
            )}
          </>
        )}
        {isJsonObject(document.public) && (
          <>
            <span>公开表单</span>
            <Suspense>
              <PublicAddress id={String(document.id)} />
            </Suspense>
          </>
        )}
      </div>
    </Modal>
  )
}
