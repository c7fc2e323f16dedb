/** Calls back after the next frame is painted; a hidden page paints no frames, so a timer is used there. */
export function afterPaint(work: () => void): void {
  if (document.visibilityState === 'hidden') setTimeout(work)
  else requestAnimationFrame(() => setTimeout(work))
}
