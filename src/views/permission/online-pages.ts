import type { IndexEntry } from '#runtime/schema/types.ts'

/** A component that shows what its address names. */
export interface OnlinePage {
  title: string
  /** The capability of the documents that its address names. */
  shows: 'hasTable' | 'hasQuery'
  /** The address before that name. */
  place: string
  /** The address after it. */
  rest?: string
}

const form = 'modules/online/cgform/auto'

/** The online components of the contract, by their names. */
export const onlinePages: Readonly<Record<string, OnlinePage>> = {
  [`${form}/OnlCgformAutoList`]: { title: '在线列表', shows: 'hasTable', place: '/online/cgformList/' },
  [`${form}/OnlCgformTreeList`]: { title: '在线树列表', shows: 'hasTable', place: '/online/cgformTreeList/' },
  [`${form}/erp/OnlCgformErpList`]: {
    title: '在线 ERP 列表',
    shows: 'hasTable',
    place: '/online/cgformErpList/',
  },
  [`${form}/tab/OnlCgformTabList`]: {
    title: '在线 TAB 列表',
    shows: 'hasTable',
    place: '/online/cgformTabList/',
  },
  [`${form}/innerTable/OnlCgformInnerTableList`]: {
    title: '在线内嵌子表列表',
    shows: 'hasTable',
    place: '/online/cgformInnerTableList/',
  },
  [`${form}/OnlineDynamicForm`]: {
    title: '在线表单的一条记录',
    shows: 'hasTable',
    place: '/online/df/',
    rest: '/',
  },
  'modules/online/cgreport/auto/OnlCgreportAutoList': {
    title: '在线报表',
    shows: 'hasQuery',
    place: '/online/cgreport/',
  },
}

/** The address of a page over a document: screens by the id of their head, reports by their code. */
export const onlineAddress = (
  { place, rest = '' }: OnlinePage,
  { id, code }: Pick<IndexEntry, 'id' | 'code'>,
): string => `${place}${code ?? id.replace('/', '.')}${rest}`
