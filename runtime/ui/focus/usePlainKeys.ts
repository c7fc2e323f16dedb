import { useEffect, useRef } from 'react'
import { usePage } from '#runtime/host/page-visibility.ts'
import { isTextInput } from './buffer-keystrokes.ts'

type Keys = Readonly<Record<string, () => void>>

/** An open dialog, drawer or menu has the keyboard. */
const layers = '.ant-modal-wrap, .ant-drawer-open, .ant-dropdown, .ant-select-dropdown'
const isCovered = (): boolean =>
  [...document.querySelectorAll<HTMLElement>(layers)].some(
    (layer) => layer.style.display !== 'none' && !/-hidden\b/.test(layer.className),
  )

/** Letters that act on the visible page, unless somebody types or a dialog is open. */
export function usePlainKeys(keys: Keys, isOn = true): void {
  const page = usePage()
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    if (!isOn) return
    const hear = (event: KeyboardEvent) => {
      const { ctrlKey, altKey, metaKey, isComposing, defaultPrevented, target } = event
      const act = latest.current[event.key.toLowerCase()]
      if (!act || ctrlKey || altKey || metaKey || isComposing || defaultPrevented) return
      if (!page.isShown() || isTextInput(target) || isCovered()) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [page, isOn])
}
