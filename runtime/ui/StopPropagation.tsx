import type { ReactNode, SyntheticEvent } from 'react'

const stop = (event: SyntheticEvent) => event.stopPropagation()

/**
 * React bubbles the events of a dialog to the parents of its opener. Keys and pastes in a picker belong to the
 * picker, and its search must not submit the form. Mouse events pass: a detail table detects by them that its editor
 * is still in use.
 */
export const StopPropagation = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: it only stops the propagation of events
  <span
    style={{ display: 'contents' }}
    onKeyDown={stop}
    onCopy={stop}
    onCut={stop}
    onPaste={stop}
    onSubmit={stop}
  >
    {children}
  </span>
)
