import { useLayoutEffect } from 'react'
import type { ListState } from '#runtime/compile/list/url.ts'
import { type Page, usePage } from '#runtime/host/page-visibility.ts'

const findLink = (page: Page, id: string | undefined): HTMLElement | null | undefined =>
  page
    .findAll('[data-row-id]')
    .find((row) => row.dataset.rowId === id)
    ?.querySelector<HTMLElement>('a')

/**
 * After a form closes, restores the focus to the element that opened it; if that was removed (a menu), to the row of
 * the record.
 */
export function useRestoreFocus(form: ListState['form']): void {
  const page = usePage()
  const mode = form?.mode
  const id = form?.id
  useLayoutEffect(() => {
    if (!mode) return
    const from = document.activeElement
    return () => {
      setTimeout(() => {
        if (document.activeElement && document.activeElement !== document.body) return
        const isThere = from instanceof HTMLElement && from.isConnected && from !== document.body
        const back = isThere && from.checkVisibility?.() !== false ? from : findLink(page, id)
        back?.focus({ preventScroll: true })
      })
    }
  }, [page, mode, id])
}
