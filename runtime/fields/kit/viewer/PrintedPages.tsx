import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import './print.css'

interface Props {
  /** The pictures of the pages. */
  urls: readonly string[]
  onDone(): void
}

/** Prints pictures, one on each paper, and nothing else of the page. */
export function PrintedPages({ urls, onDone }: Props) {
  const papers = useRef<HTMLDivElement>(null)
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    let isGone = false
    const pictures = [...(papers.current?.querySelectorAll('img') ?? [])]
    void Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined))).then(() => {
      if (isGone) return
      window.print()
      done.current()
    })
    return () => {
      isGone = true
    }
  }, [])
  return createPortal(
    <div ref={papers} className="pro-view-papers">
      {urls.map((url) => (
        <img key={url} src={url} alt="" />
      ))}
    </div>,
    document.body,
  )
}
