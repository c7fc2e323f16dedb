import type { MouseEvent } from 'react'

const mainId = 'app-main'

/** Attributes of the element around the open page; scripts may focus it, Tab does not stop there. */
export const mainProps = { id: mainId, tabIndex: -1 }

export const mainElement = (): HTMLElement | null => document.getElementById(mainId)

/** Focuses the open page, unless one of its controls has the focus already. */
export function focusMain(): void {
  const main = mainElement()
  if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
}

/** The first stop of the shell, visible while it has the focus: passes the menu and the header. */
export function SkipLink() {
  const skip = (event: MouseEvent) => {
    // The address belongs to the router: a fragment would become part of it.
    event.preventDefault()
    focusMain()
  }
  return (
    <a className="app-skip-link" href={`#${mainId}`} onClick={skip}>
      跳到内容
    </a>
  )
}
