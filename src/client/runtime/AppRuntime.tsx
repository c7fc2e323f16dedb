import { useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useAtomValue } from 'jotai'
import { type ReactNode, useMemo } from 'react'
import { decide, hiddenByPrefix } from '#runtime/access/decide.ts'
import { FieldTypesProvider } from '#runtime/contract/field-types.ts'
import { WidgetsProvider } from '#runtime/contract/widgets.ts'
import { createLookup, dictKey } from '#runtime/data/dict.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { setFailureReporter } from '#runtime/host/failures.ts'
import { usePage } from '#runtime/host/page-visibility.ts'
import { createDocuments } from '#runtime/resolve/source.ts'
import type { DictItem } from '#runtime/schema/field-value.ts'
import { DocumentLoaderProvider } from '#runtime/services/documents.ts'
import { ExtensionsProvider } from '#runtime/services/extensions.ts'
import { type Institution, InstitutionProvider } from '#runtime/services/institution.ts'
import type { NoticeAction, Notify } from '#runtime/services/services.tsx'
import { ServicesProvider } from '#runtime/services/services.tsx'
import { TableSyncProvider } from '#runtime/services/table-sync.ts'
import { institution } from '../institution.ts'
import { createLazyTableSync } from '../live/lazy-table-sync.ts'
import { useClientParts } from '../modules/client-parts.ts'
import { http } from '../session/http.ts'
import { permissionsAtom, store, tokenAtom, userAtom } from '../session/state.ts'
import { Issuer } from './Issuer.tsx'

setFailureReporter(
  async (text, place) => (await http.send<string>('POST', '/sys/failure', { text, place })).result,
)

/** Seconds for which a notice is shown: long enough to read its text, and to decide about its action. */
const MIN_NOTICE_S = 3
const ACTION_NOTICE_S = 10
const CHARACTERS_PER_SECOND = 8

const noPermissions = { auth: [], allAuth: [] }
const issuer: Institution = { name: institution, Issuer }

/** The services that the shell gives to every screen: HTTP, the user, the permissions, notices. */
export function AppRuntime({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const { message, modal } = App.useApp()
  const page = usePage()
  const parts = useClientParts()
  const user = useAtomValue(userAtom)
  const lists = useAtomValue(permissionsAtom) ?? noPermissions

  const loader = useMemo(() => createDocuments(client, http), [client])
  const tableSync = useMemo(createLazyTableSync, [])
  const services = useMemo(() => {
    // Two equal texts at the same moment become one notice.
    const notify: Notify = (kind, text, action) => {
      // The user would attribute the notice of a hidden page to the visible one.
      const content = page.isShown() ? text : `${page.title()}：${text}`
      const begin = ({ title, question, run }: NoticeAction) => {
        message.destroy(content)
        if (question === undefined) return void run()
        void modal.confirm({
          title,
          content: question,
          okText: title,
          cancelText: '取消',
          okButtonProps: { danger: true },
          onOk: run,
        })
      }
      void message.open({
        key: content,
        type: kind,
        duration: action ? ACTION_NOTICE_S : Math.max(MIN_NOTICE_S, content.length / CHARACTERS_PER_SECOND),
        content: action ? (
          <>
            {content}
            <Button type="link" size="small" onClick={() => begin(action)}>
              {action.title}
            </Button>
          </>
        ) : (
          content
        ),
      })
    }
    const lookup = createLookup((code) => client.getQueryData<DictItem[]>(dictKey(code)))
    return { http, notify, lookup }
  }, [client, message, modal, page])

  const value = useMemo(() => {
    const can = (code: string) => decide(code, lists, 'visible').allow && decide(code, lists, 'enabled').allow
    const hiddenBy = (prefix: string) => hiddenByPrefix(prefix, lists)
    return user && { ...services, user, can, hiddenBy, token: () => store.get(tokenAtom) }
  }, [services, user, lists])

  return (
    value && (
      <ServicesProvider value={value}>
        <FieldTypesProvider value={fieldTypes}>
          <DocumentLoaderProvider value={loader}>
            <ExtensionsProvider value={parts}>
              <InstitutionProvider value={issuer}>
                <TableSyncProvider value={tableSync}>
                  <WidgetsProvider value={parts.widgets}>{children}</WidgetsProvider>
                </TableSyncProvider>
              </InstitutionProvider>
            </ExtensionsProvider>
          </DocumentLoaderProvider>
        </FieldTypesProvider>
      </ServicesProvider>
    )
  )
}
