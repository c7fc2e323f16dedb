import { useEffect, useRef } from 'react'
import { usePage } from '#runtime/host/page-visibility.ts'
import { type ListContext, listCommands } from './list-commands.ts'

/** The name of a pressed key by its position: with Alt some systems type another letter. */
const keyName = ({ ctrlKey, metaKey, altKey, code }: KeyboardEvent): string =>
  `${ctrlKey || metaKey ? 'Mod+' : ''}${altKey ? 'Alt+' : ''}${code.replace(/^Key/, '')}`

/** Runs the commands of the list by their keys while this page is visible and the focus is in no dialog. */
export function useListKeys(context: ListContext): void {
  const page = usePage()
  const latest = useRef(context)
  latest.current = context
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const name = keyName(event)
      const command = Object.values(listCommands).find(({ keys }) => keys.includes(name))
      const isInDialog = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null
      if (!command?.isAvailable(latest.current) || isInDialog || !page.isShown()) return
      event.preventDefault()
      command.run(latest.current)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [page])
}
