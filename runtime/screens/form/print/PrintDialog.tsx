import { Button, Modal, Select } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { pageRule, printNote } from '#runtime/record/print/print-page.ts'
import { defaultRunning, type Running } from '#runtime/record/print/running.ts'
import { type PageLayout, pageChoices } from '#runtime/schema/kinds/print/page.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useFocusReturn } from '#runtime/ui/focus/focus-return.ts'
import { usePaper } from './usePaper.ts'
import './print.css'

interface Props {
  /** The name of the printed object, which the browser offers as the name of the PDF file. */
  name: string
  layout: PageLayout
  /** The header and the footer of each paper; absent: the default footer on all of them. */
  running?: readonly Running[]
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

/** The name of the pages of the paper at a position, where papers differ in their headers and footers. */
const pageName = (at: number): string => `pro-print-${at}`

/** A sheet of the dialog's paper; the content of each starts on a new page. `at`: it has a header and a footer of its own. */
export const Paper = ({ at, children }: { at?: number; children: ReactNode }) => (
  <div className="pro-print-paper" style={at === undefined ? undefined : { page: pageName(at) }}>
    {children}
  </div>
)

/** The rules of the printed pages: one for all papers, else one for each. */
function pageRules(layout: PageLayout, running: readonly Running[]): string {
  const [first = {}, ...others] = running
  const isSame = others.every((other) => JSON.stringify(other) === JSON.stringify(first))
  const all = pageRule(layout, first)
  return isSame ? all : [all, ...running.map((each, at) => pageRule(layout, each, pageName(at)))].join('\n')
}

/** The preview of a printed page. Printing shows the content of this dialog and nothing else. */
export function PrintDialog(props: Props) {
  const { name, layout, running, onPage, onDownload, controls, isReady, onClose, children } = props
  const { user } = useServices()
  const [isDownloading, setDownloading] = useState(false)
  const [isActualSize, setActualSize] = useState(false)
  useFocusReturn()
  // A phone is narrower than the paper: the preview shows its whole width first.
  const { measure, scale, style } = usePaper(layout, isActualSize)
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
              value={layout.page}
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
      <style>{pageRules(layout, running ?? [defaultRunning(printNote(user.realname, new Date()))])}</style>
      <div ref={measure}>
        <div className="pro-print-papers" style={style}>
          {children}
        </div>
      </div>
    </Modal>
  )
}
