import { countWaiting } from './busy.ts'
import { createClient } from './client.ts'
import { pageAddress, takeEarly } from './early-reads.ts'
import { emitRefusal } from './refusals.ts'
import { responseCache } from './response-cache.ts'
import { store, storedDictionary, tenantAtom, tokenAtom } from './state.ts'
import { currentView } from './view-as.ts'

const dictionaryUrl = '/sys/dict/getDictItems/'

/** Loaded on demand by the sign-in page and the guard: axios is not part of the first paint. */
export const http = createClient({
  token: () => store.get(tokenAtom),
  tenant: () => store.get(tenantAtom),
  refused: emitRefusal,
  view: () => currentView?.id ?? null,
  waiting: countWaiting,
  responseCache,
  storedAnswer: (url) =>
    url.startsWith(dictionaryUrl)
      ? storedDictionary(decodeURIComponent(url.slice(dictionaryUrl.length)))
      : undefined,
  takeEarly,
  pageAddress,
})
