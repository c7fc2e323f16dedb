import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import type { ServerKind } from './contract.ts'
import { pageIndexEntry } from './list.ts'
import { pageGrantProblems, registerPage } from './page.ts'

export const panelKind: ServerKind<PanelDocument> = {
  kind: 'panel',
  problems: pageGrantProblems,
  openCode: ({ needs = null }) => needs,
  indexEntry: pageIndexEntry,
  register: ({ document }, services) => registerPage(document, services),
  unregister: (id, { permissions }) => permissions.retire(id),
}
