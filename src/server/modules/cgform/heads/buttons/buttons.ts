import type { JsonObject } from '#runtime/kernel/json.ts'
import { builtInActions, codeOfAction, getActions, isBuiltInAction } from '#runtime/schema/action-codes.ts'
import type { Action, StoredScreen } from '#runtime/schema/types.ts'
import { toHeadId } from '../../../../documents/head-id.ts'
import type { Viewer } from '../../options.ts'

/** Where a button is drawn: above the list, or in its rows. */
export type ButtonPlace = 'toolbar' | 'row'
type Entry = string | Action

const getCode = (entry: Entry): string => (typeof entry === 'string' ? entry : entry.code)

/** The styles of online forms: `button` above the list, `link` in a row. */
export const getPlace = (style: string): ButtonPlace => (style === 'link' ? 'row' : 'toolbar')

/** The words of a document's buttons by the codes that online forms have for them. */
const builtInCodes: Readonly<Record<string, keyof typeof builtInActions>> = {
  add: 'add',
  edit: 'edit',
  detail: 'detail',
  delete: 'delete',
  batch_delete: 'deleteBatch',
  export: 'export',
  import: 'import',
  super_query: 'superQuery',
}

/** The word of a document for a button of an online form: of a built-in button, or its own code. */
export const wordOfButton = (code: string): string => builtInCodes[code] ?? code

interface Placed {
  entry: Entry
  place: ButtonPlace
  orderNum: number
}

/** The entries of both places; a button that both have counts once for each. */
function placed(screen: StoredScreen): Placed[] {
  const { toolbar = [], row = [] } = getActions(screen)
  const at = (place: ButtonPlace) => (entry: Entry, orderNum: number) => ({ entry, place, orderNum })
  return [...toolbar.map(at('toolbar')), ...row.map(at('row'))]
}

function buttonRow(screen: StoredScreen, { entry, place, orderNum }: Placed): JsonObject {
  const code = getCode(entry)
  const action = typeof entry === 'string' ? undefined : entry
  const move = screen.flow?.moves.find((candidate) => candidate.code === code)
  const builtIn = isBuiltInAction(code) ? builtInActions[code] : undefined
  return {
    id: `${toHeadId(screen)}.${place}.${code}`,
    cgformHeadId: toHeadId(screen),
    buttonCode: code,
    buttonName: action?.title ?? move?.title ?? builtIn ?? code,
    buttonIcon: action?.icon ?? '',
    buttonStyle: place === 'row' ? 'link' : 'button',
    buttonStatus: '1',
    optType: 'action',
    optPosition: '2',
    orderNum,
    exp: action?.when ?? '',
  }
}

/** The buttons of a screen besides the built-in ones (docs/http.md, "Buttons"): moves and declared actions. */
export const buttonRows = (screen: StoredScreen): JsonObject[] =>
  placed(screen)
    .filter(({ entry }) => !isBuiltInAction(getCode(entry)))
    .map((button) => buttonRow(screen, button))

/** The buttons that a user may press. */
export const usableButtons = (screen: StoredScreen, { can }: Viewer): JsonObject[] =>
  placed(screen)
    .filter(({ entry }) => !isBuiltInAction(getCode(entry)) && can(codeOfAction(screen, entry)))
    .map((button) => buttonRow(screen, button))

/** The built-in buttons of online forms that a screen has. */
export function builtInRows(screen: StoredScreen): JsonObject[] {
  const words = new Map(placed(screen).map((button) => [getCode(button.entry), button]))
  return Object.entries(builtInCodes).flatMap(([code, word]) => {
    const button = words.get(word)
    return button ? [{ ...buttonRow(screen, button), buttonCode: code, buttonStyle: 'built-in' }] : []
  })
}
