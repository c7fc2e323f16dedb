import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useAtomValue } from 'jotai'
import { type ReactNode, useMemo } from 'react'
import { decide, hiddenByPrefix } from '#runtime/access/decide.ts'
import { createLookup, dictKey } from '#runtime/data/dict.ts'
import { type Notify, RuntimeProvider } from '#runtime/fields/context.tsx'
import { fieldTypes } from '#runtime/fields/index.ts'
import { WidgetsProvider } from '#runtime/fields/widgets.ts'
import { setFailureReporter } from '#runtime/host/failures.ts'
import { usePage } from '#runtime/host/page-visibility.ts'
import { createDocuments } from '#runtime/resolve/source.ts'
import type { DictItem } from '#runtime/schema/field-value.ts'
import { blockWidgets } from './block-widgets.ts'
import { handlers } from './handlers.ts'
import { institution } from './institution.ts'
import { ownDialogs } from './own-dialogs.ts'
import { http } from './session/http.ts'
import { permissionsAtom, store, tokenAtom, userAtom } from './session/state.ts'
import { Issuer } from './shell/Issuer.tsx'
import { createTableSync } from './shell/live/table-sync.ts'
import { widgets } from './widgets.ts'

setFailureReporter(
  async (text, place) => (await http.send<string>('POST', '/sys/failure', { text, place })).result,
)

const noPermissions = { auth: [], allAuth: [] }

/** The services that the shell gives to every screen: HTTP, the user, the permissions, notices. */
export function AppRuntime({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const { message } = App.useApp()
  const page = usePage()
  const user = useAtomValue(userAtom)
  const lists = useAtomValue(permissionsAtom) ?? noPermissions

  const services = useMemo(() => {
    // Two equal texts at the same moment become one notice.
    const notify: Notify = (kind, text) => {
      // The user would attribute the notice of a hidden page to the visible one.
      const content = page.isShown() ? text : `${page.title()}：${text}`
      void message.open({ key: content, type: kind, content })
    }
    const lookup = createLookup((code) => client.getQueryData<DictItem[]>(dictKey(code)))
    const tableSync = createTableSync()
    return {
      http,
      types: fieldTypes,
      handlers,
      notify,
      lookup,
      tableSync,
      ownDialogs,
      Issuer,
      institution,
      blockWidgets,
      ...createDocuments(client, http),
    }
  }, [client, message, page])

  const value = useMemo(() => {
    const can = (code: string) => decide(code, lists, 'visible').allow && decide(code, lists, 'enabled').allow
    const hiddenBy = (prefix: string) => hiddenByPrefix(prefix, lists)
    return user && { ...services, user, can, hiddenBy, token: () => store.get(tokenAtom) }
  }, [services, user, lists])

  return (
    value && (
      <RuntimeProvider value={value}>
        <WidgetsProvider value={widgets}>{children}</WidgetsProvider>
      </RuntimeProvider>
    )
  )
}
