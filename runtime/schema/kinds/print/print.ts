import Type from 'typebox'
import { collectProblems } from '../../checks/report.ts'
import { closed } from '../../language/base.ts'
import { required } from '../../language/property.ts'
import { toVersion2 } from '../../migrations/version-2.ts'
import { oneOfDefinitions, withProperties } from '../../shape-builder.ts'
import { defineDocumentKind } from '../contract.ts'
import { publicParts } from '../public-parts.ts'
import { wholeShape } from './blocks/block-shape.ts'
import { printBlockShapes } from './blocks/shapes.ts'
import { checkPrint } from './check.ts'
import { printPlan } from './plan.ts'
import { type PrintDocument, printParts } from './shape.ts'
import { printStarter } from './starter.ts'

/** Print templates of a screen's records. */
export const printKind = defineDocumentKind<PrintDocument>({
  ...printPlan,
  otherNames: 'template printTemplate print-template label 打印模板',
  shape: ({ plain, define }) => {
    const names = printBlockShapes.map(({ name }) => name)
    for (const block of printBlockShapes) {
      const type = required('块的种类', names.join('、'), 'fields', Type.Literal(block.name))
      define(`printBlock.${block.name}`, plain(wholeShape(block, type)))
    }
    const items = oneOfDefinitions(
      'type',
      names.map((name) => `printBlock.${name}`),
    )
    const blocks = { type: 'array', minItems: 1, maxItems: 40, items }
    const blockTypes = printBlockShapes.map(({ name, title }) => `${name} ${title}`).join('、')
    return withProperties(plain(Type.Object(printParts(blockTypes), closed)), { blocks })
  },
  check: (document, context) =>
    collectProblems(document, (report) => checkPrint(document, context, report), context.refer),
  publicView: (document) => publicParts(document),
  names: () => ({ claims: [] }),
  migrate: [undefined, toVersion2()],
  starter: printStarter,
  settings: { without: ['blocks'] },
})
