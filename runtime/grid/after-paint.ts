/** Calls back when the next frame is on the screen; a page nobody sees makes no frames. */
export function afterPaint(work: () => void): void {
  if (document.visibilityState === 'hidden') setTimeout(work)
  else requestAnimationFrame(() => setTimeout(work))
}
