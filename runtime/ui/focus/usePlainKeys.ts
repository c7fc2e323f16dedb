import { type RefObject, useEffect, useRef } from 'react'
import { usePage } from '#runtime/host/page-visibility.ts'
import { type CommandTable, runKey } from '../commands/run-key.ts'
import { isTextInput } from './buffer-keystrokes.ts'

/** An open dialog, drawer or menu has the keyboard, unless it is the place of the commands. */
const layers = '.ant-modal-wrap, .ant-drawer-open, .ant-dropdown, .ant-select-dropdown'
const isCovered = (place?: Element | null): boolean =>
  [...document.querySelectorAll<HTMLElement>(layers)].some(
    (layer) =>
      layer.style.display !== 'none' &&
      !/-hidden\b/.test(layer.className) &&
      !(place && layer.contains(place)),
  )

/**
 * Runs commands by their letters on the visible page, unless somebody types or a dialog is open; with `place`, in the
 * dialog of that element.
 */
export function usePlainKeys<Context>(
  table: CommandTable<Context>,
  context: Context,
  isOn = true,
  place?: RefObject<Element | null>,
): void {
  const page = usePage()
  const latest = useRef(context)
  latest.current = context
  useEffect(() => {
    if (!isOn) return
    const hear = (event: KeyboardEvent) => {
      const { isComposing, defaultPrevented, target } = event
      if (isComposing || defaultPrevented || !page.isShown() || isTextInput(target)) return
      if (!isCovered(place?.current)) runKey(table, latest.current, event)
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [page, table, isOn, place])
}
