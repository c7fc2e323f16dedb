import { App, Button, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { FormChrome } from '#runtime/screens/form/FormChrome.tsx'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { useDiscardGuard } from '#runtime/ui/overlay/useDiscardGuard.ts'
import { Differences } from './Differences.tsx'
import { GrantTree, type NodeLink } from './GrantTree.tsx'
import type { PermissionNode } from './grant-tree.ts'
import { MissingNeeds } from './MissingNeeds.tsx'
import type { useGrants } from './useGrants.ts'
import './role.css'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'

interface Props {
  title: string
  grants: ReturnType<typeof useGrants>
  /** The first text of the search for permissions; none by default. */
  firstSearch?: string
  /** The links beside the title of a node; none by default. */
  listLinks?(node: PermissionNode): readonly NodeLink[]
  /** Drawn above the tree. */
  above?: ReactNode
  onClose(): void
  /** Drawers over this one. */
  children?: ReactNode
}

const noLinks = () => []

/** The tree of permissions with ticks in a drawer; a change is shown in sentences before it is saved. */
export function GrantDrawer({
  title,
  grants,
  firstSearch,
  above,
  listLinks = noLinks,
  onClose,
  children,
}: Props) {
  const { notify } = useServices()
  const { modal } = App.useApp()
  const { tree, index, granted, isChanged, isLoading, isSaving, error } = grants

  const [isAsking, setAsking] = useState(false)
  const isBusy = isAsking || isSaving
  const { close } = useDiscardGuard(isChanged, onClose, isBusy)
  const confirmed = async (): Promise<boolean> => {
    const sentences = await grants.preview()
    return modal.confirm({
      title: '保存授权',
      content: <Differences sentences={sentences} />,
      okText: '保存',
      cancelText: '返回修改',
    })
  }
  const save = async (thenClose: boolean) => {
    if (!isChanged) return thenClose ? onClose() : notify('info', '没有改动')
    setAsking(true)
    try {
      if (!(await confirmed())) return
    } catch (failure) {
      return notify('error', errorMessage(failure))
    } finally {
      setAsking(false)
    }
    if ((await grants.save()) && thenClose) onClose()
  }

  return (
    <FormChrome
      open="drawer"
      width={560}
      title={title}
      ready={null}
      onClose={close}
      footer={
        <div className="pro-form-foot">
          <span className="pro-gap" />
          <Button disabled={isBusy} onClick={close}>
            取消
          </Button>
          <Button disabled={isLoading} loading={isBusy} onClick={() => void save(false)}>
            仅保存
          </Button>
          <Button type="primary" disabled={isLoading} loading={isBusy} onClick={() => void save(true)}>
            保存并关闭
          </Button>
        </div>
      }
    >
      <div className="view-role-grants">
        {error ? (
          <LoadFailure title="没有读到权限" error={error} onRetry={grants.retry} />
        ) : isLoading ? (
          <Skeleton active paragraph={{ rows: 8 }} />
        ) : (
          <>
            {above}
            <MissingNeeds index={index} granted={granted} onChange={grants.setGranted} />
            <GrantTree
              tree={tree}
              index={index}
              granted={granted}
              firstSearch={firstSearch}
              listLinks={listLinks}
              onChange={grants.setGranted}
            />
          </>
        )}
      </div>
      {children}
    </FormChrome>
  )
}
