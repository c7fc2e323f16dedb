import Type from 'typebox'
import { collectProblems } from '../../checks/report.ts'
import { closed } from '../../language/base.ts'
import { required } from '../../language/property.ts'
import { toVersion2 } from '../../migrations/version-2.ts'
import { oneOfDefinitions, withProperties } from '../../shape-builder.ts'
import { pageClaims } from '../claims.ts'
import { defineDocumentKind } from '../contract.ts'
import { publicParts } from '../public-parts.ts'
import { wholeShape } from './blocks/block-shape.ts'
import { blockPlans } from './blocks/plans.ts'
import { blockShapes } from './blocks/shapes.ts'
import { checkPanel } from './check.ts'
import { panelPlan } from './plan.ts'
import { Filter, type PanelDocument, panelParts } from './shape.ts'
import { panelStarter } from './starter.ts'

/** Pages of blocks: figures, charts, tables, links. */
export const panelKind = defineDocumentKind<PanelDocument>({
  ...panelPlan,
  otherNames: 'dashboard board kanban chart 看板',
  shape: ({ plain, define, typeWords }) => {
    const names = blockShapes.map(({ name }) => name)
    for (const block of blockShapes) {
      const type = required('块的种类', names.join('、'), names[0], Type.Literal(block.name))
      define(`block.${block.name}`, plain(wholeShape<string, Type.TProperties>(block, type)))
    }
    const items = oneOfDefinitions(
      'type',
      names.map((name) => `block.${name}`),
    )
    const blocks = { type: 'array', minItems: 1, items }
    const type = { type: 'string', enum: typeWords }
    const filters = { type: 'array', minItems: 1, items: withProperties(plain(Filter), { type }) }
    const titles = new Map(blockPlans.map(({ name, title }) => [name, title]))
    const blockTypes = names.map((name) => `${name} ${titles.get(name)}`).join('、')
    return withProperties(plain(Type.Object(panelParts(blockTypes), closed)), { blocks, filters })
  },
  check: (document, context) =>
    collectProblems(document, (report) => checkPanel(document, { ...context, report }), context.refer),
  publicView: (document) => publicParts(document),
  names: (document) => ({ claims: pageClaims(document) }),
  migrate: [undefined, toVersion2({ perm: 'needs' })],
  starter: panelStarter,
  settings: { without: ['blocks'] },
})
