import { CloseOutlined, PaperClipOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Mentions } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useUnsaved } from '#runtime/host/useUnsaved.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { keyLabel } from '#runtime/ui/commands/key-label.ts'
import { runKey } from '#runtime/ui/commands/run-key.ts'
import { noticeText } from '#runtime/ui/errors/notice-text.ts'
import { commentCommands } from '../commands/form-commands.ts'
import { useAttachments } from './useAttachments.ts'
import { buildPlace, type Comment } from './useComments.ts'

interface Props {
  screen: ScreenDocument
  id: string
  /** The comment that the next one answers. */
  answered: Comment | null
  onAnswered(): void
  /** Resolves when the comments have been read again. */
  onSent(): Promise<unknown>
}

/** What was typed and not sent, by record, until the page is loaded again: a closed drawer loses nothing. */
const unsent = new Map<string, string>()
const MAX_TEXT = 2000

/** The place to write a comment: `@` offers users, Ctrl+Enter sends. */
export function CommentComposer({ screen, id, answered, onAnswered, onSent }: Props) {
  const { http } = useServices()
  const key = `${screen.id}:${id}`
  const [text, setText] = useState(() => unsent.get(key) ?? '')
  const [note, setNote] = useState('')
  const [isSending, setSending] = useState(false)
  const { files, isUploading, fault, add, remove } = useAttachments()
  /** The comment that was sent without all its files: what is left goes to it. */
  const unfinished = useRef<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const people = usePeople(screen, id)
  const keep = (typed: string) => {
    setText(typed)
    if (typed) unsent.set(key, typed)
    else unsent.delete(key)
  }
  useUnsaved(
    () => text.trim() !== '' || files.length > 0,
    () => unsent.delete(key),
  )
  useEffect(() => {
    if (answered) box.current?.querySelector('textarea')?.focus()
  }, [answered])

  const send = async () => {
    const commentContent = text.trim() || (files.length > 0 ? '上传了附件' : '')
    if (!commentContent || isSending || isUploading) return
    setSending(true)
    setNote('')
    const place = { ...buildPlace(screen, id), commentId: answered?.id ?? '' }
    try {
      let note = '附件已补上'
      if (text.trim() !== '') unfinished.current = null
      if (unfinished.current === null) {
        const { result, message } = await http.send<string>('POST', '/sys/comment/addText', {
          ...place,
          commentContent,
        })
        unfinished.current = result
        note = message
        keep('')
        onAnswered()
      }
      for (const { path } of files) {
        await http.send('POST', '/sys/comment/appAddFile', { commentId: unfinished.current, savePath: path })
        remove(path)
      }
      unfinished.current = null
      setNote(note)
    } catch (error) {
      const reason = noticeText(error) ?? ''
      setNote(
        unfinished.current === null ? reason : `评论已发出，附件没有跟上（${reason}），再按发送只补附件`,
      )
    } finally {
      setSending(false)
      await onSent()
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (runKey(commentCommands, { send: () => void send() }, event)) event.stopPropagation()
  }
  return (
    <div ref={box} className="pro-comment-composer">
      {answered && (
        <p className="pro-comment-answered">
          回复 {answered.fromUserId_dictText}
          <Button
            type="text"
            size="small"
            aria-label="不回复"
            icon={<CloseOutlined aria-hidden />}
            onClick={onAnswered}
          />
        </p>
      )}
      <Mentions
        aria-label="写评论"
        placeholder="写评论，输入 @ 提到同事"
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={MAX_TEXT}
        value={text}
        readOnly={isSending}
        onChange={keep}
        onKeyDown={onKeyDown}
        onSearch={people.search}
        loading={people.isLoading}
        notFoundContent={people.isLoading ? '正在找…' : '没有找到这个人'}
        filterOption={false}
        options={people.options}
      />
      {files.length > 0 && (
        <ul className="pro-comment-files" aria-label="要发的附件">
          {files.map(({ path, name }) => (
            <li key={path}>
              {name}
              <Button
                type="text"
                size="small"
                aria-label={`去掉附件 ${name}`}
                icon={<CloseOutlined aria-hidden />}
                onClick={() => remove(path)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="pro-comment-foot">
        <Attach onFiles={add} isUploading={isUploading} />
        <span role="status">{fault || note}</span>
        <span className="pro-gap" />
        <Button
          type="primary"
          loading={isSending}
          disabled={isUploading || (text.trim() === '' && files.length === 0)}
          title={keyLabel(commentCommands.send)}
          onClick={() => void send()}
        >
          {commentCommands.send.title}
        </Button>
      </div>
    </div>
  )
}

function Attach({ onFiles, isUploading }: { onFiles(files: readonly File[]): void; isUploading: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        icon={<PaperClipOutlined aria-hidden />}
        loading={isUploading}
        onClick={() => input.current?.click()}
      >
        附件
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="选择附件"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </>
  )
}

interface Found {
  id: string
  username: string
  realname: string
}

/** The users whom `@` offers for what was typed behind it. */
function usePeople(screen: ScreenDocument, id: string) {
  const { http } = useServices()
  const [keyword, setKeyword] = useState<string | null>(null)
  const found = useQuery({
    queryKey: ['comment-people', screen.id, id, keyword],
    queryFn: ({ signal }) =>
      http.get<Found[]>('/sys/comment/people', { ...buildPlace(screen, id), keyword }, signal),
    enabled: keyword !== null,
    staleTime: 60_000,
  })
  const options = (found.data ?? []).map(({ username, realname }) => ({
    value: `${realname}[${username}]`,
    key: username,
    label: (
      <>
        {realname} <small>{username}</small>
      </>
    ),
  }))
  return { search: (text: string) => setKeyword(text), isLoading: found.isFetching, options }
}
