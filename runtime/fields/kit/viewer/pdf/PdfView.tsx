import { PrinterOutlined } from '@ant-design/icons'
import { Button, InputNumber, Spin } from 'antd'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useRef, useState } from 'react'
import { useServices } from '#runtime/services/services.tsx'
import { useSize } from '#runtime/ui/layout/useSize.ts'
import { PrintedPages } from '../PrintedPages.tsx'
import { Unreadable } from '../Unreadable.tsx'
import { useZoom } from '../useZoom.ts'
import { ZoomButtons } from '../ZoomButtons.tsx'
import { drawPages, MAX_PRINTED } from './draw-pages.ts'
import { PdfPage } from './PdfPage.tsx'
import { PdfSearch } from './PdfSearch.tsx'
import { type PageSize, usePdf } from './usePdf.ts'

/** Around the pages. */
const MARGIN = 16
/** Pixels for a point at which a page of A4 has the width of a sheet on most screens. */
const MAX_FIT = 1.6

/** The pages of a PDF file below each other, drawn as they come into view. */
export function PdfView({ src }: { src: string }) {
  const read = usePdf(src)
  if (read.state === 'reading') return <Spin className="pro-view-wait" />
  if (read.state === 'failed') return <Unreadable text={read.text} />
  return <Pages pdf={read.pdf} first={read.first} />
}

function Pages({ pdf, first }: { pdf: PDFDocumentProxy; first: PageSize }) {
  const zoom = useZoom()
  const stage = useRef<HTMLElement>(null)
  const [measure, { width }] = useSize<HTMLDivElement>()
  const [current, setCurrent] = useState(1)
  const scale = Math.min(MAX_FIT, Math.max(0, width - 2 * MARGIN) / first.width) * zoom.zoom
  const pages = () => [...(stage.current?.querySelectorAll<HTMLElement>('[data-page]') ?? [])]
  const goTo = (number: number | null) => {
    if (number) pages()[number - 1]?.scrollIntoView({ block: 'start' })
  }
  const follow = () => {
    const { scrollTop = 0, clientHeight = 0, offsetTop = 0 } = stage.current ?? {}
    const middle = scrollTop + clientHeight / 2
    setCurrent(Math.max(1, pages().filter((page) => page.offsetTop - offsetTop <= middle).length))
  }
  return (
    <div className="pro-view-part">
      <div className="pro-view-bar">
        <span className="pro-view-moves">
          <InputNumber
            aria-label="页码"
            size="small"
            min={1}
            max={pdf.numPages}
            precision={0}
            controls={false}
            value={current}
            onChange={goTo}
          />
          / {pdf.numPages} 页
        </span>
        <ZoomButtons {...zoom} />
        <PdfSearch pdf={pdf} current={current} goTo={goTo} />
        <PrintButton pdf={pdf} />
      </div>
      <section
        ref={stage}
        className="pro-view-pages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
        tabIndex={0}
        aria-label="页面"
        onScroll={follow}
      >
        <div ref={measure}>
          {width > 0 &&
            Array.from({ length: pdf.numPages }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pages do not move
              <PdfPage key={at} pdf={pdf} number={at + 1} guess={first} scale={scale} />
            ))}
        </div>
      </section>
    </div>
  )
}

function PrintButton({ pdf }: { pdf: PDFDocumentProxy }) {
  const { notify } = useServices()
  const [isDrawing, setDrawing] = useState(false)
  const [urls, setUrls] = useState<string[] | null>(null)
  const print = async () => {
    if (pdf.numPages > MAX_PRINTED) return notify('warning', `超过 ${MAX_PRINTED} 页，请下载后打印`)
    setDrawing(true)
    try {
      setUrls(await drawPages(pdf))
    } catch {
      notify('error', '没有准备好打印，请下载后打印')
    } finally {
      setDrawing(false)
    }
  }
  const done = () => {
    for (const url of urls ?? []) URL.revokeObjectURL(url)
    setUrls(null)
  }
  return (
    <>
      <Button
        type="text"
        icon={<PrinterOutlined aria-hidden />}
        loading={isDrawing}
        onClick={() => void print()}
      >
        打印
      </Button>
      {urls && <PrintedPages urls={urls} onDone={done} />}
    </>
  )
}
