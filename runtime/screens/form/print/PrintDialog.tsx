import { Button, Modal, Select } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { pageChoices, pageRule, printNote } from '#runtime/record/print/print-page.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useFocusReturn } from '#runtime/ui/focus/focus-return.ts'
import { usePaper } from './usePaper.ts'
import './print.css'

interface Props {
  /** The name of the printed object, which the browser offers as the name of the PDF file. */
  name: string
  page: string
  /** Absent: the page is that of a template, and cannot be changed. */
  onPage?(page: string): void
  /** Further controls: the choice of a template. */
  controls?: ReactNode
  /** Downloads the content as a PDF file of the server; absent: it is printed by the browser only. */
  onDownload?(): Promise<void>
  /** False while the content is loading, or when it failed. */
  isReady: boolean
  onClose(): void
  /** Papers. */
  children: ReactNode
}

/** A sheet of the dialog's paper; the content of each starts on a new page. */
export const Paper = ({ children }: { children: ReactNode }) => (
  <div className="pro-print-paper">{children}</div>
)

/** The preview of a printed page. Printing shows the content of this dialog and nothing else. */
export function PrintDialog(props: Props) {
  const { name, page, onPage, onDownload, controls, isReady, onClose, children } = props
  const { user } = useServices()
  const [isDownloading, setDownloading] = useState(false)
  const [isActualSize, setActualSize] = useState(false)
  useFocusReturn()
  // A phone is narrower than the paper: the preview shows its whole width first.
  const { paper, measure, scale, style } = usePaper(page, isActualSize)
  useEffect(() => {
    const before = document.title
    document.title = name
    return () => {
      document.title = before
    }
  }, [name])
  const download = () => {
    setDownloading(true)
    void onDownload?.().finally(() => setDownloading(false))
  }
  return (
    <Modal
      open
      rootClassName="pro-print"
      width="100%"
      transitionName=""
      maskTransitionName=""
      closable={false}
      title={
        <>
          <span>
            打印预览 <small>{name}</small>
          </span>
          {scale < 1 && (
            <Button type="link" size="small" onClick={() => setActualSize(!isActualSize)}>
              {isActualSize ? '适合屏宽' : '原大'}
            </Button>
          )}
        </>
      }
      footer={
        <>
          {controls}
          {onPage && (
            <Select
              aria-label="纸张"
              value={page}
              options={[...pageChoices]}
              onChange={onPage}
              popupMatchSelectWidth={false}
            />
          )}
          <Button onClick={onClose}>关闭</Button>
          {onDownload && (
            <Button disabled={!isReady} loading={isDownloading} onClick={download}>
              下载 PDF
            </Button>
          )}
          <Button type="primary" disabled={!isReady} onClick={() => window.print()}>
            打印
          </Button>
        </>
      }
      onCancel={onClose}
    >
      <style>{pageRule(paper, printNote(user.realname, new Date()))}</style>
      <div ref={measure}>
        <div className="pro-print-papers" data-label={paper.isLabel || undefined} style={style}>
          {children}
        </div>
      </div>
    </Modal>
  )
}
