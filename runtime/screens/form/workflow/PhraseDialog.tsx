import { useQueryClient } from '@tanstack/react-query'
import { Button, Empty, Input, List, Modal, Popconfirm } from 'antd'
import { useState } from 'react'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { useDiscardGuard } from '#runtime/ui/overlay/useDiscardGuard.ts'
import { renewPhrases, usePhrases } from './phrases.ts'

const MAX_TEXT = 200

/** The user's own sentences for opinions: adds and removes them. */
export function PhraseDialog({ onClose }: { onClose(): void }) {
  const { http, notify } = useServices()
  const client = useQueryClient()
  const { data, error, isPending, refetch } = usePhrases()
  const [text, setText] = useState('')
  const [running, setRunning] = useState('')
  const { closing } = useDiscardGuard(text.trim() !== '', onClose, running === 'add')
  const send = async (key: string, url: string, body: object): Promise<boolean> => {
    setRunning(key)
    try {
      await http.send('POST', url, body)
      await renewPhrases(client)
      return true
    } catch (fault) {
      notify('error', errorMessage(fault))
      return false
    } finally {
      setRunning('')
    }
  }
  const add = async () => {
    if (text.trim() !== '' && running === '' && (await send('add', '/workflow/phrases', { text })))
      setText('')
  }
  return (
    <Modal open title="常用意见" footer={null} width={520} {...closing}>
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <List
          size="small"
          aria-label="我的常用意见"
          loading={isPending}
          dataSource={[...(data?.own ?? [])]}
          rowKey="id"
          locale={{
            emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有自己的常用意见" />,
          }}
          renderItem={({ id, text: phrase }) => (
            <List.Item
              actions={[
                <Popconfirm
                  key="remove"
                  title="删除这一句？"
                  okText="删除"
                  cancelText="取消"
                  onConfirm={() => void send(id, '/workflow/phrases/remove', { id })}
                >
                  <Button
                    type="link"
                    size="small"
                    danger
                    aria-label={`删除 ${phrase}`}
                    loading={running === id}
                  >
                    删除
                  </Button>
                </Popconfirm>,
              ]}
            >
              <span className="pro-phrase">{phrase}</span>
            </List.Item>
          )}
        />
      )}
      <div className="pro-phrase-new">
        <Input
          aria-label="新的常用意见"
          placeholder="写一句常用的意见"
          maxLength={MAX_TEXT}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onPressEnter={() => void add()}
        />
        <Button loading={running === 'add'} disabled={text.trim() === ''} onClick={() => void add()}>
          添加
        </Button>
      </div>
    </Modal>
  )
}
