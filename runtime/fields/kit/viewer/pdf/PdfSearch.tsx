import { Input } from 'antd'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { findPages } from './find-pages.ts'

interface Props {
  pdf: PDFDocumentProxy
  /** The number of the page in view. */
  current: number
  goTo(number: number): void
}

interface Found {
  text: string
  pages: readonly number[]
}

/** Finds the pages with a text; each further Enter goes to the next one. */
export function PdfSearch({ pdf, current, goTo }: Props) {
  const [found, setFound] = useState<Found | null>(null)
  const [isSearching, setSearching] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const search = async (text: string) => {
    running.current?.abort()
    if (text.trim() === '') return setFound(null)
    if (found?.text === text) {
      const next = found.pages.find((page) => page > current) ?? found.pages[0]
      if (next !== undefined) goTo(next)
      return
    }
    const search = new AbortController()
    running.current = search
    setSearching(true)
    try {
      const pages = await findPages(pdf, text, search.signal)
      setFound({ text, pages })
      const first = pages.find((page) => page >= current) ?? pages[0]
      if (first !== undefined) goTo(first)
    } catch {
      // Another search took its place, or a page cannot be read.
    } finally {
      if (running.current === search) setSearching(false)
    }
  }
  return (
    <span className="pro-view-search">
      <Input.Search
        aria-label="查找文字"
        placeholder="查找文字"
        size="small"
        loading={isSearching}
        onSearch={(text) => void search(text)}
      />
      {found && <output>{found.pages.length === 0 ? '没有找到' : `${found.pages.length} 页里有`}</output>}
    </span>
  )
}
