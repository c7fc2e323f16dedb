import type { FormDocument } from '#runtime/schema/types.ts'
import { defaultProblems } from '../check/default-rules.ts'
import type { ServerKind } from './contract.ts'
import { pageIndexEntry } from './list.ts'
import { pageCodes, pageGrantProblems, registerPage } from './page.ts'

export const formKind: ServerKind<FormDocument> = {
  kind: 'form',
  codes: pageCodes,
  problems: (document) => [...pageGrantProblems(document), ...defaultProblems(document.fields)],
  openCode: ({ needs = null }) => needs,
  indexEntry: pageIndexEntry,
  register: ({ document }, services) => registerPage(document, services),
  unregister: (id, { permissions }) => permissions.retire(id),
}
