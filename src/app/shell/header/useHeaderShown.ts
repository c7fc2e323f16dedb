import { type RefObject, useEffect, useState } from 'react'

/** While the header slides, the page below it scrolls without the user. */
const SETTLE_MS = 320
const HEADER_HEIGHT_PX = 48
/** Small steps back and forth are ignored. */
const MIN_SCROLL_PX = 12

export type HeaderHabit = 'stays' | 'hides' | 'leaves'

/**
 * Whether the header is visible: always; or hidden while the user scrolls down, shown on the first step up; or
 * hidden below the top of the page. The scrolling of the page counts as well as that of a table filling it.
 */
export function useHeaderShown(
  box: RefObject<HTMLElement | null>,
  habit: HeaderHabit,
  page: string,
): boolean {
  const [isShown, setShown] = useState(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page starts with the header
  useEffect(() => {
    setShown(true)
    const element = box.current
    if (habit === 'stays' || !element) return
    const tops = new WeakMap<Element, number>()
    let quietUntil = 0
    let isIn = true
    const onScroll = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || target.clientHeight < window.innerHeight / 2.5) return
      // The menu beside the page scrolls separately.
      if (target.closest('.app-sider')) return
      const { scrollTop } = target
      const moved = scrollTop - (tops.get(target) ?? 0)
      if (Math.abs(moved) < MIN_SCROLL_PX && scrollTop > 0) return
      tops.set(target, scrollTop)
      const now = performance.now()
      if (now < quietUntil || moved === 0) return
      // This close to the end, the height that the header frees would scroll the page up again.
      const scrollable = target.scrollHeight - target.clientHeight
      const away = scrollTop > HEADER_HEIGHT_PX && scrollable > 2 * HEADER_HEIGHT_PX
      const next = habit === 'hides' ? !(away && moved > 0) : !away
      if (next === isIn) return
      isIn = next
      quietUntil = now + SETTLE_MS
      setShown(next)
    }
    element.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => element.removeEventListener('scroll', onScroll, { capture: true })
  }, [box, habit, page])

  return isShown
}
