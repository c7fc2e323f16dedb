import Type from 'typebox'
import { collectProblems } from '../../checks/report.ts'
import { closed } from '../../language/base.ts'
import { printBlockShapes, printParts } from '../../language/print.ts'
import { oneOfDefinitions, withProperties } from '../../shape-builder.ts'
import type { PrintDocument } from '../../types.ts'
import type { DocumentKind } from '../contract.ts'
import { publicParts } from '../public-parts.ts'
import { checkPrint } from './check.ts'

/** Print templates of a screen's records. */
export const printKind: DocumentKind<PrintDocument> = {
  kind: 'print',
  shape: ({ plain, define }) => {
    for (const [word, shape] of Object.entries(printBlockShapes)) define(`printBlock.${word}`, plain(shape))
    const block = oneOfDefinitions(
      'type',
      Object.keys(printBlockShapes).map((word) => `printBlock.${word}`),
    )
    const blocks = { type: 'array', minItems: 1, maxItems: 40, items: block }
    return withProperties(plain(Type.Object(printParts, closed)), { blocks })
  },
  check: (document, context) => collectProblems(document, (report) => checkPrint(document, context, report)),
  publicView: (document) => publicParts(document),
  names: () => ({ claims: [] }),
  migrate: [],
}
