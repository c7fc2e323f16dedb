import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import type { ServerKind } from './contract.ts'
import { pageIndexEntry } from './list.ts'
import { pageCodes, pageGrantProblems, registerPage } from './page.ts'

export const panelKind: ServerKind<PanelDocument> = {
  kind: 'panel',
  codes: pageCodes,
  problems: pageGrantProblems,
  openCode: ({ needs = null }) => needs,
  indexEntry: pageIndexEntry,
  register: ({ document }, services) => registerPage(document, services),
  unregister: (id, { permissions }) => permissions.retire(id),
}
