import { asText } from '#runtime/kernel/json.ts'
import { collectProblems } from '../../checks/report.ts'
import { listChoices } from '../../checks/values/choices.ts'
import { DictDocument } from '../../language/dict.ts'
import { toVersion2 } from '../../migrations/version-2.ts'
import { codeClaims } from '../claims.ts'
import { defineDocumentKind } from '../contract.ts'
import { publicParts } from '../public-parts.ts'
import { checkDict } from './check.ts'
import { dictPlan } from './plan.ts'
import { dictStarter } from './starter.ts'

/** Dictionaries: fixed items, a category tree, or columns of a table. */
export const dictKind = defineDocumentKind<DictDocument>({
  ...dictPlan,
  otherNames: 'dictionary enum options category 字典',
  shape: ({ plain }) => plain(DictDocument),
  check: (document, context) =>
    collectProblems(document, (report) => checkDict(document, context, report), context.refer),
  publicView: (document) => publicParts(document, ['source']),
  names: (document) => {
    const code = asText(document.code)
    return {
      claims: codeClaims(document, 'dict', '字典编码'),
      ...(code && { dict: { code, choices: listChoices(document.items) } }),
    }
  },
  migrate: [undefined, toVersion2()],
  starter: dictStarter,
  // A tree contains itself, which no panel can show.
  settings: { without: ['tree'] },
})
