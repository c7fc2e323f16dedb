import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import type { PageSize } from './usePdf.ts'

/** Canvases have a limit on phones; above it the page is drawn coarser. */
const MAX_PIXELS = 16_000_000

interface Props {
  pdf: PDFDocumentProxy
  number: number
  /** The size of the first page, until this one is read. */
  guess: PageSize
  /** Pixels of the screen for a point. */
  scale: number
}

/** A page of a document, drawn while it is near the visible part. */
export function PdfPage({ pdf, number, guess, scale }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isNear, setNear] = useState(false)
  const [page, setPage] = useState<PDFPageProxy | null>(null)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    if (!box.current) return
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting === true), {
      root: box.current.parentElement?.parentElement ?? null,
      rootMargin: '100% 0px',
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (!isNear || page) return
    let isGone = false
    pdf.getPage(number).then(
      (read) => isGone || setPage(read),
      () => isGone || setBroken(true),
    )
    return () => {
      isGone = true
    }
  }, [pdf, number, isNear, page])
  useEffect(() => {
    const target = canvas.current
    if (!target || !page || !isNear) return
    const { width, height } = page.getViewport({ scale })
    const density = Math.min(window.devicePixelRatio || 1, Math.sqrt(MAX_PIXELS / (width * height)))
    const viewport = page.getViewport({ scale: scale * density })
    target.width = Math.floor(viewport.width)
    target.height = Math.floor(viewport.height)
    const drawing = page.render({ canvas: target, viewport })
    drawing.promise.catch((error: unknown) => {
      if (!(error instanceof Error && error.name === 'RenderingCancelledException')) setBroken(true)
    })
    return () => drawing.cancel()
  }, [page, isNear, scale])
  const size = page?.getViewport({ scale: 1 }) ?? guess
  return (
    <div
      ref={box}
      className="pro-view-page"
      data-page={number}
      style={{ width: size.width * scale, height: size.height * scale }}
    >
      {isBroken ? (
        <p>这一页没有画出来，请下载后查看</p>
      ) : (
        isNear && <canvas ref={canvas} role="img" aria-label={`第 ${number} 页`} />
      )}
    </div>
  )
}
