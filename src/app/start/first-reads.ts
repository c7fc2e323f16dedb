import { buildAddress } from '#client/session/client.ts'
import { type AuthLists, decide } from '#runtime/access/decide.ts'
import { decodeList } from '#runtime/compile/list/url.ts'
import { compileList } from '#runtime/compile/list.ts'
import { dictCall } from '#runtime/data/dict.ts'
import type { DocumentAnswer } from '#runtime/data/documents.ts'
import { listParams } from '#runtime/data/list-source.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { buildQuery } from '#runtime/screens/list-kit/useList.ts'

/**
 * The addresses that a list screen will request for the query string of the page: its rows and its dictionaries. A
 * prediction from the document and the permissions of the server; empty for other kinds of pages.
 */
export function firstReads(answer: unknown, permissions: unknown, search: string): string[] {
  const document = asDocumentWith((answer as Partial<DocumentAnswer> | undefined)?.document, 'hasTable')
  const { auth, allAuth } = (permissions ?? {}) as Partial<AuthLists>
  if (!document || !auth || !allAuth) return []
  const lists = { auth, allAuth }
  const can = (code: string) => decide(code, lists, 'visible').allow && decide(code, lists, 'enabled').allow
  const plan = compileList(document, { types: fieldTypes, can })
  const query = buildQuery(plan, decodeList(new URLSearchParams(search), plan), undefined)
  return [
    buildAddress(plan.url.list, listParams(query)),
    ...plan.needs.map((code) => {
      const { url, params } = dictCall(code)
      return buildAddress(url, params)
    }),
  ]
}
