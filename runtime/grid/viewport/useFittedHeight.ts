import { type RefObject, useEffect, useState } from 'react'

/** Lowest height of a fitted table in pixels: head, totals and two rows. A form without this space scrolls instead. */
const MIN_FITTED_HEIGHT = 170

interface Measures {
  /** The declared maximum height. */
  max: number
  /** The height of the visible part of the form. */
  limit: number
  /** Height of the form above the table, and of the parts of the table below its rows with the padding of the form. */
  above: number
  below: number
  /** Height of the tool bar of the table. */
  bar: number
}

/**
 * The maximum height of a table in pixels so that its totals and its status line are visible without scrolling the form;
 * where the fields above leave too little space, so that they are visible once the form is scrolled to the table.
 */
export function fittedHeight({ max, limit, above, below, bar }: Measures): number {
  const space = limit - above - below
  return Math.min(max, space >= MIN_FITTED_HEIGHT ? space : Math.max(MIN_FITTED_HEIGHT, limit - bar - below))
}

const findScroller = (element: Element): HTMLElement | null => {
  const parent = element.parentElement
  if (!parent) return null
  return /auto|scroll/.test(getComputedStyle(parent).overflowY) ? parent : findScroller(parent)
}

function measure(grid: HTMLElement, scroller: HTMLElement, max: number): number {
  const style = getComputedStyle(scroller)
  // A dialog grows with its content up to this height.
  const limit = Number.parseFloat(style.maxHeight) || scroller.clientHeight
  const box = scroller.getBoundingClientRect()
  const table = grid.parentElement?.getBoundingClientRect()
  if (!table || limit <= 0 || box.height === 0) return max
  // An opening dialog is drawn smaller than it is.
  const scale = box.height / scroller.offsetHeight
  const { top, bottom } = grid.getBoundingClientRect()
  return fittedHeight({
    max,
    limit,
    above: (top - box.top) / scale + scroller.scrollTop,
    // The height is that of the content, between the borders of the grid.
    below:
      (table.bottom - bottom) / scale + Number.parseFloat(style.paddingBottom || '0') + 2 * grid.clientTop,
    bar: (top - table.top) / scale,
  })
}

/** The maximum height of the grid in the form around it; outside a form the declared one. */
export function useFittedHeight(grid: RefObject<HTMLElement | null>, max: number): number {
  const [height, setHeight] = useState(max)
  useEffect(() => {
    const form = grid.current?.closest<HTMLElement>('.pro-form')
    const scroller = form && findScroller(form)
    if (!scroller) return setHeight(max)
    const fit = () => grid.current && setHeight(Math.floor(measure(grid.current, scroller, max)))
    // The form: its fields above the table may take another number of lines.
    const observer = new ResizeObserver(fit)
    observer.observe(form)
    observer.observe(scroller)
    window.addEventListener('resize', fit)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', fit)
    }
  }, [grid, max])
  return height
}
