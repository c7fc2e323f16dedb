import { CloseOutlined, DownloadOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Button, ConfigProvider, Modal, Spin } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Preview } from '#runtime/record/file-preview.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage, findErrorCode } from '#runtime/ui/errors/error-message.ts'
import { focusIfLost, useFocusReturn } from '#runtime/ui/focus/focus-return.ts'
import { StopPropagation } from '#runtime/ui/StopPropagation.tsx'
import { MediaView } from './MediaView.tsx'
import { PictureView } from './PictureView.tsx'
import { PdfView } from './pdf/PdfView.tsx'
import { TableView } from './TableView.tsx'
import { TextView } from './TextView.tsx'
import { Unreadable } from './Unreadable.tsx'
import { shownUrl, type ViewedFile, viewKind } from './viewed-file.ts'
import './viewer.css'

interface Props {
  files: readonly ViewedFile[]
  /** Index of the first file that is shown. */
  start: number
  onClose(): void
}

/** These use the arrow keys themselves. */
const takesArrows = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('input, audio, video, [role="tablist"]') !== null

/** Files in full size over the page, one after another by the arrow keys; Esc closes. */
export function FileViewer({ files, start, onClose }: Props) {
  const { http } = useServices()
  const [at, setAt] = useState(start)
  useFocusReturn()
  const file = files[at] ?? files[0]
  const path = file?.path ?? null
  const preview = useQuery({
    queryKey: ['file-preview', path],
    enabled: path !== null,
    queryFn: ({ signal }) => http.get<Preview>('/sys/common/preview', { path }, signal),
    retry: false,
    // The file may be replaced.
    gcTime: 0,
  })
  const body = useRef<HTMLDivElement>(null)
  // What had the focus may have gone with the file before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each file
  useEffect(() => {
    focusIfLost(() => body.current)
  }, [at])
  if (!file) return null
  const move = (by: -1 | 1) => setAt((index) => (index + by + files.length) % files.length)
  const onKeyDown = (event: KeyboardEvent) => {
    if (takesArrows(event.target) || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowLeft') move(-1)
    if (event.key === 'ArrowRight') move(1)
  }
  const name = preview.data?.name ?? file.name
  return (
    <StopPropagation>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the dialog inside */}
      <span style={{ display: 'contents' }} onKeyDown={onKeyDown}>
        {/* A form on a phone draws its inputs without borders. */}
        <ConfigProvider variant="outlined">
          <Modal
            open
            rootClassName="pro-view"
            width="100%"
            transitionName=""
            maskTransitionName=""
            closable={false}
            title={name}
            footer={
              <>
                {files.length > 1 && <Moves at={at} count={files.length} move={move} />}
                {file.canDownload && (
                  <Button icon={<DownloadOutlined aria-hidden />} href={file.url} download={name}>
                    下载
                  </Button>
                )}
                <Button icon={<CloseOutlined aria-hidden />} onClick={onClose}>
                  关闭
                </Button>
              </>
            }
            onCancel={onClose}
          >
            <div ref={body} className="pro-view-body" tabIndex={-1}>
              {preview.isLoading ? (
                <Spin className="pro-view-wait" />
              ) : (
                <Content key={at} file={file} name={name} preview={preview} />
              )}
            </div>
          </Modal>
        </ConfigProvider>
      </span>
    </StopPropagation>
  )
}

interface MovesProps {
  at: number
  count: number
  move(by: -1 | 1): void
}

const Moves = ({ at, count, move }: MovesProps) => (
  <span className="pro-view-moves">
    <Button
      type="text"
      icon={<LeftOutlined aria-hidden />}
      aria-label="上一个文件"
      onClick={() => move(-1)}
    />
    {at + 1} / {count}
    <Button
      type="text"
      icon={<RightOutlined aria-hidden />}
      aria-label="下一个文件"
      onClick={() => move(1)}
    />
  </span>
)

interface ContentProps {
  file: ViewedFile
  name: string
  preview: Pick<UseQueryResult<Preview>, 'data' | 'error' | 'refetch'>
}

function Content({ file, name, preview: { data, error, refetch } }: ContentProps) {
  if (error)
    return (
      <Unreadable
        text={errorMessage(error)}
        onRetry={findErrorCode(error) === 'BUSINESS' ? undefined : () => void refetch()}
      />
    )
  const kind = viewKind(file)
  if (kind === 'picture') return <PictureView src={shownUrl(file)} name={name} />
  if (kind === 'pdf') return <PdfView src={shownUrl(file)} />
  if (kind === 'sound' || kind === 'film') return <MediaView kind={kind} src={shownUrl(file)} name={name} />
  if (data?.text !== undefined)
    return <TextView text={data.text} isCut={data.isCut === true} size={data.size} />
  if (data?.sheets) return <TableView sheets={data.sheets} />
  const remedy = file.canDownload ? '请下载后用相应的软件查看' : '它也不提供下载，需要时请联系管理员'
  return <Unreadable title="这种文件不能在线查看" text={remedy} />
}
