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

/** A sheet of the dialog's paper; the content of each starts on a new page. `pageName`: it has a page rule of its own. */
export const Paper = ({ pageName, children }: { pageName?: string | undefined; children: ReactNode }) => (
  <div className="pro-print-paper" style={pageName === undefined ? undefined : { page: pageName }}>
    {children}
  </div>
)

/**
 * The names of the pages of papers with different headers or footers. The last paper has none: what follows it in the dialog
 * has none either, and another name would begin a page.
 */
export function pageNames(running: readonly Running[]): (string | undefined)[] {
  const [first, ...others] = running.map((each) => JSON.stringify(each))
  const isSame = others.every((other) => other === first)
  return running.map((_, at) => (isSame || at === running.length - 1 ? undefined : `pro-print-${at}`))
}

/** The rules of the printed pages. */
function pageRules(layout: PageLayout, running: readonly Running[]): string {
  const names = pageNames(running)
  const named = running.flatMap((each, at) => {
    const name = names[at]
    return name === undefined ? [] : [pageRule(layout, each, name)]
  })
  return [pageRule(layout, running.at(-1) ?? {}), ...named].join('\n')
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
