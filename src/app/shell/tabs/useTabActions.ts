import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useStore } from 'jotai'
import { useContext } from 'react'
import { flushSync } from 'react-dom'
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom'
import { giveUp, hasUnsaved } from '#runtime/host/unsaved.ts'
import { errorText } from '#runtime/kernel/errors.ts'
import { askToDiscard } from '#runtime/ui/overlay/confirm-discard.ts'
import { formatAddress } from './place.ts'
import { tabsAtom } from './state.ts'
import { type Closing, closing, neighbour } from './tabs.ts'

const refusals = { home: 'HOME_TAB', last: 'LAST_TAB' } as const

/** The actions on tabs; an action that would lose unsaved work requests confirmation first. */
export function useTabActions() {
  const { navigator } = useContext(NavigationContext)
  const { message, modal } = App.useApp()
  const client = useQueryClient()
  const store = useStore()
  const findTab = (tabKey: string) => store.get(tabsAtom).list.find(({ key }) => key === tabKey)

  const mayGo = async (keys: readonly string[]): Promise<boolean> => {
    if (!keys.some((key) => hasUnsaved(key))) return true
    if (!(await askToDiscard(modal))) return false
    for (const key of keys) giveUp(key)
    return true
  }

  return {
    select(key: string) {
      const tab = findTab(key)
      if (tab && key !== store.get(tabsAtom).active) navigator.push(formatAddress(tab.location))
    },

    async close(range: Closing, key: string) {
      const { keys, refusal } = closing(store.get(tabsAtom), range, key)
      if (refusal) void message.warning({ key: refusal, content: errorText(refusals[refusal]) })
      if (!keys || !(await mayGo(keys))) return
      const now = store.get(tabsAtom)
      store.set(tabsAtom, { kind: 'close', keys })
      if (!keys.includes(now.active)) return
      const next = range === 'one' ? neighbour(now, keys) : findTab(key)
      if (next) navigator.replace(formatAddress(next.location))
    },

    /** Mounts the page and loads its data again; data that other pages use as well stays unchanged. */
    async refresh(key: string) {
      if (!store.get(tabsAtom).mountedKeys.includes(key) || !(await mayGo([key]))) return
      const cache = client.getQueryCache()
      const watched = cache.getAll().filter((query) => query.getObserversCount() > 0)
      flushSync(() => store.set(tabsAtom, { kind: 'blank', key }))
      for (const query of watched) if (query.getObserversCount() === 0) cache.remove(query)
      store.set(tabsAtom, { kind: 'again', key })
    },
  }
}
