import { type AuthLists, decide } from '#runtime/access/decide.ts'
import { actionCodes, codeOfAction, reportCodes } from '#runtime/schema/action-codes.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { ReportDocument, ScreenDocument } from '#runtime/schema/types.ts'

/** A place of a screen that its user does not get: the code it needs, and why it is not shown or not enabled. */
export interface Withheld {
  code: string
  title: string
  because: string
}

/** Verbs that have a code on every screen, also where no button offers them. */
const verbs = ['add', 'edit', 'delete', 'import', 'export']

/** The codes of verbs for which the screen has no button. */
function unofferedCodes(screen: ScreenDocument): Set<string> {
  const { toolbar = [], row = [] } = screen.actions ?? {}
  // Without its own list a screen has the buttons of its table.
  if (!screen.actions) return new Set(['import', 'export'].map((verb) => `${getPerm(screen)}:${verb}`))
  const offered = new Set([...toolbar, ...row].map((entry) => codeOfAction(screen, entry)))
  return new Set(verbs.map((verb) => `${getPerm(screen)}:${verb}`).filter((code) => !offered.has(code)))
}

/** The buttons and fields of a screen that need a right which the lists do not contain. */
export function withheldPlaces(document: ScreenDocument | ReportDocument, lists: AuthLists): Withheld[] {
  const report = asDocumentWith(document, 'hasQuery')
  const screen = asDocumentWith(document, 'hasTable')
  const codes = report ? reportCodes(report) : screen ? actionCodes(screen) : []
  const unoffered = screen ? unofferedCodes(screen) : new Set<string>()
  return codes
    .filter(({ code }) => !unoffered.has(code))
    .flatMap(({ code, title }) => {
      const refusal = (['visible', 'enabled'] as const)
        .map((kind) => decide(code, lists, kind))
        .find(({ allow }) => !allow)
      return refusal ? [{ code, title, because: refusal.because.join('，') }] : []
    })
}

/** The withheld places with those first that the text at the pointer names. */
export const namedFirst = (places: readonly Withheld[], text: string): Withheld[] => {
  const isNamed = ({ title }: Withheld) => text !== '' && (title.includes(text) || text.includes(title))
  return [...places.filter(isNamed), ...places.filter((place) => !isNamed(place))]
}
