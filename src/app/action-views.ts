import type { ComponentType } from 'react'
import type { ActionViewProps } from '#runtime/services/extensions.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'

/** A view of the lists of documents. */
const documentView = (name: keyof typeof import('#designer/list/document-views.tsx')) =>
  lazyPart<ActionViewProps>(async () => (await import('#designer/list/document-views.tsx'))[name])

/** The views that buttons of lists open, by the names documents use (`client-names.ts` has the same names). */
export const actionViews: ReadonlyMap<string, ComponentType<ActionViewProps>> = new Map([
  ['data-compare', lazyPart(async () => (await import('#views/data-log/DataCompare.tsx')).DataCompare)],
  [
    'depart-permissions',
    lazyPart(async () => (await import('#views/depart/DepartPermissions.tsx')).DepartPermissions),
  ],
  [
    'depart-role-grants',
    lazyPart(async () => (await import('#views/depart/DepartRoleGrants.tsx')).DepartRoleGrants),
  ],
  [
    'depart-role-users',
    lazyPart(async () => (await import('#views/depart/DepartRoleUsers.tsx')).DepartRoleUsers),
  ],
  ['design', documentView('DesignerView')],
  ['design-address', documentView('AddressView')],
  ['design-buttons', documentView('ButtonsView')],
  ['design-copy-table', documentView('CopyTableView')],
  ['design-copy-view', documentView('CopyViewView')],
  ['design-enhancement', documentView('EnhancementView')],
  ['design-grants', documentView('GrantsView')],
  ['design-import-table', documentView('ImportTableView')],
  ['design-new', documentView('NewDocumentView')],
  ['design-new-report', documentView('NewReportView')],
  ['design-removal', documentView('RemovalView')],
  ['design-sync', documentView('SyncView')],
  ['design-test', documentView('TestView')],
  ['role-grants', lazyPart(async () => (await import('#views/role/RoleGrants.tsx')).RoleGrants)],
  ['view-as', lazyPart(async () => (await import('#views/view-as/ViewAs.tsx')).ViewAs)],
  ['menu-rules', lazyPart(async () => (await import('#views/permission/MenuRules.tsx')).MenuRules)],
  ['menu-removal', lazyPart(async () => (await import('#views/permission/MenuRemoval.tsx')).MenuRemoval)],
])
