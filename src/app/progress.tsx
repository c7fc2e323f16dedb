import type { NProgress } from 'nprogress'
import { useEffect } from 'react'

async function loadBar(): Promise<NProgress> {
  const { default: bar } = await import('nprogress')
  return bar.configure({
    showSpinner: false,
    // The library's own template names ARIA roles that do not exist.
    template: '<div class="app-bar" data-progress-bar aria-hidden="true"></div>',
    barSelector: '[data-progress-bar]',
  })
}

let loading: Promise<NProgress> | undefined

/** Uses the bar once its code is loaded; a page works without it. */
function withBar(use: (bar: NProgress) => void): void {
  loading ??= loadBar()
  loading.then(use, () => undefined)
}

/**
 * A thin bar at the top for each change of page, for as long as the page is busy. The bar measures itself: begun when
 * the page has been painted, it causes no layout of a page that is being laid out.
 */
export function useProgress(page: string, isBusy: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page restarts the bar
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        withBar((bar) => {
          bar.start()
          if (!isBusy) bar.done()
        })
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [page, isBusy])
}

let waits = 0

/** The bar is shown while any work is busy. */
export function useBusy(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return
    waits++
    withBar((bar) => bar.start())
    return () => {
      waits--
      if (waits === 0) withBar((bar) => bar.done())
    }
  }, [isBusy])
}

/** The placeholder of a page whose code is loading. */
export function Pending() {
  useBusy(true)
  return null
}
