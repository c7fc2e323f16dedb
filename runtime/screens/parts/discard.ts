import type { HookAPI } from 'antd/es/modal/useModal'

/** Asks before typed values are lost; going on typing is the answer that Enter gives. */
export const askToDiscard = async (modal: HookAPI): Promise<boolean> =>
  modal.confirm({
    title: '有未保存的内容',
    content: '关闭后未保存的内容会丢失',
    cancelText: '继续填写',
    okText: '放弃修改',
    okButtonProps: { danger: true },
    autoFocusButton: 'cancel',
  })
