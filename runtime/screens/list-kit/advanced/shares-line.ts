import type { ListPlan } from '#runtime/compile/plan.ts'

/** Blank at the ends, print, refresh and settings, and the least room of the tabs. */
const OTHERS_WIDTH = 32 + 3 * 40 + 240

/** The width of a list before it is laid out, so that nothing moves then: the window without menu and side tree. */
export const estimateWidth = (hasSide: boolean): number => window.innerWidth - 240 - (hasSide ? 200 : 0)

/**
 * Whether the tabs of the views and the toolbar have room on one line. It depends on the buttons alone: the line stays as it
 * is when the bar of a selection takes the place of the toolbar.
 */
export function sharesLine({ toolbar }: Pick<ListPlan, 'toolbar'>, width: number): boolean {
  const buttons = toolbar.map(
    ({ title, icon, code, kind }) =>
      title.length * 14 + (icon !== undefined || code === 'add' || kind === 'superQuery' ? 62 : 40),
  )
  return buttons.reduce((sum, each) => sum + each, OTHERS_WIDTH) <= width
}
