import { Modal } from 'antd'
import { useState } from 'react'
import { homePath } from '#client/guard.ts'
import { keepView, type View } from '#client/session/view-as.ts'
import type { ActionViewProps } from '#runtime/services/extensions.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'

/** Asks before the page is loaded again with the sight of the user of the row. */
export function ViewAs({ row, onClose }: ActionViewProps) {
  const { http, notify } = useServices()
  const [isStarting, setStarting] = useState(false)
  const start = async () => {
    setStarting(true)
    try {
      const { result } = await http.send<View>('POST', '/sys/user/viewAs', { userId: row?.id })
      keepView(result)
      location.assign(homePath)
    } catch (error) {
      setStarting(false)
      notify('error', errorMessage(error))
    }
  }
  return (
    <Modal
      open
      title="以他人身份查看"
      okText="开始查看"
      cancelText="取消"
      confirmLoading={isStarting}
      onOk={start}
      onCancel={onClose}
    >
      页面会重新载入，显示「{String(row?.realname ?? '')}
      」看到的菜单、按钮和数据。期间只能查看，不能修改；开始和结束都记入日志。
    </Modal>
  )
}
