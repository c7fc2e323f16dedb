import { createContext, useContext, useMemo } from 'react'
import { useLookup } from '#runtime/data/hooks.ts'
import { isJsonObject, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { type BuiltInAction, builtInActions } from '#runtime/schema/action-codes.ts'
import type { PanelWord } from '#runtime/schema/settings/settings-node.ts'
import { useServices } from '#runtime/services/services.tsx'
import { getKey, listNamedFields } from '../document-edit.ts'
import type { PanelPath } from './panel-path.ts'

/** A text that a setting offers, with the title that people read. */
export interface Offer {
  value: string
  text: string
}

/** What the place of a setting offers, by its path and by what its word says; undefined where it offers nothing of its own. */
export type Offers = (path: PanelPath, word?: Pick<PanelWord, 'offers'>) => readonly Offer[] | undefined

const OffersContext = createContext<Offers>(() => undefined)
export const OffersProvider = OffersContext.Provider
export const useAllOffers = (): Offers => useContext(OffersContext)
export const useOffers = (...place: Parameters<Offers>): readonly Offer[] | undefined =>
  useAllOffers()(...place)

/** The built-in buttons of the toolbar and of a row, in the order in which they are offered. */
const buttons: Readonly<Record<string, readonly BuiltInAction[]>> = {
  toolbar: ['add', 'editBatch', 'deleteBatch', 'import', 'export', 'superQuery', 'print'],
  row: ['edit', 'detail', 'copy', 'delete', 'print', 'history', 'addChild'],
}

/** The buttons of a list: those of every screen, and the moves of the document, in the toolbar those of several records. */
export function offerButtons(place: string, moves: readonly JsonObject[]): Offer[] {
  const offered = place === 'toolbar' ? moves.filter(({ batch }) => batch === true) : moves
  return [
    ...(buttons[place] ?? []).map((value) => ({ value, text: builtInActions[value] })),
    ...offered.map(({ code, title }) => ({ value: String(code), text: String(title ?? code) })),
  ]
}

const readMoves = ({ flow }: JsonObject): JsonObject[] => (isJsonObject(flow) ? listObjects(flow.moves) : [])

const optionTexts = (options: unknown): Offer[] =>
  listObjects(options).map(({ value, text, label, title }) => ({
    value: String(value),
    text: String(text ?? label ?? title ?? value),
  }))

const noCodes: readonly string[] = []

/** What the settings of a document offer: the states of its flow, and its buttons. */
export function useDocumentOffers(document: JsonObject): Offers {
  const { http } = useServices()
  const { flow } = document
  const states = useMemo(
    () =>
      isJsonObject(flow)
        ? listNamedFields(document).find((field) => getKey(field) === flow.field)
        : undefined,
    [document, flow],
  )
  const code = typeof states?.dictCode === 'string' ? states.dictCode : ''
  const codes = useMemo(() => (code === '' ? noCodes : [code]), [code])
  const { lookup } = useLookup(http, codes)
  return useMemo((): Offers => {
    const moves = readMoves({ flow })
    const offered = code === '' ? optionTexts(states?.options) : optionTexts(lookup.items(code))
    return (path, word) => {
      const [first, second] = path
      if (first === 'actions' && path.length === 2) return offerButtons(String(second), moves)
      return word?.offers === 'states' ? offered : undefined
    }
  }, [flow, states, code, lookup])
}

/** What the settings of a field offer: the buttons of a detail. */
export const offersOfField: Offers = (path) =>
  path[0] === 'actions' && path.length === 2 ? offerButtons(String(path[1]), []) : undefined
