import { asText, isJsonObject } from '#runtime/kernel/json.ts'
import { collectProblems } from '../../checks/report.ts'
import { PickerDocument } from '../../language/picker.ts'
import { toVersion2 } from '../../migrations/version-2.ts'
import { codeClaims } from '../claims.ts'
import { defineDocumentKind } from '../contract.ts'
import { publicParts } from '../public-parts.ts'
import { checkPicker } from './check.ts'
import { pickerPlan } from './plan.ts'
import { pickerStarter } from './starter.ts'

/** Record pickers over a screen or a report. */
export const pickerKind = defineDocumentKind<PickerDocument>({
  ...pickerPlan,
  otherNames: 'select lookup popup chooser 选择器',
  shape: ({ plain }) => plain(PickerDocument),
  check: (document, context) =>
    collectProblems(document, (report) => checkPicker(document, { ...context, report }), context.refer),
  // The source is the id of a screen or report, which the browser needs.
  publicView: (document) => publicParts(document),
  names: (document) => {
    const code = asText(document.code)
    const source = isJsonObject(document.source) ? document.source : {}
    return {
      claims: codeClaims(document, 'picker', '选择器编码'),
      ...(code && { picker: { code, source: asText(source.screen) ?? asText(source.report) ?? '' } }),
    }
  },
  migrate: [undefined, toVersion2({ perm: 'needs' })],
  starter: pickerStarter,
  settings: { without: [] },
})
