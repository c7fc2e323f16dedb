import { ConfigProvider } from 'antd'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { DrawnWindow } from '#runtime/ui/layout/useNarrow.ts'

/** Copies the styles of this page into the frame, now and whenever styles are added. */
function copyStyles(from: Document, to: Document): void {
  const copies = new Map<Node, Node>()
  const copy = () => {
    const nodes = [...from.head.querySelectorAll('style, link[rel="stylesheet"]')]
    for (const node of nodes) {
      const clone = node.cloneNode(true)
      const old = copies.get(node)
      if (old?.isEqualNode(clone)) continue
      if (old) to.head.replaceChild(clone, old)
      else to.head.append(clone)
      copies.set(node, clone)
    }
  }
  copy()
  const observer = new MutationObserver(copy)
  observer.observe(from.head, { childList: true, subtree: true, characterData: true })
  to.defaultView?.addEventListener('pagehide', () => observer.disconnect())
  const { documentElement, body } = from
  to.documentElement.lang = documentElement.lang
  for (const [element, clone] of [
    [documentElement, to.documentElement],
    [body, to.body],
  ] as const)
    for (const { name, value } of element.attributes) clone.setAttribute(name, value)
}

/** Draws its content in a window as wide as a phone, with the styles of this page. */
export function PhoneFrame({ children }: { children: ReactNode }) {
  const [view, setView] = useState<Window | null>(null)
  const attach = (frame: HTMLIFrameElement | null) => {
    const inner = frame?.contentWindow
    if (!inner || inner === view) return
    copyStyles(document, inner.document)
    setView(inner)
  }
  return (
    <>
      <iframe ref={attach} className="view-design-phone" title="手机上的样子" />
      {view &&
        createPortal(
          <DrawnWindow value={view}>
            <ConfigProvider getPopupContainer={(node) => node?.ownerDocument.body ?? view.document.body}>
              {/* The class has the variables of the theme. */}
              <div className="look view-design-phone-sheet">{children}</div>
            </ConfigProvider>
          </DrawnWindow>,
          view.document.body,
        )}
    </>
  )
}
