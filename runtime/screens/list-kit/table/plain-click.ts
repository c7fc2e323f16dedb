import type { MouseEvent } from 'react'

/**
 * Whether a click is in the row or the cell of its handler, outside links, buttons and controls. React brings those in a
 * menu or a dialog of the row too.
 */
export const isPlainClick = ({ target, currentTarget }: MouseEvent): boolean =>
  target instanceof Element &&
  currentTarget.contains(target) &&
  target.closest('a, button, label, input, textarea') === null
