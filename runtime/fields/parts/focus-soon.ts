/** A pop-up joins the page only after its content was made: `autoFocus` would come too early. Answers what ends it. */
export function focusSoon(focus: () => void): () => void {
  const frame = requestAnimationFrame(focus)
  return () => cancelAnimationFrame(frame)
}
