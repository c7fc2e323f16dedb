import {
  asText,
  type JsonObject,
  listObjectEntries,
  listTextEntries,
  listTexts,
} from '#runtime/kernel/json.ts'
import { type FieldsContext, isAudit, part } from '../../checks/context.ts'
import type { Path } from '../../checks/report.ts'
import { needKey } from '../../checks/source-key.ts'
import { checkConsequence } from '../screen/then/checks.ts'
import { listPlaceholders } from '../screen/then/text-placeholders.ts'
import { lockedBy } from '../screen/then/written-values.ts'
import { checkAccount, checkUntil, checkWhen } from './expressions.ts'
import { listSteps, MAX_DEPTH } from './steps.ts'

/** Checks what the steps read and write of the records of the screen, which is the document of the context. */
export function checkStepFields(document: JsonObject, context: FieldsContext): void {
  const titleKeys = new Set(listPlaceholders(asText(document.caseTitle) ?? ''))
  for (const { step, path, depth } of listSteps(document)) {
    if (depth > MAX_DEPTH) continue
    for (const [at, user] of listTextEntries(part(step, 'to').users))
      checkAccount(context, [...path, 'to', 'users', at], user)
    checkUntil(context, [...path, 'until'], step.until)
    for (const [at, { when }] of listObjectEntries(step.branches))
      if (step.type === 'branch') checkWhen(context, [...path, 'branches', at, 'when'], when)
    checkKeys(context, path, step)
    checkHidden(context, path, step, titleKeys)
    if (step.type === 'act') checkAct(context, path, step)
  }
}

/** Checks the fields that an assignee may write. */
function checkKeys(context: FieldsContext, path: Path, step: JsonObject): void {
  const { document, head, knownNames, report } = context
  const id = String(document.id)
  for (const [at, key] of listTextEntries(step.write)) {
    const place = [...path, 'write', at]
    needKey(knownNames, report, place, id, key)
    const field = head.byKey.get(key)
    const fault = isAudit(key) ? '由系统写入' : field && lockedBy(context, document, field)
    if (fault !== undefined)
      report(place, { code: 'BAD_VALUE', text: `「${id}」的字段「${key}」${fault}，办理时不能改，请删去` })
  }
}

/** Checks the fields that an assignee does not see; `titleKeys` are those in the title of the task. */
function checkHidden(
  { document, knownNames, report }: FieldsContext,
  path: Path,
  step: JsonObject,
  titleKeys: ReadonlySet<string>,
): void {
  const id = String(document.id)
  const written = new Set(listTexts(step.write))
  const { field: state } = part(document, 'flow')
  for (const [at, key] of listTextEntries(step.hidden)) {
    const place = [...path, 'hidden', at]
    needKey(knownNames, report, place, id, key)
    const fault = isAudit(key)
      ? '由系统写入，不能隐藏，请删去'
      : key === state
        ? '是流程的状态，不能隐藏，请删去'
        : written.has(key)
          ? '这一步可以改，不能又不显示，请从 write 或 hidden 里删去'
          : titleKeys.has(key)
            ? '写在标题里，待办里看得见，请从 caseTitle 或 hidden 里删去'
            : undefined
    if (fault !== undefined) report(place, { code: 'BAD_VALUE', text: `「${id}」的字段「${key}」${fault}` })
  }
}

function checkAct(context: FieldsContext, path: Path, step: JsonObject): void {
  checkConsequence(context, path, step, 'bare')
  const { screen, record } = part(step, 'change')
  // The state of the flow protects the record until the workflow has ended.
  if (screen === context.document.id && String(record).trim() === 'id') {
    const text = '流程走的时候这条记录不能改，要改的字段请写进 approve、fill 步骤的 write，或通过的动作的 set'
    context.report([...path, 'change', 'screen'], { code: 'BAD_VALUE', text })
  }
}
