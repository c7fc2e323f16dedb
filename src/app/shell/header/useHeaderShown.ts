import { type RefObject, useEffect, useState } from 'react'

/** While the header slides, the page below it scrolls without the user. */
const settling = 320
const headerHeight = 48
/** Small steps back and forth are ignored. */
const step = 12

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
      if (Math.abs(moved) < step && scrollTop > 0) return
      tops.set(target, scrollTop)
      const now = performance.now()
      if (now < quietUntil || moved === 0) return
      // This close to the end, the height that the header frees would scroll the page up again.
      const scrollable = target.scrollHeight - target.clientHeight
      const away = scrollTop > headerHeight && scrollable > 2 * headerHeight
      const next = habit === 'hides' ? !(away && moved > 0) : !away
      if (next === isIn) return
      isIn = next
      quietUntil = now + settling
      setShown(next)
    }
    element.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => element.removeEventListener('scroll', onScroll, { capture: true })
  }, [box, habit, page])

  return isShown
}
