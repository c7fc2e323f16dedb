import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import type { ActionViewProps } from '#runtime/services/extensions.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'

/** How many rows a deletion removes, as `/sys/permission/removal` answers it. */
interface Removal {
  menus: number
  buttons: number
  roles: number
  grants: number
}

/** What a deletion removes, in a sentence; `names` are those of the chosen entries. */
export function removalText(names: readonly string[], { menus, buttons, roles, grants }: Removal): string {
  const parts = [...(menus > 0 ? [`${menus} 个菜单`] : []), ...(buttons > 0 ? [`${buttons} 个按钮`] : [])]
  const subject = names.length === 1 ? `「${names[0]}」和它的下级` : `所选 ${names.length} 项和它们的下级`
  const sentence = `${subject}，共 ${parts.join('、')}，将一起删除，不能恢复。`
  return grants === 0
    ? `${sentence}还没有角色得到授权。`
    : `${sentence}${roles} 个角色的 ${grants} 项授权也一起删除。`
}

/** Asks before an entry, or the selected entries, are deleted with everything below them. */
export function MenuRemoval({ row, rows = [], onClose, onChange }: ActionViewProps) {
  const { http, notify } = useServices()
  const [isBusy, setBusy] = useState(false)
  const entries = row ? [row] : rows
  const ids = entries.map(({ id }) => id).join(',')
  const removal = useQuery({
    queryKey: ['permission', 'removal', ids],
    queryFn: ({ signal }) => http.get<Removal>('/sys/permission/removal', { ids }, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const remove = async () => {
    setBusy(true)
    try {
      const params = { ids }
      const { message } = await http.send('DELETE', '/sys/permission/deleteBatch', undefined, { params })
      notify('success', message)
      onChange()
      onClose()
    } catch (error) {
      notify('error', errorMessage(error))
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title="删除菜单"
      width={440}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          取消
        </Button>,
        <Button
          key="remove"
          danger
          type="primary"
          loading={isBusy}
          disabled={!removal.data}
          onClick={() => void remove()}
        >
          删除
        </Button>,
      ]}
    >
      {removal.data ? (
        <p>
          {removalText(
            entries.map(({ name }) => String(name ?? '')),
            removal.data,
          )}
        </p>
      ) : removal.error ? (
        <p role="alert">{errorMessage(removal.error)}</p>
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      )}
    </Modal>
  )
}
