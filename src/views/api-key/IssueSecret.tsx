import { Alert, Modal, Typography } from 'antd'
import { useState } from 'react'
import type { ActionViewProps } from '#runtime/services/extensions.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { useDiscardGuard } from '#runtime/ui/overlay/useDiscardGuard.ts'

interface Texts {
  url: string
  isIssued(row: ActionViewProps['row']): boolean
  /** What the receiver of the secret does with it. */
  use: string
  /** What follows for those who have the former one. */
  former: string
}

const ofKeys: Texts = {
  url: '/sys/apiKey/issue',
  isIssued: (row) => row?.state === 'active',
  use: '程序在请求头 X-Api-Key 里带上它。',
  former: '原来的密钥马上失效，用它的程序要换成新的。',
}

const ofWebhooks: Texts = {
  url: '/sys/webhook/issue',
  isIssued: (row) => row?.secretState === 'set',
  use: '对方用它核对请求头 X-Signature：对「X-Timestamp.请求内容」算 HMAC-SHA256。',
  former: '以后的请求都用新的密钥签名，对方要换成新的。',
}

/** Makes the secret of the key of the row, and shows it this once. */
export const IssueKey = (props: ActionViewProps) => <IssueSecret {...props} texts={ofKeys} />

/** The same for the signatures of a webhook. */
export const IssueWebhook = (props: ActionViewProps) => <IssueSecret {...props} texts={ofWebhooks} />

function IssueSecret({ row, onClose, onChange, texts }: ActionViewProps & { texts: Texts }) {
  const { http, notify } = useServices()
  const [secret, setSecret] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  // A secret that is on its way or shown cannot be read again.
  const { closing } = useDiscardGuard(false, onClose, isBusy || secret !== null)
  const isIssued = texts.isIssued(row)
  const issue = async () => {
    setBusy(true)
    try {
      const { result } = await http.send<{ secret: string }>('POST', texts.url, { id: row?.id })
      setSecret(result.secret)
      onChange()
    } catch (error) {
      notify('error', errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  if (secret !== null)
    return (
      <Modal
        open
        title={`密钥「${String(row?.name ?? '')}」`}
        {...closing}
        onOk={onClose}
        okText="我已保存"
        cancelButtonProps={{ style: { display: 'none' } }}
      >
        <Alert
          type="warning"
          showIcon
          message="只显示这一次，请现在就复制到程序的设置里。丢了只能重新生成。"
        />
        <Typography.Paragraph
          copyable={{ text: secret, tooltips: ['复制', '已复制'] }}
          style={{ marginTop: 16 }}
        >
          <Typography.Text code style={{ wordBreak: 'break-all' }}>
            {secret}
          </Typography.Text>
        </Typography.Paragraph>
        <Typography.Text type="secondary">{texts.use}</Typography.Text>
      </Modal>
    )
  return (
    <Modal
      open
      title={isIssued ? '重新生成密钥' : '生成密钥'}
      okText="生成"
      okButtonProps={{ danger: isIssued }}
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={() => void issue()}
      {...closing}
    >
      {isIssued ? texts.former : `为「${String(row?.name ?? '')}」生成密钥，只显示一次。`}
    </Modal>
  )
}
