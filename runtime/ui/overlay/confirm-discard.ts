import type { HookAPI } from 'antd/es/modal/useModal'
import { formatDateTime } from '#runtime/kernel/time.ts'

/** Requests confirmation before unsaved values are lost; Enter continues editing. */
export const askToDiscard = async (modal: HookAPI): Promise<boolean> =>
  modal.confirm({
    title: '有未保存的内容',
    content: '关闭后未保存的内容会丢失',
    cancelText: '继续填写',
    okText: '放弃修改',
    okButtonProps: { danger: true },
    autoFocusButton: 'cancel',
  })

/** Offers to restore unsaved input of an earlier visit. */
export const askToRestore = async (modal: HookAPI, savedAt: number): Promise<boolean> =>
  modal.confirm({
    title: '恢复上次未保存的内容？',
    content: `${formatDateTime(new Date(savedAt))} 在这里填写过，没有保存。`,
    okText: '恢复',
    cancelText: '不恢复',
  })
