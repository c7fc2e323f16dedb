import { App, Button, Skeleton } from 'antd'
import { useState } from 'react'
import { type ActionViewProps, useRuntime } from '#runtime/fields/context.tsx'
import { FormChrome } from '#runtime/screens/form/FormChrome.tsx'
import { askToDiscard } from '#runtime/ui/confirm-discard.ts'
import { errorMessage } from '#runtime/ui/error-message.ts'
import { StateNote } from '#runtime/ui/StateNote.tsx'
import { GrantTree } from './GrantTree.tsx'
import type { PermissionNode } from './grant-tree.ts'
import { Proposals } from './Proposals.tsx'
import { RoleDataRules } from './RoleDataRules.tsx'
import { useRoleGrants } from './useRoleGrants.ts'
import './role.css'

/** The permissions of a role, in a drawer over the list of roles. */
export function RoleGrants({ row, onClose }: ActionViewProps) {
  const roleId = row?.id ?? ''
  const { notify, can } = useRuntime()
  const canWriteRules = can('permission:rules')
  const { modal } = App.useApp()
  const grants = useRoleGrants(roleId)
  const [menu, setMenu] = useState<PermissionNode | null>(null)
  // The rules of an entry are granted with it, and only what is saved is granted.
  const hasRules = ({ key, menuType, ruleFlag }: PermissionNode): boolean =>
    menuType === 1 && (ruleFlag === 1 || canWriteRules) && saved.has(key)
  const { tree, index, saved, granted, isChanged, isLoading, isSaving, error } = grants

  const close = async () => {
    if (!isChanged || (await askToDiscard(modal))) onClose()
  }
  const confirmed = async (): Promise<boolean> => {
    const sentences = await grants.preview()
    return modal.confirm({
      title: '保存授权',
      content: (
        <ul className="view-role-difference">
          {sentences.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ),
      okText: '保存',
      cancelText: '返回修改',
    })
  }
  const save = async (thenClose: boolean) => {
    if (!isChanged) return thenClose ? onClose() : notify('info', '没有改动')
    try {
      if (!(await confirmed())) return
    } catch (failure) {
      return notify('error', errorMessage(failure))
    }
    if ((await grants.save()) && thenClose) onClose()
  }

  return (
    <FormChrome
      open="drawer"
      width={560}
      title={`授权：${String(row?.roleName ?? '')}`}
      ready={null}
      onClose={() => void close()}
      footer={
        <div className="pro-form-foot">
          <span className="pro-gap" />
          <Button onClick={() => void close()}>取消</Button>
          <Button disabled={isLoading} loading={isSaving} onClick={() => void save(false)}>
            仅保存
          </Button>
          <Button type="primary" disabled={isLoading} loading={isSaving} onClick={() => void save(true)}>
            保存并关闭
          </Button>
        </div>
      }
    >
      <div className="view-role-grants">
        {error ? (
          <StateNote tone="error" title="没有读到权限" text={errorMessage(error)}>
            <Button onClick={grants.retry}>再试一次</Button>
          </StateNote>
        ) : isLoading ? (
          <Skeleton active paragraph={{ rows: 8 }} />
        ) : (
          <>
            <Proposals roleId={roleId} canDecide={!isChanged} onDecide={() => void grants.reload()} />
            <GrantTree
              tree={tree}
              index={index}
              granted={granted}
              hasRules={hasRules}
              onRules={setMenu}
              onChange={grants.setGranted}
            />
          </>
        )}
      </div>
      {menu && (
        <RoleDataRules
          key={menu.key}
          roleId={roleId}
          menu={menu}
          onClose={() => setMenu(null)}
          onChange={() => void grants.reloadTree()}
        />
      )}
    </FormChrome>
  )
}
