import Type from 'typebox'
import { collectProblems } from '../../checks/report.ts'
import { closed } from '../../language/base.ts'
import { blockShapes, Filter, panelParts } from '../../language/panel.ts'
import { oneOfDefinitions, withProperties } from '../../shape-builder.ts'
import type { PanelDocument } from '../../types.ts'
import { pageClaims } from '../claims.ts'
import type { DocumentKind } from '../contract.ts'
import { publicParts } from '../public-parts.ts'
import { checkPanel } from './check.ts'

/** Pages of blocks: figures, charts, tables, links. */
export const panelKind: DocumentKind<PanelDocument> = {
  kind: 'panel',
  shape: ({ plain, define, typeWords }) => {
    for (const [word, shape] of Object.entries(blockShapes)) define(`block.${word}`, plain(shape))
    const block = oneOfDefinitions(
      'type',
      Object.keys(blockShapes).map((word) => `block.${word}`),
    )
    const blocks = { type: 'array', minItems: 1, items: block }
    const type = { type: 'string', enum: typeWords }
    const filters = { type: 'array', minItems: 1, items: withProperties(plain(Filter), { type }) }
    return withProperties(plain(Type.Object(panelParts, closed)), { blocks, filters })
  },
  check: (document, context) =>
    collectProblems(document, (report) => checkPanel(document, { ...context, report })),
  publicView: (document) => publicParts(document),
  names: (document) => ({ claims: pageClaims(document) }),
  migrate: [],
}
